import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isLoopback } from "../../workspace/network/loopback.ts";

export interface Guards {
  /** The address that we listen on. */
  readonly host: string;
  /** Required in every request when set. */
  readonly token: string | undefined;
}

export interface Refusal {
  readonly status: 400 | 401 | 403;
  readonly message: string;
}

/** Names under which a loopback listener is reached; anything else is a rebound DNS name. */
const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** Why a request must not be served, if so. */
export function refusal(request: IncomingMessage, guards: Guards): Refusal | undefined {
  // Node keeps the first of two; a proxy in front of us may have checked the second.
  if ((request.headersDistinct["host"] ?? []).length > 1)
    return { status: 400, message: "Bad request: more than one Host header." };
  const host = hostNameOf(request.headers.host);
  if (isLoopback(guards.host) && (host === undefined || !isOurs(host, guards))) {
    return {
      status: 403,
      message: "Forbidden: the Host header does not name this machine's loopback address.",
    };
  }
  const { origin } = request.headers;
  if (origin !== undefined && !isOriginAllowed(origin, host, guards)) {
    return { status: 403, message: "Forbidden: requests from this Origin are not accepted." };
  }
  // A page's no-cors request has no Origin, but browsers still say where it comes from.
  if (request.headers["sec-fetch-site"] === "cross-site") {
    return { status: 403, message: "Forbidden: requests from a page of another site are not accepted." };
  }
  if (guards.token !== undefined && !carries(request.headers.authorization, guards.token)) {
    return {
      status: 401,
      message: "Unauthorized: send `Authorization: Bearer TOKEN` with the token of this server.",
    };
  }
  return undefined;
}

function isOurs(host: string, guards: Guards): boolean {
  return loopback.includes(host) || host === guards.host;
}

function isOriginAllowed(origin: string, host: string | undefined, guards: Guards): boolean {
  // Exactly as browsers write it: a URL parser would make 127.0.0.1 of 2130706433 and drop a user name.
  const name = hostNameOf(/^https?:\/\/(.*)$/i.exec(origin)?.[1]);
  if (name === undefined) return false;
  return isLoopback(guards.host) ? isOurs(name, guards) : name === host;
}

/** The name without its port; undefined when the header is missing or not a plain host. */
function hostNameOf(header: string | undefined): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+)(:\d{1,5})?$/i.exec(header ?? "");
  return match?.[1]?.toLowerCase();
}

/** Compares digests, so that the time it takes says nothing about the token, not even its length. */
function carries(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(.+)$/i.exec(header ?? "")?.[1] ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
