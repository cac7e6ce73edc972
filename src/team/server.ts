import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { HttpHost } from "../mcp/transports/http.ts";
import { header } from "../mcp/transports/http-replies.ts";
import type { Team } from "./access.ts";
import { maxGrantSeconds } from "./grants.ts";
import type { Metrics } from "./metrics.ts";
import { asPrincipal } from "./principal.ts";
import { requiredScope, type TokenCheck, type TokenRules, type TokenVerifier } from "./tokens.ts";
import { TooManyCalls, type Turns } from "./turns.ts";

export interface TeamServer {
  readonly team: Team;
  readonly http: HttpHost;
  readonly tokens: TokenVerifier;
  readonly rules: TokenRules;
  readonly turns: Turns;
  readonly streams: OpenStreams;
  readonly calls: OpenCalls;
  readonly metrics: Metrics;
  readonly log: (line: Readonly<Record<string, unknown>>) => void;
  readonly isDraining: () => boolean;
}

const metadataPath = "/.well-known/oauth-protected-resource";
/** A client that sends its request slowly holds a connection, and nothing else, for so long. */
const requestMs = 15_000;
const headersMs = 5_000;
const maxConnections = 4_000;
/** A call that takes longer goes on, and the next one begins. */
const maxTurnMs = 5_000;

/** MCP for people with tokens; health, readiness and metrics for those who run it. */
export function createTeamListener(serving: () => TeamServer | undefined): Server {
  const listener = createServer((request, response) => {
    const server = serving();
    if (!server) return send(response, 503, { error: "starting" });
    serve(server, request, response).catch((error) => {
      server.log({ level: "error", message: error instanceof Error ? error.message : String(error) });
      if (!response.headersSent) send(response, 500, { error: "internal_error" });
    });
  });
  listener.requestTimeout = requestMs;
  listener.headersTimeout = headersMs;
  listener.maxConnections = maxConnections;
  return listener;
}

async function serve(server: TeamServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  const route =
    path === "/mcp" || path === "/messages" ? "mcp" : path.startsWith(metadataPath) ? "metadata" : path;
  response.on("finish", () =>
    server.metrics.count("hewto_http_requests_total", {
      route: known.has(route) ? route : "other",
      status: String(response.statusCode),
    }),
  );
  if (route === "mcp") return serveMcp(server, request, response);
  if (request.method !== "GET") return send(response, 405, { error: "method_not_allowed" });
  if (route === "metadata") return send(response, 200, metadataOf(server.rules));
  if (path === "/healthz") return send(response, 200, { status: "ok" });
  if (path === "/readyz") return serveReadiness(server, response);
  if (path === "/metrics") {
    const text = await server.metrics.text();
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    return;
  }
  return send(response, 404, { error: "not_found" });
}

const known = new Set(["mcp", "metadata", "/healthz", "/readyz", "/metrics"]);

async function serveMcp(
  server: TeamServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (server.isDraining()) {
    response.setHeader("retry-after", "1");
    response.setHeader("connection", "close");
    return send(response, 503, { error: "draining" });
  }
  // From here on a drain waits for it, even before its token is checked and its turn has come.
  if (request.method === "POST") server.calls.add(response);
  const checked = await server.tokens.check(header(request, "authorization"));
  if (!checked.ok) return refuse(server, response, checked);
  const { principal } = checked;
  const handle = () =>
    asPrincipal(principal, () => server.http.handle(request, response, `user:${principal.subject}`));
  // A stream that only listens takes no turn, because it would never end; but nobody may hold many of them.
  if (request.method !== "POST") {
    if (server.streams.open(principal.subject, response)) return handle();
    return tooMany(response);
  }
  try {
    await server.turns.run(principal.subject, async () => {
      const ended = new Promise((resolve) => {
        response.on("close", resolve);
        response.on("finish", resolve);
      });
      // One who reads the answer slowly keeps the connection, but not the turn.
      const tooLong = setTimeout(maxTurnMs, undefined, { ref: false });
      await Promise.race([handle().then(() => response.writableEnded || ended), tooLong]);
    });
  } catch (error) {
    if (!(error instanceof TooManyCalls)) throw error;
    tooMany(response);
  }
}

