import { expect, test } from "vitest";
import { whenOver } from "../../../test/support/cleanup.ts";
import { asLogin, newDatabase, newLogin, postgresServer, queryUrl } from "../../../test/support/postgres.ts";
import { openedStore, someSegment, unwrap } from "../../../test/support/stores.ts";
import { connectPostgres } from "../../workspace/network/postgres.ts";
import { toBits } from "../bits.ts";
import { initStore, openStore } from "../open.ts";
import { Session } from "./session.ts";

const repo = { name: "a", source: "/a", refs: [] };

/** A store of two tenants with a reader and a worker each. */
async function twoTenants() {
  const server = await postgresServer();
  const url = await newDatabase(server);
  const [readerA, workerA, readerB, workerB] = await Promise.all([1, 2, 3, 4].map(() => newLogin(server)));
  if (!readerA || !workerA || !readerB || !workerB) throw new Error("four logins");
  unwrap(await initStore(url, { tenant: "a" }, { readers: [readerA], workers: [workerA] }));
  unwrap(await initStore(url, { tenant: "b" }, { readers: [readerB], workers: [workerB] }));
  return { url, readerA, workerA, readerB, workerB };
}

// covers team: guessed-segment
test("a segment of another tenant cannot be read by its id, whatever tenant is named", async () => {
  const { url, workerA, workerB, readerB } = await twoTenants();
  const a = await openedStore(asLogin(url, workerA), "a");
  const id = unwrap(await a.segments.put(someSegment("secret")));
  for (const login of [workerB, readerB])
    for (const tenant of ["b", "a"]) {
      const other = await openedStore(asLogin(url, login), tenant);
      expect(unwrap(await other.segments.get(id)), `${login} as ${tenant}`).toBeUndefined();
      expect(unwrap(await other.segments.list())).toEqual([]);
      expect(unwrap(await other.segments.places("a1", someSegment("secret").files))).toEqual([undefined]);
    }
  const b = await openedStore(asLogin(url, workerB), "b");
  expect(unwrap(await b.segments.put(someSegment("secret"))), "no sharing between tenants").toBe(id);
  unwrap(await b.sweep({ afterSeconds: 0, analysis: "a1", retentionSeconds: 0 }));
  expect(unwrap(await a.segments.get(id))).toBeDefined();
});

test("a worker cannot write rows of another tenant", async () => {
  const { url, workerB } = await twoTenants();
  const other = await openedStore(asLogin(url, workerB), "a");
  const added = await other.repos.add(repo);
  expect(added.ok).toBe(false);
});

test("a reader can publish nothing, queue nothing and change nothing", async () => {
  const { url, readerA, workerA } = await twoTenants();
  const worker = await openedStore(asLogin(url, workerA), "a");
  const { id } = unwrap(await worker.repos.add(repo));
  const segment = unwrap(await worker.segments.put(someSegment("x")));
  const reader = await openedStore(asLogin(url, readerA), "a");
  expect(unwrap(await reader.repos.list())).toHaveLength(1);
  expect(unwrap(await reader.segments.get(segment))).toBeDefined();
  const key = { repo: id, ref: "main", analysis: "a1" };
  const next = { commit: "c", segments: [{ id: segment, files: 1, living: toBits([0], 1) }] };
  for (const refused of [
    await reader.repos.add(repo),
    await reader.repos.remove("a", true),
    await reader.segments.put(someSegment("y")),
    await reader.manifests.swap(key, 0, next),
    await reader.jobs.add({ repo: id, ref: "main", commit: "c" }, 9),
    await reader.jobs.claim("w", 1),
    await reader.documents.put("evidence", id, [Buffer.from("x")]),
    await reader.sweep({ afterSeconds: 0, analysis: "a1", retentionSeconds: 0 }),
  ])
    expect(refused).toMatchObject({ ok: false, fault: { code: "store_unavailable" } });
  const message = await reader.repos.add(repo);
  expect(message.ok ? "" : `${message.fault.message} ${message.fault.remedy}`).toMatch(
    /permission denied for table repo\. Check the login and its roles/,
  );
});

