import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord } from "../../kernel/json.ts";
import type { RequestRefusal } from "../protocol/modern-checks.ts";
import type { Body } from "./body.ts";
import { isId } from "./frame.ts";
import type { Refusal } from "./guards.ts";

export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** A JSON-RPC error outside of any request; over HTTP its id is null, as in the SDK's own. */
export function reply(response: ServerResponse, status: number, code: number, message: string): void {
  send(response, status, { jsonrpc: "2.0", id: null, error: { code, message } });
}

/** Refuses one request. */
export function replyTo(response: ServerResponse, request: unknown, error: RequestRefusal): void {
  const id = isRecord(request) && isId(request.id) ? request.id : null;
  send(response, 400, { jsonrpc: "2.0", id, error });
}

export function replyToBody(response: ServerResponse, body: Extract<Body, { ok: false }>): void {
  reply(response, body.status, body.status === 400 ? -32700 : -32000, body.message);
}

export function replyToRefused(response: ServerResponse, { status, message }: Refusal): void {
  if (status === 401) response.setHeader("www-authenticate", 'Bearer realm="hewto"');
  reply(response, status, -32000, message);
}

export function notAllowed(response: ServerResponse, methods: string): void {
  response.setHeader("allow", methods);
  reply(response, 405, -32000, "Method not allowed.");
}

export function notJson(response: ServerResponse): void {
  reply(response, 415, -32000, "Unsupported media type: send application/json.");
}

export function tooManySessions(response: ServerResponse): void {
  reply(response, 503, -32000, "Too many sessions are open. Close some, or try again later.");
}
