import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { isInitializeRequest } from "@modelcontextprotocol/server";
import { isRecord } from "../../kernel/json.ts";
import { RecentEvents } from "./event-store.ts";
import { isId, readMessage } from "./frame.ts";
import { header, reply, send, tooManySessions } from "./http-replies.ts";
import type { HttpSession, HttpSessions } from "./http-sessions.ts";

const RETRY_MS = 1000;

export type Streams = HttpSessions<NodeStreamableHTTPServerTransport>;

/** A message of a 2025-era client: the first one opens a session, the others name it. */
export async function servePosted(
  streams: Streams,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  principal: string,
): Promise<void> {
  const frame = readMessage(body);
  if (frame.kind !== "message") return send(response, 400, frame.kind === "refused" ? frame.reply : {});
  const { message } = frame;
  const id = header(request, "mcp-session-id");
  if (id !== undefined) return serveSession(streams, request, response, id, message);
  if (!isInitializeRequest(message)) {
    const how = "send `initialize` first, then the Mcp-Session-Id header.";
    return reply(response, 400, -32000, `Bad request: ${how}`);
  }
  const { id: newId, transport } = streamableTransport();
  const session = await streams.open(newId, transport, principal);
  if (!session) return tooManySessions(response);
  streams.use(session, response);
  await transport.handleRequest(request, response, message);
  // Refused by the transport (a wrong Accept header): nobody will ever name this session.
  if (transport.sessionId === undefined) await session.server.close();
}

/** `GET`, `DELETE` and later messages of a session. */
export async function serveSession(
  streams: Streams,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  message?: unknown,
): Promise<void> {
  const session = streams.find(id);
  if (!session) {
    const why = "it ended or expired. Send `initialize` again.";
    return reply(response, 404, -32001, `Session not found: ${why}`);
  }
  if (isRecord(message) && (await serveSeedWords(session, response, message))) return;
  const requestId = isRecord(message) && "method" in message && isId(message.id) ? message.id : undefined;
  if (requestId !== undefined && session.inFlight.has(requestId)) {
    // The transport would send the first reply to the second request.
    const error = {
      code: -32600,
      message: `Invalid request: id ${JSON.stringify(requestId)} is already in use.`,
    };
    return send(response, 400, { jsonrpc: "2.0", id: requestId, error });
  }
  streams.use(session, response, requestId);
  await session.transport.handleRequest(request, response, message);
  if (isRecord(message) && message.method === "notifications/cancelled") await endCancelled(session, message);
}

/**
 * Nothing will ever come on the stream of a cancelled request, so it ends. A client that comes back for it with
 * Last-Event-ID finds an error there instead of a stream that stays open for good.
 */
async function endCancelled(
  { transport, inFlight }: HttpSession<NodeStreamableHTTPServerTransport>,
  { params }: Record<string, unknown>,
): Promise<void> {
  const id = isRecord(params) ? params.requestId : undefined;
  if (!isId(id) || !inFlight.has(id)) return;
  transport.closeSSEStream(id);
  await transport.send({
    jsonrpc: "2.0",
    id,
    error: { code: -32000, message: "The request was cancelled." },
  });
}

/** `shutdown` and `exit` of spec-tui clients. */
async function serveSeedWords(
  { server }: HttpSession<NodeStreamableHTTPServerTransport>,
  response: ServerResponse,
  { method, id }: Record<string, unknown>,
): Promise<boolean> {
  if (method === "shutdown" && id !== undefined) {
    send(response, 200, { jsonrpc: "2.0", id, result: null });
    return true;
  }
  if (method !== "exit" || id !== undefined) return false;
  response.writeHead(202).end();
  await server.close();
  return true;
}

/** A resumable transport; its id is known before the first reply, so that it can be capped. */
function streamableTransport(): { id: string; transport: NodeStreamableHTTPServerTransport } {
  const id = randomUUID();
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    eventStore: new RecentEvents(),
    retryInterval: RETRY_MS,
  });
  return { id, transport };
}
