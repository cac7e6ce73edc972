import type { IncomingMessage } from "node:http";
import { BodyTooLarge } from "../../workspace/network/body.ts";

/** Why a request failed, as a sentence. */
export function describeFailure(error: unknown, url: URL): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: `No server is listening at ${url.origin}.`,
    ENOTFOUND: `The host ${url.hostname} was not found.`,
    EAI_AGAIN: `The host ${url.hostname} cannot be looked up at the moment.`,
    ECONNRESET: `${url.origin} closed the connection.`,
    ETIMEDOUT: `${url.origin} does not answer.`,
  };
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof BodyTooLarge) return `${detail}; the rest was not read.`;
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code);
  if (isCertificate) return `The certificate of ${url.origin} is not trusted: ${detail}.`;
  if (/wrong version number|packet length too long/.test(detail))
    return `${url.origin} does not speak TLS; is it an http:// address?`;
  return reasons[code] ?? `${url.origin} cannot be reached: ${detail}.`;
}

/** Why the first message was rejected: there is no session yet, so a 404 means a wrong address. */
export function describeFirstStatus(
  response: IncomingMessage,
  body: string,
  { origin, pathname }: URL,
): string {
  const status = response.statusCode ?? 0;
  const address = `${origin}${pathname}`; // without the query, which may contain a key
  if (status === 404) return `There is no MCP server at ${address} (HTTP 404). Check the path.`;
  if (status === 405)
    return `${address} does not accept messages (HTTP 405). Check the path; servers of the older HTTP+SSE transport are not supported.`;
  return describeStatus(response, body);
}

/** The name of the server in a sentence, and the setting that holds its address. */
interface ServerName {
  readonly name: string;
  readonly setting: string;
}

/** An HTTP status that is not a success, as a sentence. */
export function describeStatus(
  response: IncomingMessage,
  body: string,
  { name, setting }: ServerName = { name: "The agent", setting: "mcp.endpoint" },
): string {
  const status = response.statusCode ?? 0;
  const retryAfter = response.headers["retry-after"];
  const until = /^\d+$/.test(retryAfter ?? "") ? `in ${retryAfter} s` : `after ${retryAfter}`;
  const wait = retryAfter === undefined ? "" : ` Try again ${until}.`;
  const text = body.trim();
  const detail = text === "" || text.startsWith("<") ? "" : ` ${text.slice(0, 300)}`;
  if (status >= 300 && status < 400) {
    const { location = "nowhere" } = response.headers;
    return `${name} redirects to ${location} (HTTP ${status}). If you trust that address, set ${setting} to it.`;
  }
  if (status === 401 || status === 403) return `${name} denied access (HTTP ${status}).${detail}`;
  if (status === 429) return `${name} received too many requests (HTTP 429).${wait}`;
  if (status >= 500) return `${name} failed (HTTP ${status}).${wait}${detail}`;
  return `${name} answered with HTTP ${status}.${detail}`;
}
