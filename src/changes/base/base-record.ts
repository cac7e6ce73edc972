import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { readText } from "../../workspace/files/files.ts";
import { literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { writeStateFile } from "../../workspace/state/files.ts";
import { stateDirectory } from "../../workspace/state/folder.ts";
import { seal, unseal } from "../../workspace/state/signature.ts";
import { errnoFault } from "../../workspace/write/faults.ts";
import { below, type Change } from "../library.ts";

/** What the specs said when a change was first seen, by `capability\nrequirement`. */
const BaseRecord = z.object({
  version: z.literal(1),
  /** Whether a person declared the change up to date, which overrides git history. */
  isExplicit: z.boolean(),
  entries: z.record(z.string(), z.string()),
});
export type BaseRecord = z.infer<typeof BaseRecord>;

const folder = literalPath(".hewto/bases");

/**
 * What `rebase` wrote into the change; else what was seen on this machine. The first is part of the change, like its
 * deltas: a person who can write it can also commit the delta again, which makes the spec of that commit its base.
 */
export async function readBaseRecord(workspace: Workspace, change: Change): Promise<BaseRecord> {
  const shared = await readText(workspace, sharedRecordPath(change));
  const stated = shared.ok ? parseRecord(shared.value.text) : undefined;
  if (stated !== undefined) return { ...stated, isExplicit: true };
  const file = await readText(workspace, baseRecordPath(change));
  const own = file.ok ? unseal(workspace, purposeFor(change), file.value.text) : undefined;
  const none: BaseRecord = { version: 1, isExplicit: false, entries: {} };
  return (own === undefined ? undefined : parseRecord(own)) ?? none;
}

/** A damaged record, or one that was not written by this user, is ignored. */
function parseRecord(text: string): BaseRecord | undefined {
  try {
    return BaseRecord.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The file that declares a change up to date. It lives in the change and is committed with it. */
export function sharedRecordPath(change: Change): WorkspacePath {
  return below(change.entry.path, ".hewto-base.json");
}

export async function writeBaseRecord(
  workspace: Workspace,
  change: Change,
  record: BaseRecord,
): Promise<Result<void>> {
  try {
    const place = await stateDirectory(workspace, "bases");
    writeStateFile(place, fileName(change), seal(workspace, purposeFor(change), JSON.stringify(record)));
    return ok(undefined);
  } catch (error) {
    return errnoFault(error, `.hewto/bases/${fileName(change)}`);
  }
}

/** The record of a change. It is deleted with the change: a later change of the same name starts fresh. */
export function baseRecordPath(change: Change): WorkspacePath {
  return below(folder, fileName(change));
}

function purposeFor(change: Change): string {
  return `base record ${fileName(change)}`;
}

function fileName({ entry }: Change): string {
  return `${entry.layout.name}.${entry.name}.json`;
}
