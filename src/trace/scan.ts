import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { readText } from "../workspace/files/files.ts";
import { areUnchanged, isFresh, isSameStamp, type Stamp, stampOf } from "../workspace/files/stamp.ts";
import { absolutePath, literalPath, parentPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { type WalkEntry, walkAll } from "../workspace/walk/walk.ts";
import { type KnownFile, keepTags, readStoredTags } from "./stored-tags.ts";
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

/**
 * What is remembered of code: the tags of each file, and whole scans with all that they rest on. The tags outlive the
 * process, in the user's cache folder: a command that runs again reads only what changed.
 */
export class TagMemory {
  private readonly roots = new Map<string, Map<string, KnownFile>>();
  readonly scans = new Map<string, { readonly stamps: Stamps; readonly scan: TagScan }>();

  /** Of one root, by path. */
  of(workspace: Workspace): Map<string, KnownFile> {
    const files = this.roots.get(workspace.root) ?? readStoredTags(workspace);
    this.roots.set(workspace.root, files);
    return files;
  }
}

/** By absolute path. */
type Stamps = ReadonlyMap<string, Stamp | undefined>;

/** Far more than any workspace, and little enough to keep. */
const mostRemembered = 400_000;
/** Fewer new files than this share are not worth writing all of them down again. */
const worthKeeping = 1 / 50;

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
  const known = memory.of(workspace);
  if (known.size > mostRemembered) known.clear();
  const files: TaggedFile[] = [];
  let read = 0;
  let skipped = 0;
  let done = 0;
  for (const entry of entries) {
    if (signal.aborted) return cancelled();
    const { tags, isNew } = await tagsOf(workspace, entry, known);
    if (isNew) read++;
    if (tags === "skipped") skipped++;
    else if (tags.tags.length > 0 || tags.malformed.length > 0) files.push({ path: entry.path, ...tags });
    if (++done % 256 === 0 || done === entries.length) progress?.(done, entries.length);
  }
  if (read > entries.length * worthKeeping) {
    forgetGone(known, from, entries);
    keepTags(workspace, known);
  }
  return ok({ files, scanned: entries.length - skipped, skipped });
}

/** What is no longer below the scanned folder need not be kept. */
function forgetGone(known: Map<string, KnownFile>, from: WorkspacePath, entries: readonly WalkEntry[]): void {
  const seen = new Set<string>(entries.map(({ path }) => path));
  const prefix = from === "" ? "" : `${from}/`;
  for (const path of known.keys()) if (path.startsWith(prefix) && !seen.has(path)) known.delete(path);
}

async function tagsOf(
  workspace: Workspace,
  entry: WalkEntry,
  files: Map<string, KnownFile>,
): Promise<{ readonly tags: TagsOfText | "skipped"; readonly isNew: boolean }> {
  const known = files.get(entry.path);
  if (known !== undefined && isSameStamp(known.stamp, entry)) return { tags: known.tags, isNew: false };
  const file = await readText(workspace, entry.path);
  const tags =
    !file.ok || file.value.text.slice(0, 8192).includes("\0") ? "skipped" : readTags(file.value.text);
  // A file of this very moment may be written again within one tick of the clock, at the same size.
  if (isFresh(entry, Date.now())) files.delete(entry.path);
  else files.set(entry.path, { stamp: entry, tags });
  return { tags, isNew: true };
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
