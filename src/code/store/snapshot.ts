import { openStateFile, readStateFile, type StateFile } from "../../workspace/state/files.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import type { FileRecord, Stamp } from "./records.ts";
import { type ByteRange, Segment } from "./segment.ts";
import type { SegmentBytes } from "./segment-builder.ts";

/** A segment with what of it still counts. */
export interface LiveSegment {
  readonly id: string;
  /** Where a search spans several repositories: which one its files are of. */
  readonly repository?: string;
  readonly segment: Segment;
  readonly dropped: ReadonlySet<number>;
  readonly texts: (range: ByteRange) => Uint8Array;
}

export interface FilePlace {
  readonly at: LiveSegment;
  readonly file: number;
}

/** All that a search needs, at one moment. Immutable: later commits do not touch it. */
export interface Snapshot {
  readonly manifest: Manifest;
  readonly segments: readonly LiveSegment[];
  readonly files: ReadonlyMap<string, FilePlace>;
}

/** Opened segments, kept from one snapshot to the next by id. */
export type SegmentCache = Map<string, { readonly segment: Segment; readonly file: StateFile }>;

/**
 * Opens what the manifest names. A writer may replace and delete segments between the two reads; then the
 * newer manifest is read and it starts over. Undefined when there is no index or it is damaged.
 */
export function openSnapshot(folder: string, cache: SegmentCache = new Map()): Snapshot | undefined {
  for (let tries = 0; tries < 50; tries++) {
    const manifest = readManifest(folder);
    if (!manifest) return undefined;
    const segments = openSegments(folder, manifest, cache);
    if (segments) return snapshotOf(manifest, segments);
    if (readManifest(folder)?.generation === manifest.generation) return undefined;
  }
  return undefined;
}

/** The snapshot with some files replaced or dropped, by a segment that need not be on disk. */
export function withOverlay(
  base: Snapshot,
  overlay: SegmentBytes | undefined,
  missing: Iterable<string>,
): Snapshot {
  const overlaySegment = overlay && memorySegment(overlay);
  const leaving = new Map<string, Set<number>>();
  const leave = (path: string) => {
    const place = base.files.get(path);
    if (!place) return;
    const set = leaving.get(place.at.id) ?? new Set(place.at.dropped);
    leaving.set(place.at.id, set.add(place.file));
  };
  for (const path of missing) leave(path);
  for (const path of overlaySegment?.segment.paths ?? []) leave(path);
  const segments = base.segments.map((live) => ({ ...live, dropped: leaving.get(live.id) ?? live.dropped }));
  return snapshotOf(base.manifest, overlaySegment ? [...segments, overlaySegment] : segments);
}

/** Some files of a snapshot as a snapshot: a corpus of its own, in which frequencies count over them alone. */
export function narrowed(base: Snapshot, holds: (path: string) => boolean): Snapshot {
  const segments = base.segments.map((live) => {
    const dropped = new Set(live.dropped);
    for (const [file, path] of live.segment.paths.entries()) if (!holds(path)) dropped.add(file);
    return { ...live, dropped };
  });
  return snapshotOf(
    base.manifest,
    segments.filter(({ segment, dropped }) => dropped.size < segment.fileCount),
  );
}

export function snapshotOf(manifest: Manifest, segments: readonly LiveSegment[]): Snapshot {
  const files = new Map<string, FilePlace>();
  for (const at of segments) {
    for (const [file, path] of at.segment.paths.entries()) {
      if (!at.dropped.has(file)) files.set(path, { at, file });
    }
  }
  return { manifest, segments, files };
}

export function memorySegment(bytes: Pick<SegmentBytes, "search" | "texts">, id = "memory"): LiveSegment {
  const live = readMemorySegment(bytes, id);
  if (!live) throw new Error("A segment built in memory cannot be damaged.");
  return live;
}

/** A segment whose bytes came from elsewhere; undefined when they are damaged. */
export function readMemorySegment(
  bytes: Pick<SegmentBytes, "search" | "texts">,
  id: string,
): LiveSegment | undefined {
  const segment = Segment.read(bytes.search);
  if (!segment) return undefined;
  const texts = (range: ByteRange) => bytes.texts.subarray(range.from, range.from + range.length);
  return { id, segment, dropped: new Set(), texts };
}

export function recordOf(place: FilePlace): FileRecord {
  return place.at.segment.record(place.file);
}

/** Whether a file's stamp is the one that it had when its bytes were last known to be those of the index. */
export function hasStamp(snapshot: Snapshot, path: string, place: FilePlace, stamp: Stamp): boolean {
  const moved = snapshot.manifest.stamps[path];
  if (!moved) return place.at.segment.hasStamp(place.file, stamp);
  const [size, mtimeMs, ctimeMs] = moved;
  return size === stamp.size && mtimeMs === stamp.mtimeMs && ctimeMs === stamp.ctimeMs;
}

export function textOf(place: FilePlace): string {
  return decoder.decode(place.at.texts(place.at.segment.textRange(place.file)));
}

export function factsOf(place: FilePlace): Uint8Array {
  return place.at.texts(place.at.segment.factsRange(place.file));
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const retireMs = 60_000;

export function openSegments(
  folder: string,
  manifest: Pick<Manifest, "segments">,
  cache: SegmentCache,
): LiveSegment[] | undefined {
  const segments: LiveSegment[] = [];
  for (const entry of manifest.segments) {
    const cached = cache.get(entry.id) ?? openSegment(folder, entry.id);
    if (cached?.segment.fileCount !== entry.files) return undefined;
    cache.set(entry.id, cached);
    const texts = (range: ByteRange) => cached.file.read(range.from, range.length);
    segments.push({ id: entry.id, segment: cached.segment, dropped: new Set(entry.dropped), texts });
  }
  const ids = new Set(manifest.segments.map((entry) => entry.id));
  for (const [id, { file }] of cache) {
    if (ids.has(id)) continue;
    cache.delete(id);
    // A search that began before may still read from it.
    setTimeout(() => file.close(), retireMs).unref();
  }
  return segments;
}

function openSegment(folder: string, id: string): { segment: Segment; file: StateFile } | undefined {
  const file = openStateFile(folder, `${id}.texts`);
  const bytes = file && readStateFile(folder, `${id}.search`);
  const segment = bytes && Segment.read(bytes);
  if (file && segment) return { segment, file };
  file?.close();
  return undefined;
}
