import type { IncomingMessage } from "node:http";
import { ok, type Result } from "../../kernel/result.ts";
import { BodyTooLarge, bodyBytes } from "../../workspace/network/body.ts";
import { type OutgoingRequest, send } from "../../workspace/network/request.ts";
import { type Fetch, type Fetched, unusable } from "./remote.ts";

const timeoutMs = 10_000;
const maxBytes = 2 * 1024 * 1024;

/** `Fetch` over the network: https only, one origin, text, at most 2 MiB, within ten seconds. */
export function fetchFrom(chosenBy: OutgoingRequest["chosenBy"]): Fetch {
  return async (url, known, signal) => {
    const headers: Record<string, string> = { accept: "text/markdown, text/plain;q=0.9, */*;q=0.1" };
    if (known.etag !== undefined) headers["if-none-match"] = known.etag;
    if (known.lastModified !== undefined) headers["if-modified-since"] = known.lastModified;
    const limit = timeLimit(signal);
    try {
      const response = await send({ method: "GET", url: new URL(url), headers, signal: limit, chosenBy });
      const fetched = await read(url, response);
      response.destroy(); // what was not read would keep the process waiting
      return fetched;
    } catch (error) {
      return unusable(url, reasonOf(error, limit));
    }
  };
}

async function read(url: string, response: IncomingMessage): Promise<Result<Fetched>> {
  const status = response.statusCode ?? 0;
  if (status === 304) return ok({ changed: false });
  if (status >= 300 && status < 400)
    return unusable(url, `the server points to another place, ${response.headers.location ?? "unnamed"}`);
  if (status !== 200) return unusable(url, `the server answered ${status}`);
  const type = response.headers["content-type"] ?? "";
  if (/html|image|audio|video|zip|pdf/i.test(type))
    return unusable(url, `it is \`${type}\`, not plain Markdown`);
  const text = await utf8Of(response);
  if (text === undefined) return unusable(url, `it is not UTF-8 text of at most ${maxBytes} bytes`);
  const { etag, "last-modified": lastModified } = response.headers;
  return ok({ changed: true, text, ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) });
}

/** Asks a server whether a page is there, by HEAD and, where that is not allowed, by GET. */
export function probeFrom(chosenBy: OutgoingRequest["chosenBy"]) {
  return async (url: string, signal: AbortSignal): Promise<number | string> => {
    const limit = timeLimit(signal);
    const ask = async (method: "HEAD" | "GET"): Promise<number> => {
      const response = await send({ method, url: new URL(url), headers: {}, signal: limit, chosenBy });
      response.destroy();
      return response.statusCode ?? 0;
    };
    try {
      const status = await ask("HEAD");
      return status === 405 || status === 501 ? await ask("GET") : status;
    } catch (error) {
      return reasonOf(error, limit);
    }
  };
}

async function utf8Of(response: IncomingMessage): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await bodyBytes(response, maxBytes));
  } catch (error) {
    if (error instanceof BodyTooLarge || error instanceof TypeError) return undefined;
    throw error;
  }
}

function timeLimit(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
}

function reasonOf(error: unknown, limit: AbortSignal): string {
  const isLate = limit.reason instanceof DOMException && limit.reason.name === "TimeoutError";
  if (isLate) return `the server did not answer within ${timeoutMs / 1000} seconds`;
  return error instanceof Error ? error.message : String(error);
}
