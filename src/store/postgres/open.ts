import { sha256 } from "../../kernel/hash.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { version } from "../../kernel/version.ts";
import { connectPostgres } from "../../workspace/network/postgres.ts";
import type { StoreAddress } from "../address.ts";
import type { Members, OpenOptions } from "../open.ts";
import type { DocumentTable, Store, StoreStats, SweepOptions, Swept } from "../store.ts";
import { auditTable, grantTable } from "./access.ts";
import { jobQueue } from "./jobs.ts";
import { manifestTable } from "./manifests.ts";
import { type Migrated, migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { repoTable } from "./repos.ts";
import { bytesOf, hex, numberOf, unhex } from "./rows.ts";
import { segmentTable } from "./segments.ts";
import { codeOf, Session } from "./session.ts";

export async function openPostgres(address: StoreAddress, options: OpenOptions): Promise<Result<Store>> {
  const session = await sessionOf(address, options);
  return ok({
    address: address.shown,
    kind: "postgres",
    repos: repoTable(session),
    segments: segmentTable(session),
    manifests: manifestTable(session),
    jobs: jobQueue(session),
    documents: documentTable(session),
    grants: grantTable(session),
    audit: auditTable(session),
    stats: () => stats(session),
    sweep: (sweepOptions) => sweep(session, sweepOptions),
    close: () => session.close(),
  });
}

/** Creates the tables, or brings them up to date. Needs a login that may create roles and a schema. */
export async function initPostgres(
  address: StoreAddress,
  options: OpenOptions,
  members: Partial<Members>,
): Promise<Result<Migrated>> {
  const session = await sessionOf(address, options);
  const migrated = await session.connection((db) => migrate(db, options.tenant, members));
  await session.close();
  return migrated;
}

async function sessionOf(address: StoreAddress, options: OpenOptions): Promise<Session> {
  const { connectMs = 3_000, statementMs = 60_000, connections = 2 } = options;
  const applicationName = `hewto ${version}`;
  const postgres = await connectPostgres({
    url: address.url,
    applicationName,
    connectMs,
    statementMs,
    connections,
  });
  return new Session(address, options.tenant, postgres);
}

function documentTable(session: Session): DocumentTable {
  return {
    put: (kind, repo, documents) =>
      session.transaction(async (db) => {
        let added = 0;
        for (const bytes of documents) {
          const rows = await db.query(
            `insert into hewto.document (tenant, kind, repo, id, bytes)
             values (hewto.current_tenant(), $1, $2, $3, $4) on conflict do nothing returning id`,
            [kind, repo, unhex(sha256(bytes)), Buffer.from(bytes)],
          );
          added += rows.length;
        }
        return added;
      }),
    ids: (kind, repo) =>
      session.transaction(async (db) =>
        (
          await db.query(
            "select id from hewto.document where kind = $1 and repo = $2 order by created_at desc, id limit 10000",
            [kind, repo],
          )
        ).map(({ id }) => hex(id)),
      ),
    get: (kind, repo, id) =>
      session.transaction(async (db) => {
        const [row] = await db.query(
          "select bytes from hewto.document where kind = $1 and repo = $2 and id = $3",
          [kind, repo, unhex(id)],
        );
        const bytes = row && bytesOf(row["bytes"]);
        return bytes && sha256(bytes) === id ? bytes : undefined;
      }),
  };
}

function stats(session: Session): Promise<Result<StoreStats>> {
  return session.transaction(async (db) => {
    const [row = {}] = await db.query(
      `select (select count(*) from hewto.repo) as repos,
              (select count(*) from hewto.manifest) as manifests,
              (select count(*) from hewto.segment) as segments,
              (select coalesce(sum(files), 0) from hewto.segment) as files,
              (select coalesce(sum(stored_bytes), 0)::bigint from hewto.segment) as bytes,
              (select count(*) from hewto.job where dead_at is null) as open_jobs,
              (select count(*) from hewto.job where dead_at is not null) as dead_jobs,
              (select count(*) from hewto.segment s
               where not exists (select from hewto.manifest_segment m where m.segment = s.id)) as unnamed`,
    );
    return {
      version: migrations.at(-1)?.version ?? 0,
      repos: numberOf(row["repos"]),
      manifests: numberOf(row["manifests"]),
      segments: numberOf(row["segments"]),
      files: numberOf(row["files"]),
      bytes: numberOf(row["bytes"]),
      openJobs: numberOf(row["open_jobs"]),
      deadJobs: numberOf(row["dead_jobs"]),
      unnamedSegments: numberOf(row["unnamed"]),
    };
  });
}

function sweep(
  session: Session,
  { afterSeconds, analysis, retentionSeconds }: SweepOptions,
): Promise<Result<Swept>> {
  return session.transaction<Swept>(async (db) => {
    const manifests = await db.query(
      `delete from hewto.manifest where analysis <> $1 and published_at < now() - make_interval(secs => $2)
       returning ref`,
      [analysis, retentionSeconds],
    );
    const segments = await db.query(
      `delete from hewto.segment s where unnamed_since <= now() - make_interval(secs => $1)
         and not exists (select from hewto.manifest_segment m where m.segment = s.id)
       returning stored_bytes`,
      [afterSeconds],
    );
    const bytes = segments.reduce((sum, row) => sum + numberOf(row["stored_bytes"]), 0);
    return { segments: segments.length, bytes, manifests: manifests.length };
  }, nothingSwept);
}

/** A manifest has just named one of them: the next sweep looks again. */
function nothingSwept(error: unknown): Swept | undefined {
  return codeOf(error) === "23503" ? { segments: 0, bytes: 0, manifests: 0 } : undefined;
}
