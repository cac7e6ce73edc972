import { ok, type Result } from "../../kernel/result.ts";
import { damagedSegment, joinParts, partsOf, segmentName } from "../parts.ts";
import type { FilePlace, NewSegment, SegmentFiles, SegmentTable } from "../store.ts";
import { bytesOf, hex, numberOf, unhex } from "./rows.ts";
import type { Session } from "./session.ts";

/** How many keys go into one statement. */
const batchSize = 5_000;

export function segmentTable(session: Session): SegmentTable {
  return {
    put: (segment) => put(session, segment),
    get: (id) => get(session, id),
    places: (analysis, keys) =>
      session.transaction(async (db) => {
        const places: (FilePlace | undefined)[] = [];
        for (let from = 0; from < keys.length; from += batchSize) {
          const batch = keys.slice(from, from + batchSize);
          const rows = await db.query(
            `select v.segment, v.file from unnest($2::bytea[], $3::bytea[]) with ordinality as k(blob, path, n)
             left join hewto.file_version v on v.analysis = $1 and v.blob = k.blob and v.path = k.path
             order by k.n`,
            [analysis, batch.map(({ blob }) => unhex(blob)), batch.map(({ path }) => unhex(path))],
          );
          for (const { segment, file } of rows)
            places.push(segment === null ? undefined : { segment: hex(segment), file: numberOf(file) });
        }
        return places;
      }),
    sizes: (ids) =>
      session.transaction(async (db) => {
        const rows = await db.query(
          "select id, files, chunks from hewto.segment where id = any($1::bytea[])",
          [ids.map(unhex)],
        );
        return new Map(
          rows.map((row) => [
            hex(row["id"]),
            { files: numberOf(row["files"]), chunks: numberOf(row["chunks"]) },
          ]),
        );
      }),
    list: () =>
      session.transaction(async (db) =>
        (await db.query("select id from hewto.segment order by created_at, id")).map(({ id }) => hex(id)),
      ),
  };
}

async function get(session: Session, id: string): Promise<Result<SegmentFiles | undefined>> {
  const read = await readParts(session, id);
  if (!read.ok) return read;
  if (read.value === undefined) return ok(undefined);
  const [search, texts] = read.value;
  return search && texts && segmentName({ search, texts }) === id
    ? ok({ search, texts })
    : damagedSegment(id, session.address.shown);
}

/** In one transaction: a worker that is killed leaves nothing, and nobody sees half a segment. */
async function put(session: Session, segment: NewSegment): Promise<Result<string>> {
  const id = segmentName(segment);
  const files = [[...partsOf(segment.search)], [...partsOf(segment.texts)]];
  const storedBytes = files.flat().reduce((sum, part) => sum + part.length, 0);
  return session.transaction(async (db) => {
    const inserted = await db.query(
      `insert into hewto.segment
         (tenant, id, analysis, files, chunks, search_bytes, texts_bytes, stored_bytes, made_by)
       values (hewto.current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (tenant, id) do update set unnamed_since = now() returning (xmax = 0) as is_new`,
      [
        unhex(id),
        segment.analysis,
        segment.files.length,
        segment.chunks,
        segment.search.length,
        segment.texts.length,
        storedBytes,
        segment.madeBy,
      ],
    );
    if (inserted[0]?.["is_new"] === true)
      for (const [file, parts] of files.entries())
        for (const [n, bytes] of parts.entries())
          await db.query(
            `insert into hewto.segment_part (tenant, segment, file, n, bytes)
             values (hewto.current_tenant(), $1, $2, $3, $4)`,
            [unhex(id), file, n, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
          );
    for (let from = 0; from < segment.files.length; from += batchSize) {
      const batch = segment.files.slice(from, from + batchSize);
      // Always in one order, so that two workers with the same files wait for each other instead of a deadlock.
      const keys = batch
        .map((key, at) => ({ ...key, file: from + at }))
        .sort((a, b) => (a.blob + a.path < b.blob + b.path ? -1 : 1));
      await db.query(
        `insert into hewto.file_version (tenant, analysis, blob, path, segment, file)
         select hewto.current_tenant(), $1, k.blob, k.path, $2, k.file
         from unnest($3::bytea[], $4::bytea[], $5::int[]) as k(blob, path, file)
         on conflict (tenant, analysis, blob, path) do update set segment = excluded.segment, file = excluded.file`,
        [
          segment.analysis,
          unhex(id),
          keys.map(({ blob }) => unhex(blob)),
          keys.map(({ path }) => unhex(path)),
          keys.map(({ file }) => file),
        ],
      );
    }
    return id;
  });
}

/** Both files; undefined for a file whose parts are damaged, undefined at all when there is no such segment. */
function readParts(session: Session, id: string) {
  return session.transaction(async (db) => {
    const [head] = await db.query("select search_bytes, texts_bytes from hewto.segment where id = $1", [
      unhex(id),
    ]);
    if (!head) return undefined;
    const files: (Uint8Array | undefined)[] = [];
    for (const [file, length] of [head["search_bytes"], head["texts_bytes"]].entries()) {
      const parts: Uint8Array[] = [];
      // Part by part: a statement with all of them would hold them three times in memory.
      for (let n = 0; ; n += 8) {
        const rows = await db.query(
          "select bytes from hewto.segment_part where segment = $1 and file = $2 and n >= $3 and n < $4 order by n",
          [unhex(id), file, n, n + 8],
        );
        parts.push(...rows.map(({ bytes }) => bytesOf(bytes)));
        if (rows.length < 8) break;
      }
      files.push(joinParts(parts, numberOf(length)));
    }
    return files;
  });
}
