import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";

const KEEP_ALIVE_MS = 15_000;

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

  /** For the one reply that is no MCP result: `shutdown` answers null. */
  sendRaw(message: object): void {
    this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    if (this.#beat === undefined) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
    this.#response.end();
    this.onclose?.();
  }
}
