import type { IncomingMessage } from "node:http";
import { ok, type Result } from "../../kernel/result.ts";
import { BodyTooLarge, bodyBytes } from "../../workspace/network/body.ts";
import { type OutgoingRequest, send } from "../../workspace/network/request.ts";
import { type Fetch, type FetchResult, unusable } from "./remote.ts";

const timeoutMs = 10_000;
const maxBytes = 2 * 1024 * 1024;

/** `Fetch` over the network: https only, one origin, text, at most 2 MiB, within ten seconds. */
export function fetchFrom(chosenBy: OutgoingRequest["chosenBy"]): Fetch {
  return async (url, validators, signal) => {
    const headers: Record<string, string> = { accept: "text/markdown, text/plain;q=0.9, */*;q=0.1" };
    if (validators.etag !== undefined) headers["if-none-match"] = validators.etag;
    if (validators.lastModified !== undefined) headers["if-modified-since"] = validators.lastModified;
    const limit = timeLimit(signal);
    try {
      const response = await send({ method: "GET", url: new URL(url), headers, signal: limit, chosenBy });
      const result = await read(url, response);
      response.destroy(); // an unread body would keep the process alive
      return result;
    } catch (error) {
      return unusable(url, reasonOf(error, limit));
    }
  };
}

async function read(url: string, response: IncomingMessage): Promise<Result<FetchResult>> {
  const status = response.statusCode ?? 0;
  if (status === 304) return ok({ changed: false });
  if (status >= 300 && status < 400)
    return unusable(url, `the server redirects to ${response.headers.location ?? "an unknown location"}`);
  if (status !== 200) return unusable(url, `the server answered ${status}`);
  const type = response.headers["content-type"] ?? "";
  if (/html|image|audio|video|zip|pdf/i.test(type))
    return unusable(url, `it is \`${type}\`, not plain Markdown`);
  const text = await utf8Of(response);
  if (text === undefined) return unusable(url, `it is not UTF-8 text of at most ${maxBytes} bytes`);
  const { etag, "last-modified": lastModified } = response.headers;
  return ok({ changed: true, text, etag, lastModified });
}

/** Checks whether a page exists, with HEAD or, if that is not supported, with GET. */
export function probeFrom(chosenBy: OutgoingRequest["chosenBy"]) {
  return async (url: string, signal: AbortSignal): Promise<number | string> => {
    const limit = timeLimit(signal);
    const request = async (method: "HEAD" | "GET"): Promise<number> => {
      const response = await send({ method, url: new URL(url), headers: {}, signal: limit, chosenBy });
      response.destroy();
      return response.statusCode ?? 0;
    };
    try {
      const status = await request("HEAD");
      return status === 405 || status === 501 ? await request("GET") : status;
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
