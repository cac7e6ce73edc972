import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { authorName } from "../../workspace/git/author.ts";
import { childPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { commit } from "../../workspace/write/commit.ts";
import { type EntryFields, type ReviewEntry, renderEntry, reviewFolder } from "../entry.ts";
import { readEntries } from "../folder.ts";
import type { ReviewItem } from "./item.ts";

export const CommentText = z.string().max(20_000);

/** Writes one file of a review; files that are there stay as they are. Returns its path. */
export async function writeEntry(
  context: Context,
  { workspace, folder, path }: ReviewItem,
  { name, text, ...fields }: Omit<EntryFields, "author" | "date" | "by"> & { name: string; text: string },
): Promise<Result<{ path: string; author: string; date: string; by?: "agent" | undefined }>> {
  const file: WorkspacePath = childPath(childPath(folder, reviewFolder), `${name}.md`);
  const date = after(await readEntries(workspace, folder), context.clock());
  const author = await authorName(workspace);
  // Only an agent has a client of the protocol behind it.
  const by = context.client === undefined ? undefined : "agent";
  const { review, ...others } = fields;
  const content = renderEntry({ review, author, by, date, ...others }, text);
  const written = await commit(
    workspace,
    { label: `review ${path}`, edits: [{ kind: "write", path: file, content, expect: "absent" }] },
    { signal: context.signal },
  );
  if (!written.ok) return written;
  context.touched(file);
  return ok({ path: `${path}/${reviewFolder}/${name}.md`, author, date, by });
}

/** Entries are read in the order of their dates, so an answer is later than what it answers, whatever the clock says. */
function after(entries: readonly ReviewEntry[], now: Date): string {
  const latest = Math.max(0, ...entries.map(({ date }) => Date.parse(date) || 0));
  // A date far in the future would stay in front for ever.
  const isPlausible = latest - now.getTime() < 24 * 3600 * 1000;
  return new Date(isPlausible ? Math.max(now.getTime(), latest + 1) : now.getTime()).toISOString();
}

/** A text that people will read must say something. */
export function requireText(text: string): Result<string> {
  if (text.trim() !== "") return ok(text);
  return fail(
    fault("invalid_argument", "The text of the comment is empty.", "Write what should change.", {
      subject: { argument: "text" },
    }),
  );
}
