import { gitBlob, sha256 } from "../../kernel/hash.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { hasBit } from "../../store/bits.ts";
import { damagedSegment } from "../../store/parts.ts";
import type { ManifestSegment, SegmentFiles, Store } from "../../store/store.ts";
import { readBytes } from "../../workspace/files/files.ts";
import { activeOverlay } from "../../workspace/files/overlay.ts";
import { isRacy } from "../../workspace/files/stamp.ts";
import { repositoryAt } from "../../workspace/git/repository.ts";
import { unchangedBlobs } from "../../workspace/git/unchanged.ts";
import { childPath, rootPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { writeStateFile } from "../../workspace/state/files.ts";
import { isSkippedUnread, maxFileBytes } from "../index/analyze.ts";
import type { SeenFile } from "../index/plan.ts";
import { emptyManifest } from "../store/manifest.ts";
import type { Stamp } from "../store/records.ts";
import { restamped } from "../store/restamp.ts";
import type { Segment } from "../store/segment.ts";
import { type LiveSegment, memorySegment, type Snapshot, snapshotOf } from "../store/snapshot.ts";
import { decodeText, isTextItself } from "../text/decode.ts";
import { type Base, chooseBase } from "./base.ts";
import { checkSegment } from "./check-segment.ts";
import { SegmentCache } from "./segment-cache.ts";

export interface PullOptions {
  readonly store: Store;
  /** The name of the repository in the store. */
  readonly repo: string;
  readonly workspace: Workspace;
  /** The files of the checkout now. */
  readonly entries: readonly SeenFile[];
  /** Where the index is to lie; undefined when nothing can be written: then it is in memory. */
  readonly folder: string | undefined;
  readonly newId: () => string;
  readonly analysis: string;
  readonly signal: AbortSignal;
  readonly cache?: SegmentCache;
}

export interface Pulled {
  readonly snapshot: Snapshot;
  readonly base: Base;
  /** Files of the checkout that the base has. */
  readonly files: number;
  /** Files whose text in the store is not what its hash says. They are read here. */
  readonly unbelieved: readonly string[];
  /** What came over the network. */
  readonly bytes: number;
}

/**
 * Takes an index from the store instead of building it. Only files count whose bytes are on this disk, too: the rest
 * of the checkout is read here, as if it had been edited since.
 */
export async function pullIndex(options: PullOptions): Promise<Result<Pulled>> {
  const { store, repo, workspace, entries, signal, cache = new SegmentCache() } = options;
  const base = await chooseBase(store, repo, workspace, signal);
  if (!base.ok) return base;
  const paths = new Map(entries.map((entry) => [entry.path, entry]));
  const disk = await diskOf(workspace, entries.length, signal);
  const live: LiveSegment[] = [];
  const unbelieved: string[] = [];
  let [files, bytes] = [0, 0];
  for (const entry of base.value.manifest.segments) {
    const fetched = await segmentFiles(store, cache, entry);
    if (!fetched.ok) return fetched;
    const { contents, segment } = fetched.value;
    bytes += fetched.value.pulled;
    const stamps = new Map<number, Stamp>();
    for (const [file, path] of segment.paths.entries()) {
      const seen = hasBit(entry.living, file) ? paths.get(path) : undefined;
      if (!seen) continue;
      const stamp =
        knownBlob(disk, fetched.value, file, seen) ?? (await believed(workspace, fetched.value, file, seen));
      if (stamp === "unbelieved") unbelieved.push(path);
      else if (stamp) stamps.set(file, stamp);
    }
    if (signal.aborted) break;
    if (stamps.size === 0) continue;
    files += stamps.size;
    live.push(place(options, cache, entry, contents, stamps));
  }
  const snapshot = snapshotOf(emptyManifest(options.analysis), live);
  return ok({ snapshot, base: base.value, files, unbelieved, bytes });
}

interface Fetched {
  readonly contents: SegmentFiles;
  readonly segment: Segment;
  readonly pulled: number;
}

/** From the cache of this user, else from the store; checked in both cases. */
async function segmentFiles(
  store: Store,
  cache: SegmentCache,
  { id, files }: ManifestSegment,
): Promise<Result<Fetched>> {
  const cached = cache.get(id);
  const read = cached ? ok(cached) : await store.segments.get(id);
  if (!read.ok) return read;
  const contents = read.value;
  const segment = contents && checkSegment(contents);
  if (!contents || segment?.fileCount !== files) return damagedSegment(id, store.address);
  if (!cached) cache.put(id, contents);
  return ok({ contents, segment, pulled: cached ? 0 : contents.search.length + contents.texts.length });
}

/** The files that git knows to be unchanged, at a moment after the checkout was walked. */
interface Disk {
  readonly blobs: ReadonlyMap<string, string>;
  readonly askedAt: number;
}

/** Fewer files are read in less time than git takes to start. */
const minFiles = 300;

async function diskOf({ root }: Workspace, files: number, signal: AbortSignal): Promise<Disk> {
  const askedAt = Date.now();
  const repository = repositoryAt(root);
  // Git knows nothing of unsaved text.
  const isWorthIt = repository !== undefined && files >= minFiles && activeOverlay() === undefined;
  return { blobs: isWorthIt ? await unchangedBlobs(repository, signal) : new Map(), askedAt };
}

/**
 * The stamp of a file that need not be read: git knows it to be a blob, and the text in the segment is that blob.
 * Undefined when only the bytes of the file can tell.
 */
function knownBlob(
  { blobs, askedAt }: Disk,
  { segment, contents: { texts } }: Fetched,
  file: number,
  { path, size, mtimeMs, ctimeMs }: SeenFile,
): Stamp | undefined {
  const blob = blobs.get(path);
  const { from, length } = segment.textRange(file);
  if (blob === undefined || length !== size || segment.stamp(file).size !== size) return undefined;
  if (segment.stateOf(file) !== "indexed" || isSkippedUnread(path, size)) return undefined;
  const text = texts.subarray(from, from + length);
  const isBlob = gitBlob(text, blob.length === 40 ? "sha1" : "sha256") === blob;
  if (!isBlob || !isTextItself(text) || sha256(text).slice(0, 32) !== segment.record(file).hash)
    return undefined;
  return unlessRacy({ size, mtimeMs, ctimeMs }, askedAt);
}

/** A file that was written a moment ago is read again next time. */
function unlessRacy(stamp: Stamp, readAt: number): Stamp {
  return isRacy(stamp, readAt) ? { ...stamp, ctimeMs: -1 } : stamp;
}

/**
 * The stamp of a file on disk if its bytes are those that the segment was made of, and its text is what the segment
 * claims; undefined when it differs. What was skipped for its name or its size is skipped here, too.
 */
async function believed(
  workspace: Workspace,
  { segment, contents: { texts } }: Fetched,
  file: number,
  { path, size, mtimeMs, ctimeMs }: SeenFile,
): Promise<Stamp | "unbelieved" | undefined> {
  const state = segment.stateOf(file);
  if (segment.stamp(file).size !== size || state === "failed") return undefined;
  const stamp = { size, mtimeMs, ctimeMs };
  const { hash } = segment.record(file);
  const isEmpty = segment.firstChunk(file) === segment.firstChunk(file + 1);
  if (state === "skipped" && !isEmpty) return "unbelieved";
  if (state === "skipped" && isSkippedUnread(path, size)) return stamp;
  const readAt = Date.now();
  const bytes = await readBytes(workspace, childPath(rootPath, path), { maxBytes: maxFileBytes });
  if (!bytes.ok || bytes.value.sha256.slice(0, 32) !== hash) return undefined;
  const own = decodeText(bytes.value.content)?.utf8 ?? new Uint8Array();
  const { from, length } = segment.textRange(file);
  if (Buffer.compare(own, texts.subarray(from, from + length)) !== 0) return "unbelieved";
  return unlessRacy(stamp, readAt);
}

/** The segment as part of this checkout's index: the same bytes, with the times that the files have here. */
function place(
  { folder, newId }: PullOptions,
  cache: SegmentCache,
  { id }: ManifestSegment,
  { search, texts }: SegmentFiles,
  stamps: ReadonlyMap<number, Stamp>,
): LiveSegment {
  const own = restamped(search, stamps);
  const name = newId();
  if (folder !== undefined) {
    cache.linkTexts(id, folder, `${name}.texts`, texts);
    writeStateFile(folder, `${name}.search`, own);
  }
  const live = memorySegment({ search: own, texts }, name);
  const dropped = new Set([...live.segment.paths.keys()].filter((file) => !stamps.has(file)));
  return { ...live, dropped };
}
