/** One step of the schema. Steps are only ever added: a store that has the first ones gets the rest. */
export interface Migration {
  readonly version: number;
  /** The oldest version of the schema whose readers still understand the result. */
  readonly readableBy: number;
  readonly sql: string;
}

/** Row-level security that also binds the owner of the table. */
function byTenant(table: string): string {
  return `
alter table hewto.${table} enable row level security;
alter table hewto.${table} force row level security;
create policy tenant on hewto.${table}
  using (tenant = (select hewto.current_tenant()))
  with check (tenant = (select hewto.current_tenant()));`;
}

/** Tables of the first step that hold rows of tenants. */
const tables = [
  "repo",
  "segment",
  "segment_part",
  "file_version",
  "manifest",
  "manifest_segment",
  "job",
  "document",
];

const base = `
-- Which logins belong to which tenants. Only the owner reads and writes it; the function below asks it.
create table hewto.tenant_login (
  login name not null,
  tenant text not null,
  primary key (login, tenant)
);

-- The tenant of this transaction: the one that it named, if its login belongs to it. A transaction that names none,
-- or another's, sees no rows at all.
create function hewto.current_tenant() returns text
  language sql stable security definer set search_path = pg_catalog
  as $$ select tenant from hewto.tenant_login
        where login = session_user and tenant = current_setting('hewto.tenant', true) $$;

create table hewto.repo (
  tenant text not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  source text not null,
  refs text[] not null default '{}',
  created_at timestamptz not null default now(),
  polled_at timestamptz not null default '-infinity',
  primary key (tenant, id),
  unique (tenant, name)
);

create table hewto.segment (
  tenant text not null,
  id bytea not null check (length(id) = 32),
  analysis text not null,
  files int not null,
  chunks int not null,
  search_bytes bigint not null,
  texts_bytes bigint not null,
  stored_bytes bigint not null,
  made_by text not null,
  created_at timestamptz not null default now(),
  -- Set again whenever a manifest stops naming it.
  unnamed_since timestamptz not null default now(),
  primary key (tenant, id)
);

create table hewto.segment_part (
  tenant text not null,
  segment bytea not null,
  file smallint not null,
  n int not null,
  bytes bytea not null,
  primary key (tenant, segment, file, n),
  foreign key (tenant, segment) references hewto.segment on delete cascade
);
-- The bytes are compressed already.
alter table hewto.segment_part alter column bytes set storage external;

-- What makes a file indexed once across branches and forks.
create table hewto.file_version (
  tenant text not null,
  analysis text not null,
  blob bytea not null,
  path bytea not null,
  segment bytea not null,
  file int not null,
  primary key (tenant, analysis, blob, path),
  foreign key (tenant, segment) references hewto.segment on delete cascade
);
create index file_version_segment on hewto.file_version (tenant, segment);

create table hewto.manifest (
  tenant text not null,
  repo uuid not null,
  ref text not null,
  analysis text not null,
  generation bigint not null,
  commit text not null,
  published_at timestamptz not null default now(),
  primary key (tenant, repo, ref, analysis),
  foreign key (tenant, repo) references hewto.repo on delete cascade
);

create table hewto.manifest_segment (
  tenant text not null,
  repo uuid not null,
  ref text not null,
  analysis text not null,
  n int not null,
  segment bytea not null,
  living bytea not null,
  primary key (tenant, repo, ref, analysis, n),
  foreign key (tenant, repo, ref, analysis) references hewto.manifest on delete cascade,
  -- A manifest never names a segment that is not there: the sweep waits for it, or it fails and is tried again.
  foreign key (tenant, segment) references hewto.segment
);
create index manifest_segment_segment on hewto.manifest_segment (tenant, segment);

-- A segment that a manifest stops naming is kept for readers of the old one; the clock starts here.
create function hewto.segment_unnamed() returns trigger language plpgsql as $$
begin
  update hewto.segment set unnamed_since = now() where tenant = old.tenant and id = old.segment;
  return null;
end $$;
create trigger unnamed after delete on hewto.manifest_segment
  for each row execute function hewto.segment_unnamed();

create table hewto.job (
  tenant text not null,
  id uuid not null default gen_random_uuid(),
  repo uuid not null,
  ref text not null,
  commit text not null,
  priority int not null,
  tries int not null default 0,
  created_at timestamptz not null default now(),
  not_before timestamptz not null default now(),
  lease_until timestamptz,
  lease_by text,
  dead_at timestamptz,
  reason text,
  primary key (tenant, id),
  foreign key (tenant, repo) references hewto.repo on delete cascade
);
create unique index job_open on hewto.job (tenant, repo, ref) where dead_at is null;
create index job_next on hewto.job (tenant, priority desc, created_at) where dead_at is null;

create table hewto.document (
  tenant text not null,
  kind text not null,
  repo uuid not null,
  id bytea not null check (length(id) = 32),
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant, kind, repo, id),
  foreign key (tenant, repo) references hewto.repo on delete cascade
);

${tables
  .map(
    (table) => `${byTenant(table)}
grant select on hewto.${table} to hewto_reader;
grant select, insert, update, delete on hewto.${table} to hewto_worker;`,
  )
  .join("\n")}

revoke all on function hewto.current_tenant() from public;
grant execute on function hewto.current_tenant() to hewto_reader, hewto_worker;
grant usage on schema hewto to hewto_reader, hewto_worker;
grant select on hewto.migration to hewto_reader, hewto_worker;
`;

const rights = `
-- Who may see which repositories, as a job that asks the code host wrote it.
create table hewto.repo_grant (
  tenant text not null,
  principal text not null,
  repos text not null,
  primary key (tenant, principal, repos)
);

-- When the code host was last asked.
create table hewto.grants_seen (
  tenant text primary key,
  seen_at timestamptz not null
);

create table hewto.audit (
  tenant text not null,
  id bigint generated always as identity,
  at timestamptz not null,
  written_at timestamptz not null default now(),
  written_by name not null default session_user,
  principal text not null,
  line jsonb not null,
  primary key (tenant, id)
);
create index audit_at on hewto.audit (tenant, at desc, id desc);

${["repo_grant", "grants_seen", "audit"].map(byTenant).join("\n")}

grant select on hewto.repo_grant, hewto.grants_seen to hewto_server;
-- A server adds lines to the audit and can neither change nor read them.
grant insert on hewto.audit to hewto_server;
grant select on hewto.audit to hewto_auditor;
grant select, insert, update, delete on hewto.repo_grant, hewto.grants_seen to hewto_granter;
grant execute on function hewto.current_tenant() to hewto_server, hewto_auditor, hewto_granter;
grant usage on schema hewto to hewto_server, hewto_auditor, hewto_granter;
grant select on hewto.migration to hewto_server, hewto_auditor, hewto_granter;
`;

export const migrations: readonly Migration[] = [
  { version: 1, readableBy: 1, sql: base },
  { version: 2, readableBy: 1, sql: rights },
];
