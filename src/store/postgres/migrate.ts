import type { Queries } from "../../workspace/network/postgres.ts";
import { type Members, memberKinds } from "../open.ts";
import { migrations } from "./migrations.ts";

/** Roles of the database, and which of them a login needs for what it is. */
const rolesOf: Readonly<Record<keyof Members, readonly string[]>> = {
  readers: ["hewto_reader"],
  workers: ["hewto_worker"],
  servers: ["hewto_reader", "hewto_server"],
  auditors: ["hewto_auditor"],
  granters: ["hewto_granter"],
};

export interface Migrated {
  readonly from: number;
  readonly to: number;
}

/** Any number, as long as no other program of this database uses it. */
const lockKey = 4_836_722_181;

/** Brings the schema up to date. Two at once take turns; one that is killed leaves the last whole step. */
export async function migrate(db: Queries, tenant: string, members: Partial<Members>): Promise<Migrated> {
  await db.query("select pg_advisory_lock($1)", [lockKey]);
  try {
    await db.query("set statement_timeout = 0");
    for (const role of new Set(Object.values(rolesOf).flat())) await createRole(db, role);
    await db.query("create schema if not exists hewto");
    await db.query(
      `create table if not exists hewto.migration
        (version int primary key, readable_by int not null, applied_at timestamptz not null default now())`,
    );
    const from = await currentVersion(db);
    for (const step of migrations.filter(({ version }) => version > from)) {
      await db.query("begin");
      await db.query(step.sql);
      await db.query("insert into hewto.migration (version, readable_by) values ($1, $2)", [
        step.version,
        step.readableBy,
      ]);
      await db.query("commit");
    }
    await addMembers(db, tenant, members);
    return { from, to: await currentVersion(db) };
  } finally {
    await db.query("rollback");
    await db.query("select pg_advisory_unlock($1)", [lockKey]);
  }
}

/** Roles belong to the whole server, so that another database may have them already. */
async function createRole(db: Queries, role: string): Promise<void> {
  const known = await db.query("select 1 from pg_roles where rolname = $1", [role]);
  if (known.length > 0) return;
  await db.query(
    `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
  );
}

async function currentVersion(db: Queries): Promise<number> {
  const [row] = await db.query("select coalesce(max(version), 0) as version from hewto.migration");
  return Number(row?.["version"]);
}

/** The login that sets the store up works for the tenant too. */
async function addMembers(db: Queries, tenant: string, members: Partial<Members>): Promise<void> {
  const add = (login: string) =>
    db.query("insert into hewto.tenant_login (login, tenant) values ($1, $2) on conflict do nothing", [
      login,
      tenant,
    ]);
  const [self] = await db.query("select session_user as login");
  await add(String(self?.["login"]));
  for (const kind of memberKinds)
    for (const login of members[kind] ?? []) {
      for (const role of rolesOf[kind]) await db.query(`grant ${role} to ${quotedName(login)}`);
      await add(login);
    }
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
