import type { Result } from "../../kernel/result.ts";
import type { Queries, Row } from "../../workspace/network/postgres.ts";
import type { Manifest, ManifestHead, ManifestKey, ManifestTable } from "../store.ts";
import { bytesOf, hex, numberOf, textOf, timeOf, unhex } from "./rows.ts";
import type { Session } from "./session.ts";

const maxHeads = 2_000;
const keyIs = "repo = $1 and ref = $2 and analysis = $3";

export function manifestTable(session: Session): ManifestTable {
  return {
    heads: (repo, analysis) =>
      session.transaction(async (db) =>
        (
          await db.query(
            `select ref, commit, generation, published_at from hewto.manifest
             where repo = $1 and analysis = $2 order by published_at desc, ref limit ${maxHeads}`,
            [repo, analysis],
          )
        ).map(headOf),
      ),
    read: (key) => session.transaction((db) => read(db, key)),
    swap: (key, expected, next) => swap(session, key, expected, next),
    keepOnly: (repo, refs) =>
      session.transaction(
        async (db) =>
          (
            await db.query("delete from hewto.manifest where repo = $1 and not ref = any($2) returning ref", [
              repo,
              [...refs],
            ])
          ).length,
      ),
  };
}

/** One statement, so that head and segments are of one generation. */
async function read(db: Queries, { repo, ref, analysis }: ManifestKey): Promise<Manifest | undefined> {
  const rows = await db.query(
    `select h.ref, h.commit, h.generation, h.published_at, m.segment, m.living, s.files
     from hewto.manifest h
     left join hewto.manifest_segment m using (tenant, repo, ref, analysis)
     left join hewto.segment s on s.tenant = m.tenant and s.id = m.segment
     where h.repo = $1 and h.ref = $2 and h.analysis = $3 order by m.n`,
    [repo, ref, analysis],
  );
  const [head] = rows;
  if (!head) return undefined;
  const segments = rows
    .filter(({ segment }) => segment !== null)
    .map(({ segment, living, files }) => ({
      id: hex(segment),
      files: numberOf(files),
      living: bytesOf(living),
    }));
  return { ...headOf(head), segments };
}

class Outdated extends Error {}

function swap(
  session: Session,
  { repo, ref, analysis }: ManifestKey,
  expected: number,
  { commit, segments }: Pick<Manifest, "commit" | "segments">,
): Promise<Result<Swap>> {
  const key = [repo, ref, analysis];
  return session.transaction<Swap>(async (db) => {
    const rows =
      expected === 0
        ? await db.query(
            `insert into hewto.manifest (tenant, repo, ref, analysis, generation, commit)
             values (hewto.current_tenant(), $1, $2, $3, 1, $4) on conflict do nothing returning generation`,
            [...key, commit],
          )
        : await db.query(
            `update hewto.manifest set generation = generation + 1, commit = $4, published_at = now()
             where ${keyIs} and generation = $5 returning generation`,
            [...key, commit, expected],
          );
    if (rows.length === 0) throw new Outdated();
    await db.query(`delete from hewto.manifest_segment where ${keyIs}`, key);
    await db.query(
      `insert into hewto.manifest_segment (tenant, repo, ref, analysis, n, segment, living)
       select hewto.current_tenant(), $1, $2, $3, k.n, k.segment, k.living
       from unnest($4::bytea[], $5::bytea[]) with ordinality as k(segment, living, n)`,
      [...key, segments.map(({ id }) => unhex(id)), segments.map(({ living }) => Buffer.from(living))],
    );
    return "swapped";
  }, refusalOf);
}

type Swap = "swapped" | "outdated" | "segment gone";

/** The foreign key is violated when a sweep removed a segment after it was looked up. */
function refusalOf(error: unknown): Swap | undefined {
  if (error instanceof Outdated) return "outdated";
  const constraint = error instanceof Error && "constraint" in error ? String(error.constraint) : "";
  return constraint === "manifest_segment_tenant_segment_fkey" ? "segment gone" : undefined;
}

function headOf(row: Row): ManifestHead {
  return {
    ref: textOf(row["ref"]),
    commit: textOf(row["commit"]),
    generation: numberOf(row["generation"]),
    publishedAt: timeOf(row["published_at"]),
  };
}
