import { bodyBytes } from "./body.ts";
import { type OutgoingRequest, send } from "./request.ts";

/** Libraries fetch small documents: metadata and tokens. */
const maxBytes = 1024 * 1024;
const timeoutMs = 30_000;

/** A `fetch` for libraries that uses `send`: limited in size and time, without redirects to other origins. */
export function createFetch(chosenBy: OutgoingRequest["chosenBy"]) {
  return async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = "GET" } = init;
    if (method !== "GET" && method !== "POST") throw new TypeError(`${method} is not supported.`);
    const body = init.body ?? undefined;
    const limits = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])];
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
    const bytes = await bodyBytes(response, maxBytes);
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
