import type { IncomingMessage } from "node:http";
import { type Refusal, refusal } from "../mcp/transports/guards.ts";

/**
 * Why a request must not be served, if so. The Host and Origin rules of the MCP listener, and as a cookie is sent by
 * every page of this host, whatever its port: only the page itself may ask for anything but the page.
 */
export function pageRefusal(request: IncomingMessage, host: string): Refusal | undefined {
  const refused = refusal(request, { host, token: undefined });
  if (refused) return refused;
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `http://${request.headers.host}`)
    return { status: 403, message: "Forbidden: requests from this Origin are not accepted." };
  if (!isFromPage(request) && !isNavigation(request))
    return { status: 403, message: "Forbidden: requests from another page are not accepted." };
  return undefined;
}

/** Browsers say where a request comes from; programs that are not browsers say nothing. */
function isFromPage({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/** A link from another program's page on this machine may open the page, but not in a frame. */
function isNavigation({ headers, method, url = "" }: IncomingMessage): boolean {
  const isTop = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return isTop && method === "GET" && /^\/(\?|$)/.test(url);
}
