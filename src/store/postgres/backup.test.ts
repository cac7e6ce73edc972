import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addressOf, newDatabase, postgresServer, queryUrl } from "../../../test/support/postgres.ts";
import { skipTest } from "../../../test/support/skip.ts";
import { openedStore, someSegment, unwrap } from "../../../test/support/stores.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { toBits } from "../bits.ts";
import { initStore } from "../open.ts";

test("a dump that is restored into a new database has everything, and the same rules", async () => {
  const server = await postgresServer();
  const program = (name: string) => join(server.binaries, name);
  if (!existsSync(program("pg_dump"))) skipTest("this PostgreSQL has no pg_dump");
  const url = await newDatabase(server);
  unwrap(await initStore(url, { tenant: "a" }, {}));
  const store = await openedStore(url, "a");
  const { id } = unwrap(await store.repos.add({ name: "acme/api", source: "/a", refs: [] }));
  const segment = unwrap(await store.segments.put(someSegment("x")));
  const key = { repo: id, ref: "main", analysis: "a1" };
  const next = { commit: "c", segments: [{ id: segment, files: 1, living: toBits([0], 1) }] };
  unwrap(await store.manifests.swap(key, 0, next));
  unwrap(await store.documents.put("evidence", id, [Buffer.from("run")]));
  unwrap(await store.grants.replace("2026-11-18T08:00:00.000Z", [{ to: "ada", repos: ["acme/*"] }]));
  const calls = [{ at: "2026-11-18T08:00:00.000Z", principal: "ada", line: { tool: "search_code" } }];
  unwrap(await store.audit.append(calls));

  const file = join(await temporaryFolder(), "hewto.dump");
  const restored = await newDatabase(server);
  const asSuperuser = (address: string) => addressOf(server, "postgres", new URL(address).pathname.slice(1));
  // The rows of all tenants: row-level security binds the owner of the tables, too.
  execFileSync(program("pg_dump"), ["-Fc", "-n", "hewto", "-f", file, asSuperuser(url)]);
  execFileSync(program("pg_restore"), ["--exit-on-error", "-d", asSuperuser(restored), file]);
  expect(unwrap(await initStore(restored, { tenant: "a" }, {}))).toEqual({ from: 2, to: 2 });
  const copy = await openedStore(restored, "a");
  expect(unwrap(await copy.manifests.read(key))).toMatchObject({ commit: "c", generation: 1 });
  expect(unwrap(await copy.segments.get(segment))).toEqual(unwrap(await store.segments.get(segment)));
  expect(unwrap(await copy.documents.ids("evidence", id))).toHaveLength(1);
  expect(unwrap(await copy.grants.of(["ada"]))).toEqual(unwrap(await store.grants.of(["ada"])));
  expect(unwrap(await copy.audit.read({ limit: 5 }))).toEqual(calls);
  expect(unwrap(await copy.stats())).toEqual(unwrap(await store.stats()));
  expect(await queryUrl(restored, "select * from hewto.repo"), "no tenant is named").toEqual([]);
});
