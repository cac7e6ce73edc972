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
  const found: StoredUndo[] = [];
  for (const { path } of entries.ok ? entries.value : []) {
    const record = await readRecord(workspace, path);
    if (record !== undefined && namesOf(record).includes(id)) found.push({ path, record });
  }
  const latest = found.sort((a, b) => byAge(a.record, b.record)).at(-1);
  return latest === undefined ? nothingToUndo(id) : ok(latest);
}

/** By the date in the folder's name, then by the number that a second archive of the day got: `-2` comes before `-10`. */
function byAge(a: UndoRecord, b: UndoRecord): number {
  const [first, second] = [folderOf(a), folderOf(b)];
  const byDay = byCodePoint(first.slice(0, 10), second.slice(0, 10));
  return byDay || first.length - second.length || byCodePoint(first, second);
}

function folderOf({ to }: UndoRecord): string {
  return to.slice(to.lastIndexOf("/") + 1);
}

/** What a person may call an archived change: its id, its name without the layout, its folder, with or without date. */
function namesOf(record: UndoRecord): string[] {
  const { change } = record;
  const folder = folderOf(record);
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
