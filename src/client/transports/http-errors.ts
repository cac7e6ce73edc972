import type { IncomingMessage } from "node:http";
import { BodyTooLarge } from "../../workspace/network/body.ts";

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
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof BodyTooLarge) return `${said}; it was not read further.`;
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code);
  if (isCertificate) return `The certificate of ${url.origin} is not trusted: ${said}.`;
  if (/wrong version number|packet length too long/.test(said))
    return `${url.origin} does not speak TLS; is it an http:// address?`;
  return reasons[code] ?? `${url.origin} cannot be reached: ${said}.`;
}

/** Why the very first message was not taken: there is no session yet that could have been forgotten. */
export function describeFirst(response: IncomingMessage, body: string, { origin, pathname }: URL): string {
  const status = response.statusCode ?? 0;
  const place = `${origin}${pathname}`; // not the query, which may hold a key
  if (status === 404) return `No MCP server is at ${place} (HTTP 404): check the path.`;
  if (status === 405)
    return `${place} takes no messages (HTTP 405): check the path; a server of the older HTTP+SSE is not supported.`;
  return describeStatus(response, body);
}

/** Who was asked, and which setting says where. */
interface Asked {
  readonly who: string;
  readonly setting: string;
}

/** Why a status is no answer, in words. */
export function describeStatus(
  response: IncomingMessage,
  body: string,
  { who, setting }: Asked = { who: "The agent", setting: "mcp.endpoint" },
): string {
  const status = response.statusCode ?? 0;
  const retryAfter = response.headers["retry-after"];
  const until = /^\d+$/.test(retryAfter ?? "") ? `${retryAfter} s` : `until ${retryAfter}`;
  const wait = retryAfter === undefined ? "" : ` It asks to wait ${until}.`;
  const text = body.trim();
  const said = text === "" || text.startsWith("<") ? "" : ` ${text.slice(0, 300)}`;
  if (status >= 300 && status < 400) {
    const { location = "nowhere" } = response.headers;
    return `${who} is not here (HTTP ${status}): it points to ${location}. If you trust that address, set ${setting} to it.`;
  }
  if (status === 401 || status === 403) return `${who} refused access (HTTP ${status}).${said}`;
  if (status === 429) return `${who} has too much to do (HTTP 429).${wait}`;
  if (status >= 500) return `${who} failed (HTTP ${status}).${wait}${said}`;
  return `${who} answered with HTTP ${status}.${said}`;
}
