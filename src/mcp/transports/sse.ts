import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonContentType, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { isRecord } from "../../kernel/json.ts";
import { readBody } from "./body.ts";
import { readMessage } from "./frame.ts";
import { header, notAllowed, notJson, reply, replyToBody, send, tooManySessions } from "./http-replies.ts";
import type { HttpSessions } from "./http-sessions.ts";

const KEEP_ALIVE_MS = 15_000;

export type Pairs = HttpSessions<SseTransport>;

/** The older HTTP pair: events go out on `GET /mcp`, messages come in by `POST /messages?sessionId=`. */
export class SseTransport implements Transport {
  readonly sessionId = randomUUID();
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #response: ServerResponse;
  #beat: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  async start(): Promise<void> {
    this.#response.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      connection: "keep-alive",
    });
    this.#response.write(`event: endpoint\ndata: /messages?sessionId=${this.sessionId}\n\n`);
    this.#response.on("close", () => this.close());
    this.#beat = setInterval(() => this.#response.write(": keep-alive\n\n"), KEEP_ALIVE_MS).unref();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.sendRaw(message);
  }

  /** For the one reply that is not an MCP result: `shutdown` answers null. */
  sendRaw(message: object): void {
    if (this.#beat) this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    if (this.#beat === undefined) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
    this.#response.end();
    this.onclose?.();
  }
}

/** `GET /mcp` of an older client: the stream on which it hears everything. */
export async function openPair(
  pairs: Pairs,
  request: IncomingMessage,
  response: ServerResponse,
  principal: string,
): Promise<void> {
  if (!(header(request, "accept") ?? "").includes("text/event-stream")) {
    return reply(response, 406, -32000, "Not acceptable: GET /mcp answers with text/event-stream.");
  }
  const transport = new SseTransport(response);
  const session = await pairs.open(transport.sessionId, transport, principal);
  if (!session) return tooManySessions(response);
  pairs.use(session, response);
}

/** `POST /messages?sessionId=`: one message; the answer comes on the stream. */
export async function serveMessages(
  pairs: Pairs,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  maxBytes: number,
): Promise<void> {
  if (request.method !== "POST") return notAllowed(response, "POST");
  if (!isJsonContentType(request.headers["content-type"] ?? null)) return notJson(response);
  if (id === "")
    return reply(response, 400, -32000, "Bad request: missing ?sessionId= (returned by GET /mcp).");
  const session = pairs.find(id);
  if (!session) return reply(response, 404, -32001, "Session not found: open one with GET /mcp.");
  const body = await readBody(request, maxBytes);
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
}
