import { utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { sharedByFile, whenOver } from "../../test/support/cleanup.ts";
import { asLogin, newLogin, postgresServer, queryUrl } from "../../test/support/postgres.ts";
import { newStoreUrl, openedStore, tenant, unwrap } from "../../test/support/stores.ts";
import { temporaryFolder, temporaryTree } from "../../test/support/temporary.ts";
import { analyse } from "../code/index/analyze.ts";
import { analysisKey } from "../code/remote/analysis-key.ts";
import { sha256 } from "../kernel/hash.ts";
import { contextFor, createRuntime } from "../operation/runtime.ts";
import { toBits } from "../store/bits.ts";
import { initStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import { readSegments } from "../trace/evidence/store/store.ts";
import { addEvidence } from "../trace/operations/evidence/add.ts";
import { stampOf } from "../workspace/files/stamp.ts";
import { startTeam } from "./serve.ts";

const issuer = "https://id.example";
const audience = "https://hewto.example/mcp";

/** Publishes a repository as a worker does. */
async function publish(store: Store, name: string, files: Record<string, string>, analysis = analysisKey()) {
  const root = await temporaryTree(files);
  const known = unwrap(await store.repos.find(name));
  const repo = known ?? unwrap(await store.repos.add({ name, source: root, refs: ["main"] }));
  const toRead = Object.keys(files).flatMap((path) => {
    const stamp = stampOf(join(root, path));
    return stamp ? [{ path, stamp }] : [];
  });
  const { segment } = await analyse({ root, files: toRead });
  const keys = toRead.map(({ path }) => ({
    blob: sha256(files[path] ?? "").slice(0, 40),
    path: sha256(path),
  }));
  const { search, texts, chunks } = segment;
  const id = unwrap(
    await store.segments.put({ analysis, chunks, files: keys, madeBy: "test", search, texts }),
  );
  const living = toBits(keys.keys(), keys.length);
  const key = { repo: repo.id, ref: "main", analysis };
  const generation = unwrap(await store.manifests.read(key))?.generation ?? 0;
  const commit = sha256(JSON.stringify(files)).slice(0, 40);
  const next = { commit, segments: [{ id, files: keys.length, living }] };
  expect(unwrap(await store.manifests.swap(key, generation, next))).toBe("swapped");
  return repo;
}

const ferry = {
  "src/booking.ts":
    "/** Cancels a booking and pays back. */\nexport function cancelBooking(id: string) {\n  return id;\n}\n",
  "README.md": "# Ferry\n\nBook a crossing.\n",
};
const harbor = {
  "src/berth.ts":
    "export function cancelBooking(berth: string) {\n  return freeBerth(berth);\n}\nexport function freeBerth(berth: string) {\n  return berth;\n}\n",
  "README.md": "# Harbor\n\nBerths.\n",
};
const secret = { "src/keys.ts": "export function cancelBooking() {}\nexport function unlockVault() {}\n" };

const leaf = "crossing/cancel-a-crossing#in-time";
const tracked = {
  "openspec/specs/crossing/spec.md":
    "# Crossing\n\n## Purpose\n\nCrossings are booked.\n\n## Requirements\n\n### Requirement: Cancel a crossing\n\nIt SHALL pay back.\n\n#### Scenario: In time\n\n- **WHEN** a day is left\n- **THEN** all is paid back\n",
  "test/crossing.test.ts": `import { test } from "vitest";\n// [VERIFIES: ${leaf}]\ntest("pays back", () => {});\n`,
};

/** A run of those tests, as a CI publishes it. */
async function publishRun(store: Store, repo: string) {
  const root = await temporaryTree({
    ...tracked,
    "unit.xml": '<testsuites><testcase classname="test/crossing.test.ts" name="pays back"/></testsuites>',
  });
  const past = new Date(Date.now() - 3_600_000);
  utimesSync(join(root, "test/crossing.test.ts"), past, past);
  const runtime = createRuntime({ workspace: { root }, log: () => {} });
  const context = contextFor(runtime, { signal: new AbortController().signal });
  unwrap(await addEvidence.run(context, { files: ["unit.xml"] }));
  const runs = readSegments({ root }).map((run) => Buffer.from(JSON.stringify(run)));
  expect(unwrap(await store.documents.put("evidence", repo, runs))).toBe(1);
}

/** A server over a folder with a file of grants, or over PostgreSQL with the grants of the store and a login of its own. */
async function newWorld(kind: Store["kind"]) {
  const url = await newStoreUrl(kind);
  const store = await openedStore(url);
  const server = kind === "postgres" ? await newLogin(await postgresServer()) : "";
  if (kind === "postgres") unwrap(await initStore(url, { tenant }, { servers: [server] }));
  await publish(store, "acme/ferry", ferry);
  await publish(store, "acme/harbor", harbor);
  await publish(store, "vault/secret", secret);
  const repo = await publish(store, "plans/crossing", tracked);
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "k1", alg: "ES256" }] };
  const jwks = createServer((_, response) => response.end(JSON.stringify(keys)));
  await new Promise<void>((resolve) => jwks.listen(0, "127.0.0.1", resolve));
  whenOver(() => jwks.close());
  const address = jwks.address();
  const jwksUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
  const grantsFile = join(await temporaryFolder(), "grants.json");
  const lines: string[] = [];
  const time = { skewMs: 0 };
  const grant = async (to: Record<string, string[]>, seen_at = new Date().toISOString()) => {
    const grants = Object.entries(to).map(([each, repos]) => ({ to: each, repos }));
    if (kind === "postgres") unwrap(await store.grants.replace(seen_at, grants));
    else writeFileSync(grantsFile, JSON.stringify({ seen_at, grants }));
  };
  await grant({});
  const team = unwrap(
    await startTeam({
      store: kind === "postgres" ? asLogin(url, server) : url,
      tenant,
      host: "127.0.0.1",
      port: 0,
      issuer,
      audience,
      jwks: jwksUrl,
      grants: kind === "postgres" ? undefined : grantsFile,
      auditFile: undefined,
      clock: () => new Date(Date.now() + time.skewMs),
      write: (line) => void lines.push(line),
    }),
  );
  whenOver(() => team.end(1_000));
  const token = (
    claims: Record<string, unknown> = {},
    options: { aud?: string; iss?: string; exp?: string } = {},
  ) =>
    new SignJWT({ scope: "code:read", ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "k1" })
      .setSubject(String(claims["sub"] ?? "ada"))
      .setIssuer(options.iss ?? issuer)
      .setAudience(options.aud ?? audience)
      .setIssuedAt()
      .setExpirationTime(options.exp ?? "5m")
      .sign(privateKey);
  const serverUrl = asLogin(url, server);
  return {
    kind,
    store,
    repo,
    serverUrl,
    team,
    token,
    grant,
    lines,
    time,
    origin: team.url.replace("/mcp", ""),
  };
}

