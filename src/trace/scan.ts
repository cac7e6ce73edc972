import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { readText } from "../workspace/files.ts";
import { absolutePath, literalPath, parentPath, type WorkspacePath } from "../workspace/paths.ts";
import type { Workspace } from "../workspace/root.ts";
import { areUnchanged, isFresh, isSameStamp, type Stamp, stampOf } from "../workspace/stamp.ts";
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

/** What a process remembers of code: the tags of each file, and whole scans with all that they rest on. */
export class TagMemory {
  readonly files = new Map<string, { readonly entry: WalkEntry; readonly tags: TagsOfText | "skipped" }>();
  readonly scans = new Map<string, { readonly stamps: Stamps; readonly scan: TagScan }>();
}

/** By absolute path. */
type Stamps = ReadonlyMap<string, Stamp | undefined>;

/** Far more than any workspace, and little enough to keep. */
const mostRemembered = 400_000;

/**
 * Looks for validation tags in all text files below a folder. What git ignores, hidden files and binaries are
 * left out. `.git` need not be there for ignore files to count. A scan with nothing changed since costs one
 * look at each file and folder.
 */
export async function scanTags(
  workspace: Workspace,
  from: WorkspacePath,
  options: ScanOptions,
): Promise<Result<TagScan>> {
  const { memory, signal, progress } = options;
  const key = `${workspace.root}\0${from}`;
  const known = memory.scans.get(key);
  if (known !== undefined && (await areUnchanged(known.stamps))) {
    const total = known.scan.scanned + known.scan.skipped;
    progress?.(total, total);
    return ok(known.scan);
  }
  const started = Date.now();
  const folders: WorkspacePath[] = [];
  const onFolder = (path: WorkspacePath) => void folders.push(path);
  const walked = await walkAll(workspace, { from, skip: [".git", ".hewto"], signal, onFolder });
  if (!walked.ok) return walked;
  const scan = await scanEntries(workspace, from, walked.value, options);
  if (!scan.ok) return scan;
  const stamps = stampsOf(workspace, from, walked.value, folders);
  const isSettled = [...stamps.values()].every((stamp) => stamp === undefined || !isFresh(stamp, started));
  if (isSettled && !signal.aborted) memory.scans.set(key, { stamps, scan: scan.value });
  else memory.scans.delete(key);
  return scan;
}

async function scanEntries(
  workspace: Workspace,
  from: WorkspacePath,
  walked: readonly WalkEntry[],
  { memory, signal, progress }: ScanOptions,
): Promise<Result<TagScan>> {
  const entries = walked.filter((entry) => !isHidden(entry.path, from));
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
  const known = memory.files.get(key);
  if (known !== undefined && isSameStamp(known.entry, entry)) return known.tags;
  const file = await readText(workspace, entry.path);
  const tags =
    !file.ok || file.value.text.slice(0, 8192).includes("\0") ? "skipped" : readTags(file.value.text);
  // A file of this very moment may be written again within one tick of the clock, at the same size.
  if (isFresh(entry, Date.now())) memory.files.delete(key);
  else memory.files.set(key, { entry, tags });
  return tags;
}

/** All that the scan rests on: files, folders (for what is added to them) and the ignore files above. */
function stampsOf(
  workspace: Workspace,
  from: WorkspacePath,
  entries: readonly WalkEntry[],
  folders: readonly WorkspacePath[],
): Stamps {
  const stamps = new Map<string, Stamp | undefined>();
  const note = (path: WorkspacePath) => {
    const absolute = absolutePath(workspace, path);
    stamps.set(absolute, stampOf(absolute));
  };
  for (const folder of folders) note(folder);
  for (let above = from; above !== ""; ) {
    above = parentPath(above);
    note(literalPath(above === "" ? ".gitignore" : `${above}/.gitignore`));
  }
  note(literalPath(".git/info/exclude"));
  for (const entry of entries) stamps.set(absolutePath(workspace, entry.path), entry);
  return stamps;
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
