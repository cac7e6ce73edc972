import {
  createServer,
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
} from "node:http";
import { toNodeHandler, toWebRequest } from "@modelcontextprotocol/node";
import { createMcpHandler, isJsonContentType, isLegacyRequest } from "@modelcontextprotocol/server";
import { isRecord } from "../../kernel/json.ts";
import type { Change } from "../../operation/toolset.ts";
import type { Host } from "../protocol/host.ts";
import { headerRefusal, listenRefusal } from "../protocol/modern-checks.ts";
import { subscriptionProblem } from "../protocol/resources.ts";
import { wire } from "../protocol/sdk.ts";
import { buildServer } from "../protocol/server.ts";
import { createSession } from "../protocol/session.ts";
import { announce } from "../protocol/start.ts";
import { readBody } from "./body.ts";
import { type Guards, refusal } from "./guards.ts";
import { header, notAllowed, notJson, reply, replyTo, replyToBody, replyToRefused } from "./http-replies.ts";
import { HttpSessions, type SessionLimits } from "./http-sessions.ts";
import { openPair, type Pairs, serveMessages } from "./sse.ts";
import { type Streams, servePosted, serveSession } from "./streamable.ts";

export interface HttpLimits extends SessionLimits {
  readonly maxBodyBytes: number;
  /** Who asks right now, where requests are of different people. */
  readonly principal?: () => string;
}

const defaultLimits: HttpLimits = {
  maxSessions: 256,
  idleMs: 30 * 60_000,
  sweepMs: 60_000,
  maxBodyBytes: 4 * 1024 * 1024,
};

export interface HttpHost {
  readonly listener: NodeServer;
  /** Serves one request of somebody that another listener has recognized. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, principal: string) => Promise<void>;
  readonly changed: (what: Change) => void;
  /** Resolves when no posted message is being answered. */
  readonly drained: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the routes share. */
interface Endpoint {
  readonly host: Host;
  readonly principal: string;
  readonly limits: HttpLimits;
  readonly streams: Streams;
  readonly pairs: Pairs;
  readonly serveModern: ReturnType<typeof toNodeHandler>;
}

/** Both protocol generations on `/mcp`, and the older SSE pair on `GET /mcp` + `POST /messages`. */
export function createHttpHost(host: Host, guards: Guards, limits: HttpLimits = defaultLimits): HttpHost {
  const principal = guards.token === undefined ? "local" : "bearer";
  const modern = createMcpHandler(
    ({ era }) => {
      const who = limits.principal?.() ?? principal;
      return buildServer(host, era, createSession(host.runtime.workspace.root, who, host.runtime.clock()));
    },
    {
      legacy: "reject",
      maxSubscriptions: limits.maxSessions,
      onerror: (error) => host.runtime.log("debug", error.message),
    },
  );
  const streams: Streams = new HttpSessions(host, limits);
  const pairs: Pairs = new HttpSessions(host, limits);
  const endpoint = { host, principal, limits, streams, pairs, serveModern: toNodeHandler(modern) };
  const posts = new Set<Promise<unknown>>();
  const handle = (request: IncomingMessage, response: ServerResponse, who: string) => {
    if (request.method === "POST") track(posts, response);
    return serve({ ...endpoint, principal: who }, guards, request, response).catch((error) => {
      host.runtime.log("error", `HTTP: ${error instanceof Error ? error.message : String(error)}`);
      if (!response.headersSent) reply(response, 500, -32603, "Internal error.");
    });
  };
  const listener = createServer((request, response) => void handle(request, response, principal));
  return {
    listener,
    handle,
    changed: (what) => {
      announce([...streams.servers(), ...pairs.servers()], what);
      if (typeof what === "object") modern.notify.resourceUpdated(what.resource);
      else if (what === "tools") modern.notify.toolsChanged();
      else if (what === "resources") modern.notify.resourcesChanged();
      else modern.notify.promptsChanged();
    },
    drained: async () => {
      await Promise.all(posts);
    },
    close: async () => {
      listener.close();
      await Promise.all([streams.closeAll(), pairs.closeAll(), modern.close()]);
      listener.closeAllConnections();
    },
  };
}

async function serve(
  endpoint: Endpoint,
  guards: Guards,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refused = refusal(request, guards);
  if (refused) return replyToRefused(response, refused);
  const [path, query] = (request.url ?? "").split("?", 2);
  const { host, pairs, streams, principal, limits } = endpoint;
  const servesLegacy = host.protocol !== "2026-07-28";
  if (path === "/messages" && servesLegacy) {
    const id = new URLSearchParams(query).get("sessionId") ?? "";
    if (isOfAnother(pairs, id, principal)) return sessionGone(response);
    return serveMessages(pairs, request, response, id, limits.maxBodyBytes);
  }
  if (path !== "/mcp") return reply(response, 404, -32000, "Not found: MCP is served at /mcp.");
  if (request.method === "POST") return servePost(endpoint, request, response);
  if (!servesLegacy) return notAllowed(response, "POST");
  if (request.method !== "GET" && request.method !== "DELETE")
    return notAllowed(response, "GET, POST, DELETE");
  const id = header(request, "mcp-session-id");
  if (id !== undefined && isOfAnother(streams, id, principal)) return sessionGone(response);
  if (id !== undefined) return serveSession(streams, request, response, id);
  if (request.method === "GET" && header(request, "mcp-protocol-version") === undefined)
    return openPair(pairs, request, response, principal);
  return reply(response, 400, -32000, "Bad request: the Mcp-Session-Id header is required.");
}

async function servePost(
  endpoint: Endpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { host, streams, principal, limits } = endpoint;
  if (!isJsonContentType(request.headers["content-type"] ?? null)) return notJson(response);
  const body = await readBody(request, limits.maxBodyBytes);
  if (!body.ok) return replyToBody(response, body);
  const probe = await toWebRequest(wire(request), body.value);
  const isLegacy = host.protocol !== "2026-07-28" && (await isLegacyRequest(probe, body.value));
  if (!isLegacy && host.protocol !== "2025-11-25") {
    const problem = listenProblem(body.value);
    if (problem !== undefined) return reply(response, 400, -32602, problem);
    const refused =
      listenRefusal(body.value) ?? (await headerRefusal(host, body.value, (name) => header(request, name)));
    if (refused) return replyTo(response, body.value, refused);
    return endpoint.serveModern(wire(request), response, body.value);
  }
  const id = header(request, "mcp-session-id");
  if (id !== undefined && isOfAnother(streams, id, principal)) return sessionGone(response);
  return servePosted(streams, request, response, body.value, principal);
}

/** A session belongs to the principal that opened it: its id alone gives no access. */
function isOfAnother(sessions: Streams | Pairs, id: string, principal: string): boolean {
  const session = sessions.find(id);
  return session !== undefined && session.record.principal !== principal;
}

function sessionGone(response: ServerResponse): void {
  reply(response, 404, -32001, "Session not found: send `initialize` first.");
}

/** Under 2026-07-28 one request names all resources that a stream watches, and the SDK keeps the list. */
function listenProblem(body: unknown): string | undefined {
  if (!isRecord(body) || body.method !== "subscriptions/listen" || !isRecord(body.params)) return undefined;
  const wanted = isRecord(body.params.notifications) ? body.params.notifications.resourceSubscriptions : [];
  return Array.isArray(wanted) ? subscriptionProblem(wanted.map(String)) : undefined;
}

function track(open: Set<Promise<unknown>>, response: ServerResponse): void {
  const closed = new Promise((resolve) => response.on("close", resolve));
  open.add(closed);
  closed.then(() => open.delete(closed));
}