function tooMany(response: ServerResponse): void {
  response.setHeader("retry-after", "1");
  send(response, 429, { error: "too_many_calls" });
}

const maxStreams = 8;

/** Open streams of each principal. */
export class OpenStreams {
  readonly #counts = new Map<string, number>();

  /** False when the principal has as many as anybody may have. */
  open(principal: string, response: ServerResponse): boolean {
    const count = this.#counts.get(principal) ?? 0;
    if (count >= maxStreams) return false;
    this.#counts.set(principal, count + 1);
    response.on("close", () => {
      const left = (this.#counts.get(principal) ?? 1) - 1;
      if (left > 0) this.#counts.set(principal, left);
      else this.#counts.delete(principal);
    });
    return true;
  }
}

/** Posted requests that are not answered yet. */
export class OpenCalls {
  readonly #open = new Set<Promise<unknown>>();

  get count(): number {
    return this.#open.size;
  }

  add(response: ServerResponse): void {
    const closed = new Promise((resolve) => response.on("close", resolve));
    this.#open.add(closed);
    void closed.then(() => this.#open.delete(closed));
  }

  async ended(): Promise<void> {
    await Promise.all(this.#open);
  }
}

function refuse(
  { rules, metrics }: TeamServer,
  response: ServerResponse,
  { status, error, message }: Extract<TokenCheck, { ok: false }>,
): void {
  metrics.count("hewto_refused_total", { error: error === "" ? "no_token" : error });
  const parts = [
    ...(error === "" ? [] : [`error="${error}"`, `error_description="${message.replaceAll(/["\\]/g, "")}"`]),
    ...(error === "insufficient_scope" || error === "" ? [`scope="${requiredScope}"`] : []),
    `resource_metadata="${new URL(metadataPath, rules.audience).href}"`,
  ];
  if (status !== 503) response.setHeader("www-authenticate", `Bearer ${parts.join(", ")}`);
  const body = { jsonrpc: "2.0", id: null, error: { code: -32000, message } };
  send(response, status, body);
}

/** What a client needs to get a token: RFC 9728. */
function metadataOf({ audience, issuer }: TokenRules) {
  return {
    resource: audience,
    authorization_servers: [issuer],
    scopes_supported: [requiredScope],
    bearer_methods_supported: ["header"],
    resource_name: "Hewto",
  };
}

/** A balancer asks for readiness often and does not wait for long. */
const maxReadyMs = 2_000;

async function serveReadiness({ team, isDraining }: TeamServer, response: ServerResponse): Promise<void> {
  if (isDraining()) return send(response, 503, { ready: false, reasons: ["draining"] });
  const asked = Promise.all([team.repositories.coverage(), team.grants.age()]);
  const answer = await Promise.race([asked, setTimeout(maxReadyMs, undefined, { ref: false })]);
  if (!answer) return send(response, 503, { ready: false, reasons: ["store_unavailable"] });
  const [coverage, age] = answer;
  const reasons = [
    ...(coverage.ok ? [] : ["store_unavailable"]),
    // Older ones are refused, so a server that has none newer is of no use.
    ...(age === undefined ? ["grants_unreadable"] : age > maxGrantSeconds ? ["grants_outdated"] : []),
    // Behind a balancer, the servers of the version before answer until this one has everything.
    ...(coverage.ok && coverage.value.indexed < coverage.value.all ? ["index_incomplete"] : []),
  ];
  const counts = coverage.ok ? coverage.value : undefined;
  send(response, reasons.length === 0 ? 200 : 503, { ready: reasons.length === 0, reasons, ...counts });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
