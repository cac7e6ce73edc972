import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** One request that the agent got. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly message: { id?: number; method?: string };
}

/** Answers a request and returns whether it did. */
export type HttpReply = (message: Heard["message"], response: ServerResponse, exchange: Heard) => boolean;

export const resultOf = (id: number | undefined, text: string) =>
  JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } });

/** An agent over HTTP that handles the handshake; `reply` answers everything else and returns whether it did. */
export async function httpAgent(reply: HttpReply) {
  const seen: Heard[] = [];
  const http = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const message: Heard["message"] = body === "" ? {} : JSON.parse(body);
      const exchange = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        message,
      };
      seen.push(exchange);
      if (reply(message, response, exchange)) return;
      if (message.method === "initialize") {
        response.writeHead(200, { "content-type": "application/json", "mcp-session-id": "s1" });
        const value = {
          protocolVersion: "2025-11-25",
          capabilities: {},
          serverInfo: { name: "web", version: "1" },
        };
        response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: value }));
      } else response.writeHead(request.method === "POST" ? 202 : 405).end();
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.closeAllConnections());
  onTestFinished(() => void http.close());
  const { port } = http.address() as AddressInfo; // a listening TCP server has one
  return { url: `http://127.0.0.1:${port}/mcp`, seen, http };
}
