import type { ServerResponse } from "node:http";
import type { Fault } from "../kernel/fault.ts";
import { fault } from "../kernel/fault.ts";
import { type FaultKind, faultKinds } from "../kernel/fault-codes.ts";

/** Nothing but our own files runs, nothing is loaded from elsewhere, and no other page can frame this one. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const commonHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

export function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { ...commonHeaders, "content-type": type, "cache-control": "no-store", ...headers })
    .end(body);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, "application/json; charset=utf-8", JSON.stringify(value));
}

const statuses: Record<FaultKind, number> = {
  usage: 400,
  absent: 404,
  needs: 424,
  refused: 422,
  conflict: 409,
  timeout: 504,
  cancelled: 499,
  internal: 500,
};

/** A fault as JSON, in the form of `hewto … --json`; the status follows from its kind. */
export function sendFault(
  response: ServerResponse,
  given: Fault,
  status = statuses[faultKinds[given.code]],
): void {
  sendJson(response, status, { error: given });
}

/** For requests that never reach an operation. */
export function refuse(response: ServerResponse, status: number, message: string, remedy = ""): void {
  sendFault(response, fault("invalid_argument", message, remedy), status);
}

export function redirect(response: ServerResponse, to: string, cookie: string): void {
  send(response, 302, "text/plain; charset=utf-8", "", { location: to, "set-cookie": cookie });
}

export function streamHeaders(): Record<string, string> {
  return { ...commonHeaders, "content-type": "text/event-stream", "cache-control": "no-store" };
}
