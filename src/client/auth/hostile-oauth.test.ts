import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import type { Credentials } from "./credentials.ts";
import { oauthAuthorizer } from "./oauth.ts";

interface Heard {
  readonly path: string;
  readonly body: string;
}

type Site = Awaited<ReturnType<typeof site>>;

/** A server on loopback that records its requests. */
async function site() {
  const heard: Heard[] = [];
  let answer: (path: string, body: string) => unknown = () => undefined;
  const serve = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const path = request.url ?? "/";
    heard.push({ path, body });
    const value = answer(path, body);
    response
      .writeHead(value === undefined ? 404 : 200, { "content-type": "application/json" })
      .end(JSON.stringify(value ?? {}));
  };
  const http = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => serve(request, response, body));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const answers = (how: typeof answer) => {
    answer = how;
  };
  const tokenRequests = () =>
    heard.flatMap(({ path, body }) => (path === "/token" ? [new URLSearchParams(body)] : []));
  return { origin: `http://127.0.0.1:${address.port}`, heard, answers, tokenRequests };
}

/** Makes a site an authorization server; `lies` replaces parts of its metadata. */
function authorizationServer({ origin, answers }: Site, lies: object = {}): void {
  answers((path, body) => {
    if (path.startsWith("/.well-known/"))
      return {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        ...lies,
      };
    if (path === "/register") return { ...JSON.parse(body), client_id: `client-of-${origin}` };
    if (path === "/token")
      return { access_token: `of-${origin}`, token_type: "Bearer", refresh_token: "the-refresh-token" };
    return undefined;
  });
}

/** An agent whose authorization server can change, and a person who logs in there. */
async function agentBehind(first: Site) {
  const agent = await site();
  const endpoint = `${agent.origin}/mcp`;
  const pointTo = ({ origin }: Site) =>
    agent.answers((path) =>
      path.startsWith("/.well-known/oauth-protected-resource")
        ? { resource: endpoint, authorization_servers: [origin] }
        : undefined,
    );
  pointTo(first);
  let stored: Credentials = {};
  /** One login by a process that has only the credentials that an earlier one stored. */
  const enter = async (reply?: Readonly<Record<string, string>>) => {
    const browser = async () => ({
      redirectUrl: "http://127.0.0.1:4000/callback",
      visit: async (page: URL) => {
        const back = new URL(String(page.searchParams.get("redirect_uri")));
        const plain = { code: "the-code", state: page.searchParams.get("state") ?? "" };
        for (const [name, value] of Object.entries({ ...plain, ...reply }))
          back.searchParams.set(name, value);
        return back;
      },
      close: () => {},
    });
    const store = async (credentials: Credentials) => {
      stored = credentials;
    };
    const authorizer = oauthAuthorizer({ endpoint, browser: reply ? browser : undefined, stored, store });
    const challenge = { status: 401, wwwAuthenticate: "Bearer", token: authorizer.token() };
    return authorizer.authorize(challenge).catch((error: Error) => error.message);
  };
  return { pointTo, enter };
}

test("a refresh token is not sent to an authorization server that the agent names later", async () => {
  const [honest, evil] = [await site(), await site()];
  authorizationServer(honest);
  authorizationServer(evil);
  const { pointTo, enter } = await agentBehind(honest);
  expect(await enter({})).toBe(true);
  expect(await enter()).toBe(true); // the control: the honest server refreshes it
  expect(honest.tokenRequests().map((form) => form.get("grant_type"))).toEqual([
    "authorization_code",
    "refresh_token",
  ]);
  pointTo(evil);
  expect(await enter()).toBe(false);
  expect(JSON.stringify(evil.heard)).not.toContain("the-refresh-token");
  expect(JSON.stringify(evil.heard)).not.toContain(`client-of-${honest.origin}`);
});

test("a refresh token is not sent to a token endpoint of a server that names another as its issuer", async () => {
  const [honest, evil] = [await site(), await site()];
  authorizationServer(honest);
  const { pointTo, enter } = await agentBehind(honest);
  expect(await enter({})).toBe(true);
  authorizationServer(evil, { issuer: honest.origin });
  pointTo(evil);
  expect(await enter()).toBe(false);
  expect(JSON.stringify(evil.heard)).not.toContain("the-refresh-token");
});

test("a login at a server that names another as its issuer is rejected, and the server gets no code", async () => {
  const [honest, evil] = [await site(), await site()];
  authorizationServer(honest);
  authorizationServer(evil, { issuer: honest.origin });
  const { enter } = await agentBehind(evil);
  expect(await enter({})).toMatch(/issuer/i);
  expect([...evil.tokenRequests(), ...honest.tokenRequests()]).toEqual([]);
});

test.each([
  ["another state", { state: "not-ours" }, /another request/],
  ["no state", { state: "" }, /another request/],
  ["another issuer", { iss: "https://evil.example" }, /iss/i],
  ["an issuer that starts like the right one", { iss: "ORIGIN.evil.example" }, /iss/i],
] as const)("an answer with %s gets no token", async (_, reply, why) => {
  const honest = await site();
  authorizationServer(honest, { authorization_response_iss_parameter_supported: true });
  const { enter } = await agentBehind(honest);
  const sent = Object.entries({ iss: honest.origin, ...reply }).map(([name, value]) => [
    name,
    value.replace("ORIGIN", honest.origin),
  ]);
  expect(await enter(Object.fromEntries(sent))).toMatch(why);
  expect(honest.tokenRequests()).toEqual([]);
  expect(await enter({ iss: honest.origin })).toBe(true);
});

test("a redirect without an issuer is rejected if the server promises one", async () => {
  const honest = await site();
  authorizationServer(honest, { authorization_response_iss_parameter_supported: true });
  const { enter } = await agentBehind(honest);
  expect(await enter({})).toMatch(/iss/i);
  expect(honest.tokenRequests()).toEqual([]);
});

test("a server on the internet that rejects a stored token does not direct us to a server on this machine", async () => {
  const inside = await site();
  authorizationServer(inside);
  const authorizer = oauthAuthorizer({
    endpoint: "http://agent.invalid/mcp", // not an address of this machine or network
    browser: undefined,
    stored: {
      client: { client_id: "x", redirect_uris: ["http://127.0.0.1/callback"] },
      tokens: { access_token: "old", token_type: "Bearer", refresh_token: "the-refresh-token" },
    },
  });
  const metadata = `${inside.origin}/.well-known/oauth-protected-resource`;
  const challenge = { status: 401, wwwAuthenticate: `Bearer resource_metadata="${metadata}"`, token: "old" };
  expect(await authorizer.authorize(challenge)).toBe(false);
  expect(inside.heard).toEqual([]);
});
