import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { readText } from "../workspace/files.ts";
import type { WorkspacePath } from "../workspace/paths.ts";
import type { Workspace } from "../workspace/root.ts";
import { type WalkEntry, walkAll } from "../workspace/walk.ts";
import { readTags, type TagsOfText } from "./tags.ts";

/** The tags of one file. */
export interface TaggedFile extends TagsOfText {
  readonly path: WorkspacePath;
}

export interface TagScan {
  /** Files with tags or attempts at tags, by path in code point order. */
  readonly files: readonly TaggedFile[];
  /** How many files were looked at, tags or not. */
  readonly scanned: number;
  /** Files that are not text, or too large. */
  readonly skipped: number;
}

export interface ScanOptions {
  readonly memory: TagMemory;
  readonly signal: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
}

/** What files held when they were last read; a file that has not changed since is not read again. */
export class TagMemory {
  readonly files = new Map<string, { readonly stamp: string; readonly tags: TagsOfText | "skipped" }>();
}

/** Far more than any workspace, and little enough to keep. */
const mostRemembered = 400_000;

/**
 * Looks for validation tags in all text files below a folder. What git ignores, hidden files and binaries are
 * left out. `.git` need not be there for ignore files to count.
 */
export async function scanTags(
  workspace: Workspace,
  from: WorkspacePath,
  options: ScanOptions,
): Promise<Result<TagScan>> {
  const { signal, memory, progress } = options;
  const walked = await walkAll(workspace, { from, skip: [".git", ".hewto"], signal });
  if (!walked.ok) return walked;
  const entries = walked.value.filter((entry) => !isHidden(entry.path, from));
  if (memory.files.size > mostRemembered) memory.files.clear();
  const files: TaggedFile[] = [];
  let skipped = 0;
  let done = 0;
  for (const entry of entries) {
    if (signal.aborted) return cancelled();
    const tags = await tagsOf(workspace, entry, memory);
    if (tags === "skipped") skipped++;
    else if (tags.tags.length > 0 || tags.malformed.length > 0) files.push({ path: entry.path, ...tags });
    if (++done % 256 === 0 || done === entries.length) progress?.(done, entries.length);
  }
  return ok({ files, scanned: entries.length - skipped, skipped });
}

async function tagsOf(
  workspace: Workspace,
  entry: WalkEntry,
  memory: TagMemory,
): Promise<TagsOfText | "skipped"> {
  const key = `${workspace.root}\0${entry.path}`;
  const stamp = `${entry.size} ${entry.mtimeMs} ${entry.ctimeMs} ${entry.ino}`;
  const known = memory.files.get(key);
  if (known?.stamp === stamp) return known.tags;
  const file = await readText(workspace, entry.path);
  const tags =
    !file.ok || file.value.text.slice(0, 8192).includes("\0") ? "skipped" : readTags(file.value.text);
  // A file of this very moment may be written again within one tick of the clock, at the same size.
  if (Date.now() - entry.ctimeMs > 50) memory.files.set(key, { stamp, tags });
  return tags;
}

function isHidden(path: string, from: string): boolean {
  const below = from === "" ? path : path.slice(from.length + 1);
  return below.startsWith(".") || below.includes("/.");
}

function cancelled(): Result<never> {
  return fail(
    fault("cancelled", "The scan was cancelled.", "Call again to start over.", { retryable: true }),
  );
}
