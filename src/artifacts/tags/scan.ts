import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { readText } from "../../workspace/files/files.ts";
import { StampSet, stampOf } from "../../workspace/files/stamp.ts";
import type { StampCache } from "../../workspace/files/stamp-cache.ts";
import { absolutePath, literalPath, parentPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { type WalkEntry, walkAll } from "../../workspace/walk/walk.ts";
import { type FileTags, readStoredTags, storeTags } from "./stored-tags.ts";
import { readTags, type TagsOfText } from "./tags.ts";

/** The tags of one file. */
export interface TaggedFile extends TagsOfText {
  readonly path: WorkspacePath;
}

export interface TagScan {
  /** Files with tags or malformed tags, by path in code point order. */
  readonly files: readonly TaggedFile[];
  /** How many files were read, with tags or without. */
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
 * The tags of each file, and whole scans with the stamps of their files. The tags are stored in the user's cache folder,
 * so that the next process reads only changed files.
 */
export class TagCache {
  readonly #roots = new Map<string, StampCache<FileTags>>();
  readonly scans = new Map<string, { readonly stamps: StampSet; readonly scan: TagScan }>();

  /** The tags of one root, by path. */
  of(workspace: Workspace): StampCache<FileTags> {
    const files = this.#roots.get(workspace.root) ?? readStoredTags(workspace);
    this.#roots.set(workspace.root, files);
    return files;
  }
}

/** The stored tags are written again when more than this share of the files changed. */
const minChangedShare = 1 / 50;

/**
 * Finds validation tags in all text files below a folder, except ignored files, hidden files and binaries. Ignore files
 * apply even without a `.git` folder. If nothing has changed, a scan only stats each file and folder.
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
  const stored = cache.of(workspace);
  const files: TaggedFile[] = [];
  let read = 0;
  let skipped = 0;
  let done = 0;
  for (const entry of entries) {
    if (signal.aborted) return cancelled();
    const { tags, isNew } = await tagsOf(workspace, entry, stored);
    if (isNew) read++;
    if (tags === "skipped") skipped++;
    else if (tags.tags.length > 0 || tags.malformed.length > 0) files.push({ path: entry.path, ...tags });
    if (++done % 256 === 0 || done === entries.length) progress?.(done, entries.length);
  }
  if (read > entries.length * minChangedShare) {
    const seen = new Set<string>(entries.map(({ path }) => path));
    const prefix = from === "" ? "" : `${from}/`;
    stored.retain((path) => !path.startsWith(prefix) || seen.has(path));
    storeTags(workspace, stored);
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

/** Everything that the scan depends on: files, folders (new files) and the ignore files above. */
function stampsOf(
  workspace: Workspace,
  from: WorkspacePath,
  entries: readonly WalkEntry[],
  folders: readonly WorkspacePath[],
  readAt: number,
): StampSet {
  const stamps = new StampSet();
  const add = (path: WorkspacePath) => {
    const absolute = absolutePath(workspace, path);
    stamps.add(absolute, stampOf(absolute), readAt);
  };
  for (const folder of folders) add(folder);
  for (let above = from; above !== ""; ) {
    above = parentPath(above);
    add(literalPath(above === "" ? ".gitignore" : `${above}/.gitignore`));
  }
  add(literalPath(".git/info/exclude"));
  for (const entry of entries) stamps.add(absolutePath(workspace, entry.path), entry, readAt);
  return stamps;
}

function isHidden(path: string, from: string): boolean {
  const below = from === "" ? path : path.slice(from.length + 1);
  return below.startsWith(".") || below.includes("/.");
}

function cancelled(): Result<never> {
  return fail(fault("cancelled", "The scan was cancelled.", "Try again to start over.", { retryable: true }));
}