type World = Awaited<ReturnType<typeof newWorld>>;
const worlds = {
  file: sharedByFile(() => newWorld("file")),
  postgres: sharedByFile(() => newWorld("postgres")),
};

async function post(url: string, token: string | undefined, body: object, session?: string) {
  return fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(session === undefined ? {} : { "mcp-session-id": session }),
    },
    body: JSON.stringify(body),
  });
}

async function opened({ team }: World, token: string): Promise<string> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const response = await post(team.url, token, { jsonrpc: "2.0", id: 1, method: "initialize", params });
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

async function call(world: World, token: string, name: string, args: object) {
  const session = await opened(world, token);
  const message = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: args } };
  const text = await (await post(world.team.url, token, message, session)).text();
  const data = /^data: (\{.*\})$/m.exec(text)?.[1] ?? text;
  return JSON.parse(data).result;
}

describe.each(["file", "postgres"] as const)("over a store of kind %s", (kind) => {
  it("searches the repository that is named, and all on request, grouped by repository", async () => {
    const each = await worlds[kind]();
    await each.grant({ ada: ["acme/*"] });
    const token = await each.token();
    const one = await call(each, token, "search_code", { query: "cancelBooking", repo: "acme/ferry" });
    expect(one.structuredContent.repositories.map(({ repo }: { repo: string }) => repo)).toEqual([
      "acme/ferry",
    ]);
    const all = await call(each, token, "search_code", { query: "cancelBooking", repos: "all" });
    expect(all.structuredContent.repositories.map(({ repo }: { repo: string }) => repo).sort()).toEqual([
      "acme/ferry",
      "acme/harbor",
    ]);
    const unnamed = await call(each, token, "search_code", { query: "cancelBooking" });
    expect(unnamed.content[0].text).toContain("Name the repository");
    const docs = await call(each, token, "search_docs", { query: "crossing", repo: "acme/ferry" });
    expect(docs.structuredContent.repositories[0].results[0].path).toBe("README.md");
  });

  it("answers find_symbol, find_references and code_research at a repository of the store", async () => {
    const each = await worlds[kind]();
    await each.grant({ ada: ["acme/*"] });
    const token = await each.token();
    const found = await call(each, token, "find_symbol", { name: "freeBerth", repo: "acme/harbor" });
    expect(found.structuredContent.repositories[0].answer.symbols[0].source).toEqual({
      path: "src/berth.ts",
      line: 4,
    });
    const used = await call(each, token, "find_references", { name: "freeBerth", repo: "acme/harbor" });
    expect(used.structuredContent.repositories[0].answer.references[0].symbol).toContain("cancelBooking");
    const why = await call(each, token, "code_research", {
      query: "who calls freeBerth",
      repo: "acme/harbor",
    });
    expect(why.content[0].text).toContain("cancelBooking");
  });

  // covers team: access-lost
  it("access that is taken away is gone with the next call", async () => {
    const each = await worlds[kind]();
    await each.grant({ ada: ["acme/ferry"] });
    const token = await each.token();
    expect((await call(each, token, "search_code", { query: "booking" })).isError).toBeFalsy();
    await each.grant({ ada: [] });
    const after = await call(each, token, "search_code", { query: "booking", repo: "acme/ferry" });
    expect(after.isError).toBe(true);
    expect(after._meta["hewto/fault"].code).toBe("repository_unknown");
  });

  // covers team: fork
  it("a fork has the rights that it was given, and not those of its origin", async () => {
    const each = await worlds[kind]();
    const token = await each.token();
    await publish(each.store, "linus/ferry-fork", ferry);
    each.time.skewMs += 3_000;
    const seen = async () => {
      const found = await call(each, token, "search_code", { query: "cancelBooking", repos: "all" });
      return found.structuredContent.repositories.map(({ repo }: { repo: string }) => repo);
    };
    await each.grant({ ada: ["acme/ferry"] });
    expect(await seen()).toEqual(["acme/ferry"]);
    await each.grant({ ada: ["linus/*"] });
    expect(await seen()).toEqual(["linus/ferry-fork"]);
    unwrap(await each.store.repos.remove("linus/ferry-fork", false));
    each.time.skewMs += 3_000;
  });

  // covers team: scores-of-permitted
  it("scores are those of an index of what one may see", async () => {
    const each = await worlds[kind]();
    const token = await each.token();
    await each.grant({ ada: ["acme/ferry"] });
    const alone = await call(each, token, "search_code", { query: "cancel a booking", repo: "acme/ferry" });
    const asAll = await call(each, token, "search_code", { query: "cancel a booking", repos: "all" });
    expect(asAll.structuredContent.repositories).toEqual(alone.structuredContent.repositories);
  });

  // covers team: wrong-tokens
  it("tokens of another audience, another issuer, expired or unsigned get 401 with metadata, and no log", async () => {
    const each = await worlds[kind]();
    const unsigned = new UnsecuredJWT({ scope: "code:read" })
      .setSubject("ada")
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime("5m")
      .encode();
    const tokens = [
      await each.token({}, { aud: "https://other.example/mcp" }),
      await each.token({}, { iss: "https://evil.example" }),
      await each.token({}, { exp: "-5m" }),
      unsigned,
      "not.a.token",
      undefined,
    ];
    for (const token of tokens) {
      const response = await post(each.team.url, token, { jsonrpc: "2.0", id: 1, method: "ping" });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain(
        'resource_metadata="https://hewto.example/.well-known/oauth-protected-resource"',
      );
      for (const part of (token ?? "").split(".").filter(({ length }) => length > 8))
        expect(each.lines.join("") + (await response.clone().text())).not.toContain(part);
    }
    const narrow = await post(each.team.url, await each.token({ scope: "other" }), {
      jsonrpc: "2.0",
      id: 1,
      method: "ping",
    });
    expect(narrow.status).toBe(403);
    expect(narrow.headers.get("www-authenticate")).toContain('error="insufficient_scope"');
    const metadata = await (await fetch(`${each.origin}/.well-known/oauth-protected-resource`)).json();
    expect(metadata).toMatchObject({ resource: audience, authorization_servers: [issuer] });
  });

  // covers team: grants-outdated
  it("grants that were not confirmed for a day are refused, with the reason", async () => {
    const each = await worlds[kind]();
    await each.grant({ ada: ["acme/*"] }, new Date(Date.now() - 25 * 3_600_000).toISOString());
    const refused = await call(each, await each.token(), "search_code", {
      query: "booking",
      repo: "acme/ferry",
    });
    expect(refused.isError).toBe(true);
    expect(refused.content[0].text).toContain("more than 24 hours ago");
    const ready = await fetch(`${each.origin}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ ready: false, reasons: ["grants_outdated"] });
  });

  // covers team: analysis-changes
  it("manifests of another analysis are never read", async () => {
    const each = await worlds[kind]();
    await each.grant({ ada: ["*"] });
    await publish(each.store, "acme/newer", ferry, "another analysis");
    each.time.skewMs += 3_000;
    const answer = await call(each, await each.token(), "search_code", { query: "booking", repos: "all" });
    expect(answer.structuredContent.left_out).toEqual([
      { repo: "acme/newer", reason: "There is no index of acme/newer by this version of Hewto yet." },
    ]);
    const ready = await fetch(`${each.origin}/readyz`);
    expect(await ready.json()).toMatchObject({
      ready: false,
      reasons: ["index_incomplete"],
      indexed: 4,
      all: 5,
    });
    unwrap(await each.store.repos.remove("acme/newer", true));
    each.time.skewMs += 3_000;
  });

  // covers team: forbidden-matches
  it("forbidden matches leave no trace: empty, without counts", async () => {
    const each = await worlds[kind]();
    await each.grant({ ada: ["acme/ferry"] });
    const answer = await call(each, await each.token(), "search_code", {
      query: "unlockVault",
      repos: "all",
    });
    expect(JSON.stringify(answer.structuredContent)).not.toContain("vault");
    expect(answer.structuredContent.searched).toBe(1);
    const named = await call(each, await each.token(), "search_code", { query: "x", repo: "vault/secret" });
    const absent = await call(each, await each.token(), "search_code", { query: "x", repo: "vault/absent" });
    expect(named.content[0].text.replace("secret", "absent")).toBe(absent.content[0].text);
  });

  it("groups of a token have rights; a session is of no use to somebody else", async () => {
    const each = await worlds[kind]();
    await each.grant({ "group:dev": ["acme/ferry"] });
    const grace = await each.token({ sub: "grace", groups: ["dev"] });
    const listed = await call(each, grace, "list_repositories", {});
    expect(listed.structuredContent.repositories).toEqual(["acme/ferry"]);
    const session = await opened(each, grace);
    const stolen = await post(
      each.team.url,
      await each.token(),
      { jsonrpc: "2.0", id: 9, method: "tools/list" },
      session,
    );
    expect(stolen.status).toBe(404);
  });

  it("counts calls, writes who asked for what, and says that it lives", async () => {
    const each = await worlds[kind]();
    await each.grant({ ada: ["acme/ferry"] });
    await call(each, await each.token(), "search_code", { query: "booking" });
    const metrics = await (await fetch(`${each.origin}/metrics`)).text();
    expect(metrics).toMatch(/hewto_calls_total\{tool="search_code",outcome="ok"\} \d+/);
    expect((await fetch(`${each.origin}/healthz`)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const line = each.lines
      .join("")
      .split("\n")
      .findLast((text) => text.includes('"tool":"search_code"'));
    expect(JSON.parse(line ?? "{}")).toMatchObject({
      principal: "ada",
      artifacts: ["acme/ferry"],
      outcome: "ok",
    });
  });

  it("shows specs and requirements at a repository, and their states by published runs", async () => {
    const each = await worlds[kind]();
    await each.grant({ ada: ["plans/*", "acme/*"] });
    const token = await each.token();
    const repo = "plans/crossing";
    const specs = await call(each, token, "list_specs", { repo });
    expect(specs.structuredContent.repositories[0].answer.specs[0].id).toBe("crossing");
    const all = await call(each, token, "search_specs", { query: "pay back", repos: "all" });
    expect(all.structuredContent.repositories.map((found: { repo: string }) => found.repo)).toContain(repo);
    const requirement = await call(each, token, "get_spec_requirements", { spec_id: "crossing", repo });
    expect(requirement.content[0].text).toContain("Cancel a crossing");
    const before = await call(each, token, "trace_gaps", { repo });
    expect(before.structuredContent.repositories[0].answer.gaps).toMatchObject([
      { address: leaf, state: "claimed", tests: [{ file: "test/crossing.test.ts" }] },
    ]);
    await publishRun(each.store, each.repo.id);
    each.time.skewMs += 11_000;
    const after = await call(each, token, "trace_gaps", { repo });
    expect(after.structuredContent.repositories[0].answer).toMatchObject({ gaps: [], live: 1 });
  });

  it("finds a symbol in all repositories that one may see, by repository", async () => {
    const each = await worlds[kind]();
    await each.grant({ ada: ["acme/*"] });
    const token = await each.token();
    const found = await call(each, token, "find_symbol", { name: "cancelBooking", repos: "all" });
    const names = found.structuredContent.repositories.map(({ repo }: { repo: string }) => repo);
    expect(names.sort()).toEqual(["acme/ferry", "acme/harbor"]);
    expect(JSON.stringify(found)).not.toContain("vault");
  });

  it("writes every call to the audit of the store, which the server itself cannot read or change", async () => {
    const each = await worlds[kind]();
    await each.grant({ grace: ["acme/ferry"] });
    await call(each, await each.token({ sub: "grace" }), "search_code", { query: "audited booking" });
    const entries = await vi.waitUntil(
      async () => {
        const read = unwrap(await each.store.audit.read({ limit: 5, principal: "grace" }));
        return read.some(({ line }) => line["tool"] === "search_code") && read;
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(entries.find(({ line }) => line["tool"] === "search_code")?.line).toMatchObject({
      principal: "grace",
      artifacts: ["acme/ferry"],
      outcome: "ok",
    });
    if (kind === "file") return;
    const asServer = await openedStore(each.serverUrl);
    expect((await asServer.audit.read({ limit: 1 })).ok).toBe(false);
    expect((await asServer.grants.replace(new Date().toISOString(), [])).ok).toBe(false);
    await expect(queryUrl(each.serverUrl, "delete from hewto.audit")).rejects.toThrow(/permission denied/);
  });
});
