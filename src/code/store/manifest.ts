import * as z from "zod";
import { isRecord } from "../../kernel/json.ts";
import { readStateFile, writeStateFile } from "../../workspace/state-files.ts";

/** Raised when the layout of segments changes: an older index is built anew, never migrated. */
export const storeVersion = 2;

/**
 * The one mutable file of the store. Replacing it is the commit: whoever has read it sees exactly the segments
 * that it names, minus the files that it drops, and nothing of a build that was killed.
 */
export const Manifest = z.object({
  version: z.literal(storeVersion),
  /** Of all parsers and the chunker together; another value means that every file must be read again. */
  analysis: z.string(),
  generation: z.int(),
  /** False while the first build has not seen all files yet: it can be continued but not searched. */
  complete: z.boolean(),
  segments: z.array(
    z.object({
      id: z.string(),
      files: z.int(),
      chunks: z.int(),
      /** Numbers of files that later segments replace or that are gone. */
      dropped: z.array(z.int()),
    }),
  ),
  /** Stamps of files whose bytes are what a segment says, but whose time stamps have moved since. */
  stamps: z.record(z.string(), z.tuple([z.number(), z.number(), z.number()])),
});
export type Manifest = z.infer<typeof Manifest>;

const manifestName = "manifest.json";

/** The manifest in a folder; undefined when there is none, or one of another version. */
export function readManifest(folder: string): Manifest | undefined {
  const bytes = readStateFile(folder, manifestName);
  if (!bytes) return undefined;
  try {
    return Manifest.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}

/** Whether anybody ever began an index here, though it may be damaged, unfinished or of another version. */
export function hasManifest(folder: string): boolean {
  return readStateFile(folder, manifestName) !== undefined;
}

/** Whether there is an index that only another version of Hewto can read. */
export function isOfOtherVersion(folder: string): boolean {
  const bytes = readStateFile(folder, manifestName);
  if (!bytes) return false;
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(found) && typeof found.version === "number" && found.version !== storeVersion;
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
