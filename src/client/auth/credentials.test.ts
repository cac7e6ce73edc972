import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { AgentSession } from "../session/session.ts";
import { httpTransport } from "../transports/http.ts";
import { authorizedServers, type Credentials, loadCredentials, saveCredentials } from "./credentials.ts";
import { oauthAuthorizer } from "./oauth.ts";

/** An agent that accepts the current token, with its own authorization server. */
async function guardedAgent() {
  const state = { day: 1, mayRefresh: true, registered: 0, asked: [] as string[] };
  const http = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const json = (value: unknown, status = 200, headers = {}) =>
        response
          .writeHead(status, { "content-type": "application/json", ...headers })
          .end(JSON.stringify(value));
      const { pathname } = new URL(request.url ?? "/", origin);
      if (pathname.startsWith("/.well-known/oauth-protected-resource"))
        return json({ resource: `${origin}/mcp`, authorization_servers: [origin] });
      if (pathname.startsWith("/.well-known/oauth-authorization-server"))
        return json({
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
        });
      if (pathname === "/register")
        return json({ ...JSON.parse(body), client_id: `client-${++state.registered}` }, 201);
      if (pathname === "/token") {
        const form = new URLSearchParams(body);
        state.asked.push(String(form.get("grant_type")));
        if (form.get("grant_type") === "refresh_token" && !state.mayRefresh)
          return json({ error: "invalid_grant" }, 400);
        return json({
          access_token: `day-${state.day}`,
          token_type: "Bearer",
          refresh_token: "r",
          expires_in: 60,
        });
      }
      if (pathname !== "/mcp") return json({}, 404);
      if (request.headers.authorization !== `Bearer day-${state.day}`)
        return json({}, 401, { "www-authenticate": "Bearer" });
      if (request.method !== "POST") return response.writeHead(405).end();
      const { id } = JSON.parse(body);
      if (id === undefined) return response.writeHead(202).end();
      const value = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        serverInfo: { name: "guarded", version: "1" },
      };
      return json({ jsonrpc: "2.0", id, result: value });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.closeAllConnections());
  onTestFinished(() => void http.close());
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`; // a listening TCP server has one
  return { endpoint: `${origin}/mcp`, state };
}

test("credentials are stored for the user only, used, refreshed, and requested again when they are no longer valid", async () => {
  const { endpoint, state } = await guardedAgent();
  const home = await temporaryFolder();
  const env = { HOME: home };
  let visits = 0;
  const person = async () => ({
    redirectUrl: `http://127.0.0.1:${4000 + visits}/callback`,
    visit: async (page: URL) => {
      visits++;
      const back = new URL(String(page.searchParams.get("redirect_uri")));
      back.searchParams.set("code", "c");
      back.searchParams.set("state", page.searchParams.get("state") ?? "");
      return back;
    },
    close: () => {},
  });
  /** A separate process: it has only the stored credentials. */
  const enter = async (browser?: typeof person) => {
    const stored = await loadCredentials(endpoint, env);
    const store = (credentials: Credentials) => saveCredentials(endpoint, credentials, env);
    const session = new AgentSession(
      httpTransport(endpoint, {}, oauthAuthorizer({ endpoint, browser, stored, store })),
      {
        capabilities: {},
        serves: {},
        initializeMs: 5000,
        observe: () => {},
        legacyNames: false,
      },
    );
    const opened = await session.open();
    await session.close();
    return opened.ok ? opened.value.name : opened.fault.message;
  };

  expect(await enter(person)).toBe("guarded");
  const file = join(home, ".config/hewto/access.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await authorizedServers(env)).toEqual([endpoint]);

  expect(await enter()).toBe("guarded"); // without a person
  expect([visits, state.registered]).toEqual([1, 1]);

  state.day = 2;
  expect(await enter()).toBe("guarded"); // the token has expired, but can be refreshed
  expect(state.asked).toEqual(["authorization_code", "refresh_token"]);
  expect(await readFile(file, "utf8")).toContain("day-2");
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  state.day = 3;
  state.mayRefresh = false;
  expect(await enter()).toContain("denied access (HTTP 401)");
  expect(await enter(person)).toBe("guarded");
  expect([visits, state.registered]).toEqual([2, 2]); // registered again: the old redirect address is gone
});

test("a redirect that belongs to another request does not authorize", async () => {
  const { endpoint, state } = await guardedAgent();
  const intruder = async () => ({
    redirectUrl: "http://127.0.0.1:4000/callback",
    visit: async () => new URL("http://127.0.0.1:4000/callback?code=theirs&state=theirs"),
    close: () => {},
  });
  const link = httpTransport(endpoint, {}, oauthAuthorizer({ endpoint, browser: intruder }));
  const session = new AgentSession(link, {
    capabilities: {},
    serves: {},
    initializeMs: 5000,
    observe: () => {},
    legacyNames: false,
  });
  expect(await session.open()).toMatchObject({
    fault: { message: expect.stringContaining("The redirect belongs to another request") },
  });
  await session.close();
  expect(state.asked).toEqual([]);
});

test("an invalid credentials file counts as empty, and becomes private when it is written", async () => {
  const home = await temporaryFolder();
  const env = { XDG_CONFIG_HOME: home };
  const access = { tokens: { access_token: "t", token_type: "Bearer" } };
  await saveCredentials("https://a.example/mcp?x=1", access, env);
  const file = join(home, "hewto/access.json");
  await writeFile(file, "{ broken");
  await chmod(file, 0o644);
  expect(await loadCredentials("https://a.example/mcp", env)).toEqual({});
  await saveCredentials("https://a.example/mcp", access, env);
  expect(await loadCredentials("https://a.example/mcp", env)).toEqual(access);
  expect(await loadCredentials("https://a.example/other", env)).toEqual({});
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
