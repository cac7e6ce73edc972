import * as z from "zod";
import { isRecord } from "../kernel/json.ts";
import type { Stamp } from "../workspace/files/stamp.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { cacheFolders, makeCacheFolder } from "../workspace/state/cache-folders.ts";
import { readStateFile, writeStateFile } from "../workspace/state/files.ts";
import { type TagsOfText, tagTypes } from "./tags.ts";

/** Raised whenever the same text gives other tags. */
const tagsVersion = 1;
const fileName = "tags.json";

/** What is known of a file: as it looked when it was read, and what was in it. */
export interface KnownFile {
  readonly stamp: Stamp;
  readonly tags: TagsOfText | "skipped";
}

const Tags = z.object({
  tags: z.array(
    z.object({
      identifier: z.string(),
      specification: z.string().exactOptional(),
      tag_type: z.enum(tagTypes),
      line: z.int(),
    }),
  ),
  malformed: z.array(z.object({ text: z.string(), line: z.int(), reason: z.string() })),
});

/** A file without tags is `[path, ino, size, mtime, ctime]`; most are. One that cannot be read ends in `false`. */
type Row = readonly [string, number, number, number, number, (TagsOfText | false)?];

/** What earlier processes of this user have learned about the files of a root, by path. */
export function readStoredTags(workspace: Workspace): Map<string, KnownFile> {
  for (const folder of cacheFolders(workspace)) {
    const bytes = readStateFile(folder, fileName);
    const rows = bytes && rowsIn(new TextDecoder().decode(bytes));
    if (rows) return new Map(rows.flatMap(knownFile));
  }
  return new Map();
}

/** Failing to keep it is no failure of the scan: the next process reads the files again. */
export function keepTags(workspace: Workspace, files: ReadonlyMap<string, KnownFile>): void {
  try {
    const rows = [...files].map(([path, known]) => rowOf(path, known));
    writeStateFile(
      makeCacheFolder(workspace),
      fileName,
      JSON.stringify({ version: tagsVersion, root: workspace.root, rows }),
    );
  } catch {
    // A read-only home, a full disk.
  }
}

function rowOf(path: string, { stamp: { ino, size, mtimeMs, ctimeMs }, tags }: KnownFile): Row {
  if (tags === "skipped") return [path, ino, size, mtimeMs, ctimeMs, false];
  const isEmpty = tags.tags.length === 0 && tags.malformed.length === 0;
  return isEmpty ? [path, ino, size, mtimeMs, ctimeMs] : [path, ino, size, mtimeMs, ctimeMs, tags];
}

function rowsIn(text: string): readonly unknown[] | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) && read.version === tagsVersion && Array.isArray(read.rows) ? read.rows : undefined;
  } catch {
    return undefined;
  }
}

const nothing: TagsOfText = { tags: [], malformed: [] };

function knownFile(row: unknown): [string, KnownFile][] {
  if (!Array.isArray(row)) return [];
  const [path, ino, size, mtimeMs, ctimeMs, found] = row;
  if (typeof path !== "string" || [ino, size, mtimeMs, ctimeMs].some((each) => typeof each !== "number"))
    return [];
  const tags = found === undefined ? nothing : found === false ? "skipped" : Tags.safeParse(found).data;
  return tags === undefined ? [] : [[path, { stamp: { ino, size, mtimeMs, ctimeMs }, tags }]];
}
