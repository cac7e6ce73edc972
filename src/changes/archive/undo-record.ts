import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { shownId } from "../../specs/ids.ts";
import { listFolder, readText } from "../../workspace/files/files.ts";
import { literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { seal, unseal } from "../../workspace/state/signature.ts";

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
      /** Hash of the text after; null when the spec was deleted. */
      after: z.string().nullable(),
    }),
  ),
});
export type UndoRecord = z.infer<typeof UndoRecord>;

export interface StoredUndo {
  readonly path: WorkspacePath;
  readonly record: UndoRecord;
}

const purpose = "undo record";

/** A record as it is stored: signed, because undo writes its contents. */
export function storedRecord(workspace: Workspace, record: UndoRecord): string {
  return seal(workspace, purpose, JSON.stringify(record));
}

/** The latest archive of a change that Hewto made and that was not undone. */
export async function findUndo(workspace: Workspace, id: string): Promise<Result<StoredUndo>> {
  const entries = await listFolder(workspace, undoFolder);
  const found: StoredUndo[] = [];
  const foreign: WorkspacePath[] = [];
  for (const { path } of entries.ok ? entries.value : []) {
    const read = await readRecord(workspace, path);
    if (read === undefined || !namesOf(read.record).includes(id)) continue;
    if (read.isOwn) found.push({ path, record: read.record });
    else foreign.push(path);
  }
  const latest = found.sort((a, b) => byAge(a.record, b.record)).at(-1);
  if (latest !== undefined) return ok(latest);
  return foreign[0] === undefined ? nothingToUndo(id) : notOurs(id, foreign[0]);
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

/** The names of an archived change: its id, its name without the layout, its folder with or without the date. */
function namesOf(record: UndoRecord): string[] {
  const { change } = record;
  const folder = folderOf(record);
  return [change, change.slice(change.indexOf(":") + 1), folder, folder.replace(/^\d{4}-\d{2}-\d{2}-/, "")];
}

interface ReadRecord {
  readonly record: UndoRecord;
  /** Whether this user's Hewto wrote it in this workspace. */
  readonly isOwn: boolean;
}

async function readRecord(workspace: Workspace, path: WorkspacePath): Promise<ReadRecord | undefined> {
  const file = await readText(workspace, path, { maxBytes: 256 * 1024 * 1024 });
  if (!file.ok) return undefined;
  const { text } = file.value;
  const own = unseal(workspace, purpose, text);
  try {
    // Only the name of an unsigned record is used, for the message.
    const record = UndoRecord.safeParse(JSON.parse(own ?? text.slice(text.indexOf("{")))).data;
    return record && { record, isOwn: own !== undefined };
  } catch {
    return undefined;
  }
}

function notOurs(id: string, path: WorkspacePath): Failure {
  const message = `\`${path}\` describes an archive of \`${shownId(id)}\`, but it was not written by your Hewto in this workspace, so it is ignored. Nothing was written.`;
  const remedy = "Restore the old text with git: `git revert` undoes a committed archive.";
  return fail(fault("nothing_to_undo", message, remedy, { path, subject: { change_id: id } }));
}

function nothingToUndo(id: string): Failure {
  const message = `There is nothing to undo for \`${shownId(id)}\`: Hewto has no record of archiving it.`;
  const remedy = "If the archive was committed, undo it with `git revert`.";
  return fail(fault("nothing_to_undo", message, remedy, { subject: { change_id: id } }));
}
