import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { initStore } from "../../src/store/open.ts";
import { hewto } from "../support/bundle.ts";
import { whenOver } from "../support/cleanup.ts";
import { asLogin, newLogin, postgresServer } from "../support/postgres.ts";
import { run, shown, start } from "../support/processes.ts";
import { temporaryRepository } from "../support/repository.ts";
import { newStoreUrl, openedStore, unwrap } from "../support/stores.ts";
import { temporaryFolder } from "../support/temporary.ts";

const issuer = "https://id.example";

/** A key, its set over HTTP, and a token of the issuer. */
async function authorizationServer(audience: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "k1", alg: "ES256" }] };
  const listener = createServer((_, response) => response.end(JSON.stringify(keys))).listen(0, "127.0.0.1");
  whenOver(() => listener.close());
  await once(listener, "listening");
  const address = listener.address();
  const token = await new SignJWT({ scope: "code:read" })
    .setProtectedHeader({ alg: "ES256", kid: "k1" })
    .setSubject("linus")
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime("5m")
    .sign(privateKey);
  return { jwks: `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}/`, token };
}

// A worker and a server as they are started: what one publishes, the other serves.
test("a server that is told to end finishes running calls, refuses new ones, writes the audit and exits with 0", async () => {
  const url = await newStoreUrl("postgres");
  const login = await newLogin(await postgresServer());
  unwrap(await initStore(url, { tenant: "default" }, { servers: [login] }));
  const env = { HEWTO_STORE_URL: url, XDG_CACHE_HOME: await temporaryFolder() };
  const origin = await temporaryRepository({ "src/booking.ts": "export function cancelBooking() {}\n" });
  expect((await run(hewto, ["worker", "--once", "--repo", "."], { cwd: origin, env })).code).toBe(0);
  const store = await openedStore(url);
  unwrap(await store.grants.replace(new Date().toISOString(), [{ to: "linus", repos: ["*"] }]));
  const audience = "https://hewto.example/mcp";
  const { jwks, token } = await authorizationServer(audience);
  const flags = ["--issuer", issuer, "--audience", audience, "--jwks", jwks, "--port", "0"];
  const server = start(hewto, ["serve", ...flags], { env: { ...env, HEWTO_STORE_URL: asLogin(url, login) } });
  const [, mcp = ""] = await shown(server, /"url":"([^"]+)"/);
  let id = 0;
  const post = (body: object, session = "") =>
    fetch(mcp, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
        ...(session && { "mcp-session-id": session }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: ++id, ...body }),
    });
  const clientInfo = { name: "t", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const opened = await post({ method: "initialize", params });
  await opened.text();
  const session = opened.headers.get("mcp-session-id") ?? "";
  const search = { name: "search_code", arguments: { query: "booking", repos: "all" } };

  // Four calls wait for a table that somebody else holds, and the fifth waits for its turn.
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  whenOver(() => holder.end());
  await holder.query("begin; lock table hewto.segment_part in access exclusive mode");
  const running = Array.from({ length: 5 }, async () =>
    (await post({ method: "tools/call", params: search }, session)).text(),
  );
  const origins = mcp.replace("/mcp", "");
  await vi.waitUntil(
    async () => (await (await fetch(`${origins}/metrics`)).text()).includes("hewto_calls_waiting 1"),
    { timeout: 20_000, interval: 50 },
  );
  server.child.kill("SIGTERM");
  await shown(server, /"message":"draining","calls":5/);
  const late = await post({ method: "tools/call", params: search }, session);
  expect([late.status, await late.json()]).toEqual([503, { error: "draining" }]);
  expect(late.headers.get("retry-after")).toBe("1");
  const ready = await fetch(`${origins}/readyz`);
  await holder.query("rollback");
  expect(await ready.json()).toMatchObject({ ready: false, reasons: ["draining"] });
  for (const answer of await Promise.all(running)) expect(answer).toContain("cancelBooking");
  expect(await server.exit).toBe(0);
  expect(server.errors()).not.toContain("cut off");
  await expect(fetch(mcp)).rejects.toThrow();
  const audit = unwrap(await store.audit.read({ limit: 50, principal: "linus" }));
  expect(audit.filter(({ line }) => line["tool"] === "search_code")).toHaveLength(5);
}, 60_000);
