import {
  createServer,
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
} from "node:http";
import {
  type NodeStreamableHTTPServerTransport,
  toNodeHandler,
  toWebRequest,
} from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
} from "@modelcontextprotocol/server";
import { isRecord } from "../kernel/json.ts";
import type { Change } from "../operations/toolset.ts";
import { type Body, readBody } from "./body.ts";
import { readMessage } from "./frame.ts";
import { type Guards, refusal } from "./guards.ts";
import type { Host } from "./host.ts";
import { HttpSessions, streamableTransport } from "./http-sessions.ts";
import { wire } from "./sdk.ts";
import { buildServer } from "./server.ts";
import { createSession } from "./session.ts";
import { SseTransport } from "./sse.ts";
import { announce } from "./start.ts";

const MOST_SESSIONS = 256;

export interface HttpHost {
  readonly listener: NodeServer;
  readonly changed: (what: Change) => void;
  readonly close: () => Promise<void>;
}

/** Both protocol generations on `/mcp`, and the older SSE pair on `GET /mcp` + `POST /messages`. */
export function createHttpHost(host: Host, guards: Guards): HttpHost {
  const principal = guards.token === undefined ? "local" : "bearer";
  const streams = new HttpSessions<NodeStreamableHTTPServerTransport>(host, MOST_SESSIONS);
  const pairs = new HttpSessions<SseTransport>(host, MOST_SESSIONS);
  const modern = createMcpHandler(
    ({ era }) =>
      buildServer(host, era, createSession(host.runtime.workspace.root, principal, host.runtime.clock())),
    { legacy: "reject", onerror: (error) => host.runtime.log("debug", error.message) },
  );
  const serveModern = toNodeHandler(modern);

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = refusal(request, guards);
    if (refused) return reply(response, refused.status, -32000, refused.message);
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/messages")
      return serveMessages(request, response, url.searchParams.get("sessionId") ?? "");
    if (url.pathname !== "/mcp") return reply(response, 404, -32000, "Not found: MCP is served at /mcp.");
    if (request.method === "POST") return servePost(request, response);
    if (request.method !== "GET" && request.method !== "DELETE") return notAllowed(response);
    const id = header(request, "mcp-session-id");
    if (id !== undefined) return serveSession(request, response, id);
    if (request.method === "GET" && header(request, "mcp-protocol-version") === undefined)
      return openPair(request, response);
    return reply(response, 400, -32000, "Bad request: the Mcp-Session-Id header is required.");
  };

  const servePost = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isJsonContentType(request.headers["content-type"] ?? null)) {
      return reply(response, 415, -32000, "Unsupported media type: send application/json.");
    }
    const body = await readBody(request);
    if (!body.ok) return replyToBody(response, body);
    const probe = await toWebRequest(wire(request), body.value);
    const isLegacy = host.protocol !== "2026-07-28" && (await isLegacyRequest(probe, body.value));
    if (!isLegacy && host.protocol !== "2025-11-25") return serveModern(wire(request), response, body.value);
    if (Array.isArray(body.value))
      return reply(response, 400, -32600, "Invalid request: batches are not part of MCP.");
    const frame = readMessage(body.value);
    if (frame.kind === "refused") return send(response, 400, frame.reply);
    const message = frame.kind === "message" ? frame.message : body.value;
    const id = header(request, "mcp-session-id");
    if (id !== undefined) return serveSession(request, response, id, message);
    if (!isInitializeRequest(message)) {
      return reply(
        response,
        400,
        -32000,
        "Bad request: send `initialize` first, then the Mcp-Session-Id header.",
      );
    }
    const { id: newId, transport } = streamableTransport();
    const session = await streams.open(newId, transport, principal);
    if (!session)
      return reply(response, 503, -32000, "Too many sessions are open. Close some, or try again later.");
    await transport.handleRequest(request, response, message);
  };

  const serveSession = async (
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    message?: unknown,
  ) => {
    const session = streams.find(id);
    if (!session)
      return reply(response, 404, -32001, "Session not found: it ended or expired. Send `initialize` again.");
    if (isRecord(message) && message.method === "shutdown" && message.id !== undefined) {
      return send(response, 200, { jsonrpc: "2.0", id: message.id, result: null });
    }
    if (isRecord(message) && message.method === "exit" && message.id === undefined) {
      response.writeHead(202).end();
      return session.server.close();
    }
    session.open += 1;
    response.on("close", () => {
      session.open -= 1;
      session.lastSeen = Date.now();
    });
    await session.transport.handleRequest(request, response, message);
  };

  const openPair = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!(header(request, "accept") ?? "").includes("text/event-stream")) {
      return reply(response, 406, -32000, "Not acceptable: GET /mcp answers with text/event-stream.");
    }
    const transport = new SseTransport(response);
    const session = await pairs.open(transport.sessionId, transport, principal);
    if (!session)
      return reply(response, 503, -32000, "Too many sessions are open. Close some, or try again later.");
    session.open += 1;
  };

  const serveMessages = async (
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
  ): Promise<void> => {
    if (request.method !== "POST") return notAllowed(response);
    const session = pairs.find(id);
    if (!session) return reply(response, 404, -32001, "Session not found: open one with GET /mcp.");
    const body = await readBody(request);
    if (!body.ok) return replyToBody(response, body);
    const frame = readMessage(body.value);
    if (frame.kind !== "message") return send(response, 400, frame.kind === "refused" ? frame.reply : {});
    response.writeHead(202).end("Accepted");
    const message: unknown = frame.message;
    if (isRecord(message) && message.method === "exit" && message.id === undefined)
      return session.server.close();
    if (isRecord(message) && message.method === "shutdown" && message.id !== undefined) {
      return session.transport.sendRaw({ jsonrpc: "2.0", id: message.id, result: null });
    }
    session.transport.onmessage?.(frame.message);
  };

  const listener = createServer((request, response) => {
    handle(request, response).catch((error) => {
      host.runtime.log("error", `HTTP: ${error instanceof Error ? error.message : String(error)}`);
      if (!response.headersSent) reply(response, 500, -32603, "Internal error.");
    });
  });
  return {
    listener,
    changed: (what) => {
      announce([...streams.servers(), ...pairs.servers()], what);
      if (typeof what === "object") modern.notify.resourceUpdated(what.resource);
      else if (what === "tools") modern.notify.toolsChanged();
      else if (what === "resources") modern.notify.resourcesChanged();
      else modern.notify.promptsChanged();
    },
    close: async () => {
      listener.close();
      await Promise.all([streams.closeAll(), pairs.closeAll(), modern.close()]);
      listener.closeAllConnections();
    },
  };
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function notAllowed(response: ServerResponse): void {
  response.setHeader("allow", "GET, POST, DELETE");
  reply(response, 405, -32000, "Method not allowed.");
}

function replyToBody(response: ServerResponse, body: Extract<Body, { ok: false }>): void {
  reply(response, body.status, body.status === 400 ? -32700 : -32000, body.message);
}

function reply(response: ServerResponse, status: number, code: number, message: string): void {
  send(response, status, { jsonrpc: "2.0", id: null, error: { code, message } });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
