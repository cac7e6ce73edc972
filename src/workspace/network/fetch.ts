import { bodyBytes } from "./body.ts";
import { type OutgoingRequest, send } from "./request.ts";

/** Of the documents that libraries ask for: metadata, tokens. */
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** `fetch` for a library that wants one, through the one way out: bounded, no redirects to other origins. */
export function createFetch(chosenBy: OutgoingRequest["chosenBy"]) {
  return async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = "GET" } = init;
    if (method !== "GET" && method !== "POST") throw new TypeError(`${method} is not supported.`);
    const body = init.body ?? undefined;
    const limits = [AbortSignal.timeout(TIMEOUT_MS), ...(init.signal ? [init.signal] : [])];
    const headers = new Headers(init.headers);
    if (body instanceof URLSearchParams && !headers.has("content-type"))
      headers.set("content-type", "application/x-www-form-urlencoded;charset=UTF-8");
    const response = await send({
      method,
      url: new URL(address),
      headers: Object.fromEntries(headers),
      body: body === undefined ? undefined : String(body),
      signal: AbortSignal.any(limits),
      chosenBy,
    });
    const bytes = await bodyBytes(response, MAX_BYTES);
    const status = response.statusCode ?? 0;
    const isEmpty = [204, 205, 304].includes(status);
    return new Response(isEmpty ? null : bytes, { status, headers: headerPairs(response.headers) });
  };
}

function headerPairs(headers: NodeJS.Dict<string | string[]>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
  );
}