test("a login cannot make itself a member of a tenant", async () => {
  const { url, readerB } = await twoTenants();
  const own = asLogin(url, readerB);
  await expect(queryUrl(own, "insert into hewto.tenant_login values (session_user, 'a')")).rejects.toThrow(
    /permission denied/,
  );
  await expect(queryUrl(own, "select * from hewto.tenant_login")).rejects.toThrow(/permission denied/);
  await expect(queryUrl(own, "alter table hewto.repo disable row level security")).rejects.toThrow(
    /must be owner/,
  );
});

// covers team: pooled-connection
test("a pooled connection names no tenant after a failed transaction, and sees no rows", async () => {
  const { url, workerA } = await twoTenants();
  const login = asLogin(url, workerA);
  unwrap(await (await openedStore(login, "a")).repos.add(repo));
  const options = { applicationName: "test", connectMs: 3000, statementMs: 3000, connections: 1 };
  const postgres = await connectPostgres({ url: login, ...options });
  whenOver(() => postgres.close());
  const session = new Session({ kind: "postgres", url: login, shown: "" }, "a", postgres);
  const countRepos = async () =>
    unwrap(await session.connection((db) => db.query("select id from hewto.repo"))).length;
  expect(unwrap(await session.transaction((db) => db.query("select id from hewto.repo")))).toHaveLength(1);
  expect(await countRepos(), "after a commit").toBe(0);
  const failed = await session.transaction(
    async (db) => {
      await db.query("select 1 / 0");
      return "";
    },
    () => "expected",
  );
  expect(unwrap(failed)).toBe("expected");
  expect(await countRepos(), "after a failure").toBe(0);
});

test("the owner of the tables is bound by the same rules", async () => {
  const { url, workerA } = await twoTenants();
  unwrap(await (await openedStore(asLogin(url, workerA), "a")).repos.add(repo));
  expect(await queryUrl(url, "select * from hewto.repo")).toEqual([]);
  const rows = await queryUrl(
    url,
    `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname = 'hewto' and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)`,
  );
  expect(rows.map(({ relname }) => relname).sort()).toEqual(["migration", "tenant_login"]);
});

// covers team: wrong-clock
test("a lease is measured by the clock of the database: that of a worker does not matter", async () => {
  const { url, workerA } = await twoTenants();
  const store = await openedStore(asLogin(url, workerA), "a");
  const { id } = unwrap(await store.repos.add(repo));
  unwrap(await store.jobs.add({ repo: id, ref: "main", commit: "c" }, 1));
  const realNow = Date.now;
  Date.now = () => realNow() + 10 * 365 * 86_400_000;
  try {
    expect(unwrap(await store.jobs.claim("from the future", 60))).toBeDefined();
    expect(unwrap(await store.jobs.claim("from the future", 60))).toBeUndefined();
  } finally {
    Date.now = realNow;
  }
});

test("two that set up the same store at once both succeed", async () => {
  const url = await newDatabase(await postgresServer());
  const nobody = { readers: [], workers: [] };
  const both = await Promise.all([1, 2, 3].map(() => initStore(url, { tenant: "a" }, nobody)));
  const steps = both.map((each) => unwrap(each)).filter(({ from }) => from === 0);
  expect(steps).toHaveLength(1);
});

test("neither password nor options of an address are in a message", async () => {
  const url = "postgres://alice:p%40ssw0rd@127.0.0.1:1/db?sslpassword=another-secret";
  const store = unwrap(await openStore(url, { tenant: "a" }));
  const listed = await store.repos.list();
  const text = JSON.stringify([listed, store.address]);
  expect(text).toContain("postgres://alice@127.0.0.1:1/db");
  expect(text).not.toMatch(/p@ssw0rd|p%40ssw0rd|another-secret/);
});
