import * as z from "zod";
import { isRecord } from "../../kernel/json.ts";
import { readStateFile, stateFileSize, writeStateFile } from "../../workspace/state/files.ts";

/** What the files of a segment are called, and nothing else: an id is part of a path. */
export const segmentId = /^s\d{1,15}-[0-9a-f]{8}$/;

/** A million files take less than half of it. */
const maxManifestBytes = 256 * 1024 * 1024;

/** Raised when the layout of segments changes: an older index is rebuilt, never migrated. */
export const storeVersion = 2;

/**
 * The one mutable file of the store. Replacing it is the commit: a reader sees exactly the segments
 * that it names, minus the files that it drops, and nothing of a build that was killed.
 */
export const Manifest = z.object({
  version: z.literal(storeVersion),
  /** Of all parsers and the chunker together; another value means that every file must be read again. */
  analysis: z.string(),
  generation: z.int().nonnegative(),
  /** False while the first build has not seen all files yet: it can be continued but not searched. */
  complete: z.boolean(),
  segments: z.array(
    z.object({
      id: z.string().regex(segmentId),
      files: z.int().positive(),
      chunks: z.int().nonnegative(),
      /** Numbers of files that later segments replace or that are gone. */
      dropped: z.array(z.int().nonnegative()),
    }),
  ),
  /** Stamps of files whose bytes are what a segment says, but whose time stamps have moved since. */
  stamps: z.record(z.string(), z.tuple([z.number(), z.number(), z.number()])),
});
export type Manifest = z.infer<typeof Manifest>;

const manifestName = "manifest.json";

/** The manifest in a folder; undefined when there is none, or one of another version. */
export function readManifest(folder: string): Manifest | undefined {
  const bytes = readStateFile(folder, manifestName, maxManifestBytes);
  if (!bytes) return undefined;
  try {
    const { data } = Manifest.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return data && isSound(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** No segment twice, and none that drops files which it does not have. */
function isSound({ segments }: Manifest): boolean {
  const ids = new Set(segments.map(({ id }) => id));
  return (
    ids.size === segments.length &&
    segments.every(({ files, dropped }) => dropped.length <= files && dropped.every((file) => file < files))
  );
}

/** Whether anybody ever began an index here, though it may be damaged, unfinished or of another version. */
export function hasManifest(folder: string): boolean {
  return stateFileSize(folder, manifestName) !== undefined;
}

/** Whether there is an index that only another version of Hewto can read. */
export function isOfOtherVersion(folder: string): boolean {
  const bytes = readStateFile(folder, manifestName, maxManifestBytes);
  if (!bytes) return false;
  try {
    const manifest: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(manifest) && typeof manifest.version === "number" && manifest.version !== storeVersion;
  } catch {
    return false;
  }
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writeStateFile(folder, manifestName, JSON.stringify(manifest));
}

export function emptyManifest(analysis: string): Manifest {
  return { version: storeVersion, analysis, generation: 0, complete: false, segments: [], stamps: {} };
}
