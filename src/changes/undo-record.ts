import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { byCodePoint } from "../kernel/order.ts";
import { type Failure, fail, ok, type Result } from "../kernel/result.ts";
import { shownId } from "../specs/ids.ts";
import { listFolder, readText } from "../workspace/files.ts";
import { literalPath, type WorkspacePath } from "../workspace/paths.ts";
import type { Workspace } from "../workspace/root.ts";

export const undoFolder = literalPath(".hewto/undo");

/** What an archive changed, kept so that it can be put back. */
const UndoRecord = z.object({
  version: z.literal(1),
  change: z.string(),
  from: z.string(),
  to: z.string(),
  specs: z.array(
    z.object({
      path: z.string(),
      /** The text before; null when the spec was not there. */
      before: z.string().nullable(),
      /** Hash of the text after; null when the spec went. */
      after: z.string().nullable(),
    }),
  ),
});
export type UndoRecord = z.infer<typeof UndoRecord>;

export interface StoredUndo {
  readonly path: WorkspacePath;
  readonly record: UndoRecord;
}

/** The latest archive of a change that Hewto made and that was not undone. */
export async function findUndo(workspace: Workspace, id: string): Promise<Result<StoredUndo>> {
  const entries = await listFolder(workspace, undoFolder);
  const latestFirst = entries.ok ? [...entries.value] : [];
  for (const { path } of latestFirst.sort((a, b) => byCodePoint(b.name, a.name))) {
    const record = await readRecord(workspace, path);
    if (record !== undefined && namesOf(record).includes(id)) return ok({ path, record });
  }
  return nothingToUndo(id);
}

/** What a person may call an archived change: its id, its name without the layout, its folder, with or without date. */
function namesOf({ change, to }: UndoRecord): string[] {
  const folder = to.slice(to.lastIndexOf("/") + 1);
  return [change, change.slice(change.indexOf(":") + 1), folder, folder.replace(/^\d{4}-\d{2}-\d{2}-/, "")];
}

async function readRecord(workspace: Workspace, path: WorkspacePath): Promise<UndoRecord | undefined> {
  const file = await readText(workspace, path, { maxBytes: 256 * 1024 * 1024 });
  if (!file.ok) return undefined;
  try {
    return UndoRecord.safeParse(JSON.parse(file.value.text)).data;
  } catch {
    return undefined;
  }
}

function nothingToUndo(id: string): Failure {
  const message = `There is nothing to undo for \`${shownId(id)}\`: Hewto has no record of archiving it.`;
  const remedy = "If the archive was committed, `git revert` brings the change back.";
  return fail(fault("nothing_to_undo", message, remedy, { subject: { change_id: id } }));
}
