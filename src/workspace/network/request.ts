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
   * `person`: the user named or allowed exactly this address. `stranger`: it comes from a repository, a document or an
   * agent; then only https is used, and never to this machine or a private network.
   */
  readonly chosenBy: "person" | "stranger";
}

const maxRedirects = 3;

/**
 * The only function that opens connections. One HTTP request whose response can stream for hours. Not `fetch`, whose
 * client gives up after five minutes without a byte. A redirect to another path of the same origin (`/mcp` to
 * `/mcp/`) is followed; one to another origin is not, because the request can carry secrets and only this address was
 * allowed.
 */
export async function send(outgoing: OutgoingRequest): Promise<IncomingMessage> {
  let response = await sendOnce(outgoing);
  let { url } = outgoing;
  for (let redirects = 0; redirects < maxRedirects; redirects++) {
    const target = sameOriginRedirect(response, url, outgoing.method);
    if (target === undefined) break;
    response.resume();
    url = target;
    response = await sendOnce({ ...outgoing, url });
  }
  return response;
}

/** 307 and 308 keep method and body; the others are only for requests without a body. */
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
  if (isOffline())
    throw new Error("Bug: an operation that is declared to open no connection tried to open one.");
  const isSecure = url.protocol === "https:";
  const start = isSecure ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error("aborted"));
    if (outgoing.chosenBy === "stranger" && !isSecure) throw new RefusedAddress(url, "it is not https");
    const options = { method, headers: { ...headers }, ...guards(outgoing) };
    // Not with `signal`: on abort Node also emits an error on the socket, and an idle socket has no listener.
    const clientRequest: ClientRequest = start(url, options, (response) => {
      response.on("error", () => {}); // readers get the error; on an unread response it must not end the process
      resolve(response);
    });
    const abort = () => clientRequest.destroy();
    signal.addEventListener("abort", abort, { once: true });
    clientRequest.once("close", () => signal.removeEventListener("abort", abort));
    clientRequest.on("error", reject);
    clientRequest.end(body);
  });
}

/** Connects to exactly the address that was checked, on a connection of its own. */
function guards({ chosenBy, url }: OutgoingRequest): RequestOptions {
  if (chosenBy === "person") return {};
  refusePrivateAddress(url);
  return { agent: false, lookup: publicLookup(url) };
}
