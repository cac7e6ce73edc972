import * as z from "zod";
import { isRecord } from "../../kernel/json.ts";
import type { Stamp } from "../../workspace/files/stamp.ts";
import { StampCache, type StampedValue } from "../../workspace/files/stamp-cache.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { cacheFolders, makeCacheFolder } from "../../workspace/state/cache-folders.ts";
import { readStateFile, writeStateFile } from "../../workspace/state/files.ts";
import { type TagsOfText, tagTypes } from "./tags.ts";

/** Incremented whenever the same text gives different tags. */
const tagsVersion = 4;
const fileName = "tags.json";

/** More files than any workspace has. */
const maxFiles = 400_000;

/** The tags of a file; `skipped` for one that is not text or too large. */
export type FileTags = TagsOfText | "skipped";

const Tags = z.object({
  tags: z.array(
    z.object({
      identifier: z.string(),
      specification: z.string().exactOptional(),
      tag_type: z.enum(tagTypes),
      line: z.int(),
      isComment: z.literal(true).exactOptional(),
      skipped: z.literal(true).exactOptional(),
    }),
  ),
  malformed: z.array(
    z.object({
      text: z.string(),
      line: z.int(),
      reason: z.string(),
      isComment: z.literal(true).exactOptional(),
    }),
  ),
});

/** Most files have no tags and are stored as `[path, ino, size, mtime, ctime]`. An unreadable file ends in `false`. */
type Row = readonly [string, number, number, number, number, (TagsOfText | false)?];

/** The tags that earlier processes of this user have stored for a root, by path. */
export function readStoredTags(workspace: Workspace): StampCache<FileTags> {
  for (const folder of cacheFolders(workspace)) {
    const bytes = readStateFile(folder, fileName);
    const rows = bytes && rowsIn(new TextDecoder().decode(bytes));
    if (rows) return new StampCache({ maxEntries: maxFiles, entries: rows.flatMap(entryOf) });
  }
  return new StampCache({ maxEntries: maxFiles });
}

/** A failure to write is ignored: the next process reads the files again. */
export function storeTags(workspace: Workspace, files: StampCache<FileTags>): void {
  try {
    const rows = [...files.entries()].flatMap(([path, { stamp, value }]) =>
      stamp === undefined ? [] : [rowOf(path, stamp, value)],
    );
    writeStateFile(
      makeCacheFolder(workspace),
      fileName,
      JSON.stringify({ version: tagsVersion, root: workspace.root, rows }),
    );
  } catch {
    // A read-only home, a full disk.
  }
}

function rowOf(path: string, { ino, size, mtimeMs, ctimeMs }: Stamp, tags: FileTags): Row {
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

const noTags: TagsOfText = { tags: [], malformed: [] };

function entryOf(row: unknown): [string, StampedValue<FileTags>][] {
  if (!Array.isArray(row)) return [];
  const [path, ino, size, mtimeMs, ctimeMs, stored] = row;
  if (typeof path !== "string" || [ino, size, mtimeMs, ctimeMs].some((each) => typeof each !== "number"))
    return [];
  const value = stored === undefined ? noTags : stored === false ? "skipped" : Tags.safeParse(stored).data;
  return value === undefined ? [] : [[path, { stamp: { ino, size, mtimeMs, ctimeMs }, value }]];
}
