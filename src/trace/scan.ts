import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { readText } from "../workspace/files/files.ts";
import { StampSet, stampOf } from "../workspace/files/stamp.ts";
import type { StampCache } from "../workspace/files/stamp-cache.ts";
import { absolutePath, literalPath, parentPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { type WalkEntry, walkAll } from "../workspace/walk/walk.ts";
import { type FileTags, readStoredTags, storeTags } from "./stored-tags.ts";
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
  readonly cache: TagCache;
  readonly signal: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
}

/**
 * What is known about code: the tags of each file, and whole scans with the stamps of all that they were made from. The
 * tags outlive the process, in the user's cache folder: a command that runs again reads only what changed.
 */
export class TagCache {
  readonly #roots = new Map<string, StampCache<FileTags>>();
  readonly scans = new Map<string, { readonly stamps: StampSet; readonly scan: TagScan }>();

  /** Of one root, by path. */
  of(workspace: Workspace): StampCache<FileTags> {
    const files = this.#roots.get(workspace.root) ?? readStoredTags(workspace);
    this.#roots.set(workspace.root, files);
    return files;
  }
}

/** Below this share of changed files the stored tags are not written again. */
const minChangedShare = 1 / 50;

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
  const { cache, signal, progress } = options;
  const key = `${workspace.root}\0${from}`;
  const cached = cache.scans.get(key);
  if (cached !== undefined && (await cached.stamps.isCurrent())) {
    const total = cached.scan.scanned + cached.scan.skipped;
    progress?.(total, total);
    return ok(cached.scan);
  }
  const startedAt = Date.now();
  const folders: WorkspacePath[] = [];
  const onFolder = (path: WorkspacePath) => void folders.push(path);
  const walked = await walkAll(workspace, { from, skip: [".git", ".hewto"], signal, onFolder });
  if (!walked.ok) return walked;
  const scan = await scanEntries(workspace, from, walked.value, options);
  if (!scan.ok) return scan;
  cache.scans.set(key, {
    stamps: stampsOf(workspace, from, walked.value, folders, startedAt),
    scan: scan.value,
  });
  return scan;
}

async function scanEntries(
  workspace: Workspace,
  from: WorkspacePath,
  walked: readonly WalkEntry[],
  { cache, signal, progress }: ScanOptions,
): Promise<Result<TagScan>> {
  const entries = walked.filter((entry) => !isHidden(entry.path, from));
  const known = cache.of(workspace);
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
  if (read > entries.length * minChangedShare) {
    const seen = new Set<string>(entries.map(({ path }) => path));
    const prefix = from === "" ? "" : `${from}/`;
    known.retain((path) => !path.startsWith(prefix) || seen.has(path));
    storeTags(workspace, known);
  }
  return ok({ files, scanned: entries.length - skipped, skipped });
}

async function tagsOf(
  workspace: Workspace,
  entry: WalkEntry,
  cache: StampCache<FileTags>,
): Promise<{ readonly tags: FileTags; readonly isNew: boolean }> {
  const cached = cache.get(entry.path, entry);
  if (cached !== undefined) return { tags: cached, isNew: false };
  const readAt = Date.now();
  const file = await readText(workspace, entry.path);
  const tags =
    !file.ok || file.value.text.slice(0, 8192).includes("\0") ? "skipped" : readTags(file.value.text);
  const { ino, size, mtimeMs, ctimeMs } = entry;
  cache.set(entry.path, { ino, size, mtimeMs, ctimeMs }, tags, readAt);
  return { tags, isNew: true };
}

/** All that the scan rests on: files, folders (for what is added to them) and the ignore files above. */
function stampsOf(
  workspace: Workspace,
  from: WorkspacePath,
  entries: readonly WalkEntry[],
  folders: readonly WorkspacePath[],
  readAt: number,
): StampSet {
  const stamps = new StampSet();
  const note = (path: WorkspacePath) => {
    const absolute = absolutePath(workspace, path);
    stamps.add(absolute, stampOf(absolute), readAt);
  };
  for (const folder of folders) note(folder);
  for (let above = from; above !== ""; ) {
    above = parentPath(above);
    note(literalPath(above === "" ? ".gitignore" : `${above}/.gitignore`));
  }
  note(literalPath(".git/info/exclude"));
  for (const entry of entries) stamps.add(absolutePath(workspace, entry.path), entry, readAt);
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
