import { request as plainRequest } from "node:http";
import { isRecord } from "../../src/kernel/json.ts";
import type { Message } from "./wire.ts";

export interface Posted {
  readonly status: number;
  readonly headers: Headers;
  /** The messages of the response, whether JSON or a stream. */
  readonly messages: Message[];
}

const accepts = "application/json, text/event-stream";

/** Posts one message and reads the whole answer. */
export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Posted> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: accepts, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
  const { status } = response;
  if (!isStream) return { status, headers: response.headers, messages: messagesIn(await response.text()) };
  const messages: Message[] = [];
  for await (const { data } of events(response)) messages.push(...messagesIn(data));
  return { status, headers: response.headers, messages };
}

export interface Event {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** The events of a stream, as they come. */
export async function* events(response: Response): AsyncGenerator<Event> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body ?? []) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
      if (field("data") !== undefined)
        yield { id: field("id"), event: field("event") ?? "message", data: field("data") ?? "" };
    }
  }
}

/** A session of the streamable HTTP transport. */
export interface HttpSession {
  readonly id: string;
  readonly post: (message: object, headers?: Record<string, string>) => Promise<Posted>;
  readonly request: (method: string, params?: object, id?: string | number) => Promise<Message>;
  readonly notify: (method: string, params?: object) => Promise<number>;
  /** Opens the stream for messages that belong to no request; with an event id, resumes another stream. */
  readonly listen: (lastEventId?: string) => Promise<Response>;
  readonly end: () => Promise<number>;
}

export async function openSession(
  url: string,
  capabilities: object = {},
  headers: Record<string, string> = {},
): Promise<HttpSession> {
  const clientInfo = { name: "http", version: "1.0.0" };
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo };
  const opened = await post(url, { jsonrpc: "2.0", id: 0, method: "initialize", params }, headers);
  const id = opened.headers.get("mcp-session-id");
  if (opened.status !== 200 || !id) throw new Error(`no session: ${JSON.stringify(opened)}`);
  const named = { "mcp-session-id": id, "mcp-protocol-version": "2025-11-25", ...headers };
  const send = (message: object, more: Record<string, string> = {}) =>
    post(url, message, { ...named, ...more });
  let ids = 0;
  const session: HttpSession = {
    id,
    post: send,
    request: async (method, requestParams, requestId = ++ids) => {
      const message = {
        jsonrpc: "2.0",
        id: requestId,
        method,
        ...(requestParams ? { params: requestParams } : {}),
      };
      const { messages } = await send(message);
      return messages.find((reply) => reply.id === requestId && !("method" in reply)) ?? {};
    },
    notify: async (method, notes) =>
      (await send({ jsonrpc: "2.0", method, ...(notes ? { params: notes } : {}) })).status,
    listen: (lastEventId) =>
      fetch(url, {
        headers: {
          accept: "text/event-stream",
          ...named,
          ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
        },
      }),
    end: async () => (await fetch(url, { method: "DELETE", headers: named })).status,
  };
  await session.notify("notifications/initialized");
  return session;
}

/** A request with any headers at all: `fetch` sets Host itself. */
export function rawRequest(
  url: string,
  options: { method?: string; path?: string; headers?: Record<string, string>; body?: string },
): Promise<{ status: number; body: string }> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = plainRequest(
      {
        hostname: hostname.replace(/^\[|\]$/g, ""),
        port,
        path: options.path ?? pathname,
        method: options.method ?? "POST",
        headers: { "content-type": "application/json", accept: accepts, ...options.headers },
        agent: false,
      },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (text: string) => {
          body += text;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    request.on("error", reject);
    request.end(options.body ?? "");
  });
}

function messagesIn(text: string): Message[] {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? [value] : [];
  } catch {
    return [];
  }
}
