import { ok } from "../../kernel/result.ts";
import { type Fetch, unusable } from "./remote.ts";

const longestMs = 10_000;
const mostBytes = 2 * 1024 * 1024;

/** `Fetch` over the network: HTTPS to the end, text, at most 2 MiB, within ten seconds. */
export const fetchOverNetwork: Fetch = async (url, known, signal) => {
  const headers: Record<string, string> = { accept: "text/markdown, text/plain;q=0.9, */*;q=0.1" };
  if (known.etag !== undefined) headers["if-none-match"] = known.etag;
  if (known.lastModified !== undefined) headers["if-modified-since"] = known.lastModified;
  try {
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    });
    if (response.status === 304) return ok({ changed: false });
    if (!response.ok) return unusable(url, `the server answered ${response.status}`);
    if (!response.url.startsWith("https:"))
      return unusable(url, "it was redirected to an address without https");
    const type = response.headers.get("content-type") ?? "";
    if (/html|image|audio|video|zip|pdf/i.test(type))
      return unusable(url, `it is \`${type}\`, not plain Markdown`);
    const text = await textOf(response);
    if (text === undefined) return unusable(url, `it is not UTF-8 text of at most ${mostBytes} bytes`);
    const etag = response.headers.get("etag");
    const lastModified = response.headers.get("last-modified");
    return ok({ changed: true, text, ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) });
  } catch (error) {
    return unusable(url, error instanceof Error ? reasonOf(error) : String(error));
  }
};

async function textOf(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return undefined;
  }
}

function reasonOf(error: Error): string {
  if (error.name === "TimeoutError") return `the server did not answer within ${longestMs / 1000} seconds`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Asks a server whether a page is there, by HEAD and, where that is not allowed, by GET. */
export async function probeOverNetwork(url: string, signal: AbortSignal): Promise<number | string> {
  const ask = async (method: "HEAD" | "GET"): Promise<number> => {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    });
    await response.body?.cancel();
    return response.status;
  };
  try {
    const status = await ask("HEAD");
    return status === 405 || status === 501 ? await ask("GET") : status;
  } catch (error) {
    return error instanceof Error ? reasonOf(error) : String(error);
  }
}
