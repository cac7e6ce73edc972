import { randomBytes } from "node:crypto";
import { deleteStateFile, listStateFiles, sweepStateFiles } from "../../workspace/state/files.ts";
import { type Manifest, segmentId, writeManifest } from "./manifest.ts";
import { mergeSegments } from "./merge.ts";
import type { Stamp } from "./records.ts";
import type { SegmentBytes } from "./segment-builder.ts";
import { type NewSegment, writeSegment } from "./segment-files.ts";
import { type LiveSegment, openSnapshot, type SegmentCache, type Snapshot } from "./snapshot.ts";

/** Segments of about one size, this many, become one. */
const mergeWidth = 8;
/** Larger segments are left alone: merging them would cost more than it saves. */
const maxMergedChunks = 150_000;

/** Random, because a store that was deleted and rebuilt counts generations from the start. */
export function newSegmentId(generation: number): string {
  return `s${generation + 1}-${randomBytes(4).toString("hex")}`;
}

interface Growing {
  readonly id: string;
  readonly files: number;
  readonly chunks: number;
  readonly dropped: Set<number>;
}

/**
 * Changes the store. Only the holder of the index lock may have one. Segments are written as they come; nothing
 * of it is seen by anyone before `commit` replaces the manifest.
 */
export class IndexWriter {
  private readonly folder: string;
  private readonly base: Manifest;
  private segments: Growing[];
  private readonly places = new Map<string, { entry: Growing; file: number }>();
  private stamps: Map<string, Stamp>;
  private generation: number;
  private readonly cache: SegmentCache = new Map();

  /** Starts from a snapshot, or from nothing (`generation` still counts on from what is there). */
  constructor(folder: string, base: Manifest, snapshot: Snapshot | undefined) {
    this.folder = folder;
    this.base = base;
    this.generation = base.generation;
    this.segments = [];
    this.stamps = new Map();
    if (!snapshot) return;
    const stamps = Object.entries(snapshot.manifest.stamps);
    this.stamps = new Map(
      stamps.map(([path, [size, mtimeMs, ctimeMs]]) => [path, { size, mtimeMs, ctimeMs }]),
    );
    for (const live of snapshot.segments) {
      const { segment } = live;
      this.track(
        { id: live.id, files: segment.fileCount, chunks: segment.chunkCount, dropped: new Set(live.dropped) },
        segment.paths,
      );
    }
  }

  add(bytes: SegmentBytes, paths: readonly string[]): void {
    if (bytes.files > 0) this.adopt(writeSegment(this.folder, this.newId(), bytes, paths));
  }

  /** Takes in a segment that was written under an id of ours. */
  adopt({ id, files, chunks, paths }: NewSegment): void {
    for (const path of paths) this.drop(path);
    this.track({ id, files, chunks, dropped: new Set() }, paths);
  }

  newId(): string {
    return newSegmentId(this.generation);
  }

  drop(path: string): void {
    const place = this.places.get(path);
    place?.entry.dropped.add(place.file);
    this.places.delete(path);
    this.stamps.delete(path);
  }

  /** The bytes are the same, the time stamps are not. */
  restamp(path: string, stamp: Stamp): void {
    if (this.places.has(path)) this.stamps.set(path, stamp);
  }

  has(path: string): boolean {
    return this.places.has(path);
  }

  commit(complete: boolean): Manifest {
    this.generation++;
    this.segments = this.segments.filter((entry) => entry.dropped.size < entry.files);
    const manifest: Manifest = {
      ...this.base,
      generation: this.generation,
      complete,
      segments: this.segments.map(({ id, files, chunks, dropped }) => ({
        id,
        files,
        chunks,
        dropped: [...dropped].sort((a, b) => a - b),
      })),
      stamps: Object.fromEntries(
        [...this.stamps].map(([path, { size, mtimeMs, ctimeMs }]) => [path, [size, mtimeMs, ctimeMs]]),
      ),
    };
    writeManifest(this.folder, manifest);
    return manifest;
  }

  /**
   * Merges what has grown too many or too hollow. Needs a commit before, so that it can read, and one after. Each call
   * leaves fewer segments, fewer hollow ones or fewer stamps, so that calling it until it gives false ends.
   */
  compact(): boolean {
    const entries = this.worthMerging();
    // After most edits there is nothing to merge, and opening all segments takes longer than the edit.
    const snapshot = entries && openSnapshot(this.folder, this.cache);
    if (!snapshot) return false;
    const inputs = snapshot.segments.filter((live) => entries.has(live.id));
    const merged = mergeSegments(inputs, (path) => this.stamps.get(path));
    const paths = inputs.flatMap((live) => livePaths(live));
    this.segments = this.segments.filter((entry) => !entries.has(entry.id));
    const stamps = new Map(this.stamps);
    this.add(merged, paths);
    // The merged segment holds the newest stamps itself.
    for (const path of paths) stamps.delete(path);
    this.stamps = stamps;
    return true;
  }

  /** Removes files that no manifest names: of merged segments, and of builds that were killed. */
  sweep(): void {
    const ids = new Set(this.segments.map((entry) => entry.id));
    for (const name of listStateFiles(this.folder)) {
      const [id = "", kind = ""] = name.split(".");
      const isSegments = segmentId.test(id) && (kind === "search" || kind === "texts");
      if (isSegments && !ids.has(id)) deleteStateFile(this.folder, name);
    }
    sweepStateFiles(this.folder);
    for (const { file } of this.cache.values()) file.close();
    this.cache.clear();
  }

  private worthMerging(): Set<string> | undefined {
    const tiers = new Map<number, Growing[]>();
    for (const entry of this.segments) {
      if (entry.dropped.size * 3 > entry.files && entry.chunks <= maxMergedChunks) return new Set([entry.id]);
      const tier = Math.floor(Math.log(Math.max(64, entry.chunks)) / Math.log(mergeWidth));
      tiers.set(tier, [...(tiers.get(tier) ?? []), entry]);
    }
    for (const group of tiers.values()) {
      const inputs = smallestOf(group);
      if (inputs.length >= mergeWidth) return new Set(inputs.map((entry) => entry.id));
    }
    const bearable = smallestOf(this.segments);
    return this.isCrowded(bearable) ? new Set(bearable.map((entry) => entry.id)) : undefined;
  }

  /** Whether merging these segments would make the manifest much smaller, which has the stamps that changed since. */
  private isCrowded(entries: readonly Growing[]): boolean {
    if (this.stamps.size <= 200 || this.stamps.size * 4 <= this.places.size) return false;
    const mergeable = new Set(entries);
    let count = 0;
    for (const path of this.stamps.keys()) {
      const place = this.places.get(path);
      if (place && mergeable.has(place.entry)) count++;
    }
    return count > 200;
  }

  private track(entry: Growing, paths: readonly string[]): void {
    this.segments.push(entry);
    for (const [file, path] of paths.entries()) {
      if (!entry.dropped.has(file)) this.places.set(path, { entry, file });
    }
  }
}

/** As many of the smallest segments as may become one. */
function smallestOf(entries: readonly Growing[]): Growing[] {
  let chunks = 0;
  return entries
    .toSorted((a, b) => a.chunks - b.chunks)
    .filter((entry) => {
      chunks += entry.chunks;
      return chunks <= maxMergedChunks;
    });
}

function livePaths({ segment, dropped }: LiveSegment): string[] {
  return segment.paths.filter((_, file) => !dropped.has(file));
}
