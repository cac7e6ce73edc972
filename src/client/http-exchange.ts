import { type ClientRequest, type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";

export interface Exchange {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * One HTTP request whose response may stream for hours. Not `fetch`: its client gives up after five minutes
 * without a byte, and a run may well be silent for longer.
 */
export function exchange({ method, url, headers, body, signal }: Exchange): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error("aborted"));
    // No `signal` for Node: on abort it errors the socket too, and an idle socket has nobody who listens.
    const request: ClientRequest = send(url, { method, headers: { ...headers } }, (response) => {
      response.on("error", () => {}); // whoever reads gets it; one that nobody reads must not end us
      resolve(response);
    });
    const abort = () => request.destroy();
    signal.addEventListener("abort", abort, { once: true });
    request.once("close", () => signal.removeEventListener("abort", abort));
    request.on("error", reject);
    request.end(body);
  });
}

export async function textOf(response: IncomingMessage): Promise<string> {
  response.setEncoding("utf8");
  let text = "";
  for await (const part of response) text += String(part);
  return text;
}

/** Why an exchange failed, in words. */
export function describeFailure(error: unknown, url: URL): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: `Nothing listens at ${url.origin}.`,
    ENOTFOUND: `The host ${url.hostname} is not known.`,
    EAI_AGAIN: `The host ${url.hostname} cannot be looked up now.`,
    ECONNRESET: `${url.origin} closed the connection.`,
    ETIMEDOUT: `${url.origin} does not answer.`,
  };
  return (
    reasons[code] ??
    `${url.origin} cannot be reached: ${error instanceof Error ? error.message : String(error)}.`
  );
}

/** Why a status is no answer, in words. */
export function describeStatus(response: IncomingMessage, body: string): string {
  const status = response.statusCode ?? 0;
  const retryAfter = response.headers["retry-after"];
  const wait = retryAfter === undefined ? "" : ` It asks to wait ${retryAfter} s.`;
  const said = body.trimStart().startsWith("<") ? "" : ` ${body.slice(0, 300).trim()}`;
  if (status === 401 || status === 403) return `The agent refused access (HTTP ${status}).${said}`;
  if (status === 404) return "The agent has forgotten this session (HTTP 404).";
  if (status === 429) return `The agent has too much to do (HTTP 429).${wait}`;
  if (status >= 500) return `The agent failed (HTTP ${status}).${wait}${said}`;
  return `The agent answered with HTTP ${status}.${said}`;
}
