import {
  type ClientRequest,
  type IncomingMessage,
  request as overHttp,
  type RequestOptions,
} from "node:http";
import { request as overHttps } from "node:https";
import { isOffline } from "./offline.ts";
import { publicLookup, RefusedAddress, refusePrivateAddress } from "./private-address.ts";

export interface OutgoingRequest {
  readonly method: "GET" | "HEAD" | "POST" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  /**
   * `person`: they named or allowed exactly this address. `stranger`: a repository, a document or an agent did;
   * then only https is spoken, and never with this machine or a private network.
   */
  readonly chosenBy: "person" | "stranger";
}

const MAX_REDIRECTS = 3;

/**
 * The only way out of the process. One HTTP request whose response may stream for hours. Not `fetch`: its client
 * gives up after five minutes without a byte, and a run may well be silent for longer. A server that moves us to
 * another path of its own (`/mcp` to `/mcp/`) is followed; one that sends us elsewhere is not, for the request may
 * carry secrets, and the yes was for this address.
 */
export async function send(outgoing: OutgoingRequest): Promise<IncomingMessage> {
  let response = await sendOnce(outgoing);
  let { url } = outgoing;
  for (let redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
    const target = sameOriginRedirect(response, url, outgoing.method);
    if (target === undefined) break;
    response.resume();
    url = target;
    response = await sendOnce({ ...outgoing, url });
  }
  return response;
}

/** 307 and 308 keep method and body; the others only suit a request that has none. */
function sameOriginRedirect(
  { statusCode = 0, headers }: IncomingMessage,
  url: URL,
  method: string,
): URL | undefined {
  const codes = method === "GET" || method === "HEAD" ? [301, 302, 303, 307, 308] : [307, 308];
  const { location = "" } = headers;
  if (!codes.includes(statusCode) || !URL.canParse(location, url.href)) return undefined;
  const target = new URL(location, url);
  return target.origin === url.origin ? target : undefined;
}

function sendOnce(outgoing: OutgoingRequest): Promise<IncomingMessage> {
  const { method, url, headers, body, signal } = outgoing;
  if (isOffline()) throw new Error("An operation that says it opens no connection wants to open one.");
  const isSecure = url.protocol === "https:";
  const start = isSecure ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error("aborted"));
    if (outgoing.chosenBy === "stranger" && !isSecure) throw new RefusedAddress(url, "it is not https");
    const options = { method, headers: { ...headers }, ...guards(outgoing) };
    // No `signal` for Node: on abort it errors the socket too, and an idle socket has nobody who listens.
    const sent: ClientRequest = start(url, options, (response) => {
      response.on("error", () => {}); // whoever reads gets it; one that nobody reads must not end us
      resolve(response);
    });
    const abort = () => sent.destroy();
    signal.addEventListener("abort", abort, { once: true });
    sent.once("close", () => signal.removeEventListener("abort", abort));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The address that was checked is the one that is connected to, in a connection of its own. */
function guards({ chosenBy, url }: OutgoingRequest): RequestOptions {
  if (chosenBy === "person") return {};
  refusePrivateAddress(url);
  return { agent: false, lookup: publicLookup(url) };
}
