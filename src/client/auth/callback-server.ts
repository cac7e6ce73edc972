import { createServer, type IncomingMessage } from "node:http";
import type { Browser } from "../answers/person.ts";

/** Listens on this machine only, for the address that a browser is sent back to. */
export async function openLoopback(show: (page: URL) => void): Promise<Browser> {
  /** The answer that is waited for; any page could send the browser here with another. */
  let expected: { readonly state: string | null; readonly arrive: (url: URL) => void } | undefined;
  let host = "";
  const server = createServer((request, response) => {
    const url = request.headers.host === host ? callbackOf(request) : undefined;
    const isAnswer = url !== undefined && expected !== undefined && isFor(url, expected.state);
    response.writeHead(isAnswer ? 200 : 404, {
      "content-type": "text/plain; charset=utf-8",
      connection: "close",
    });
    response.end(isAnswer ? "Hewto has what it needs. You can close this page.\n" : "Not found.\n");
    if (isAnswer) expected?.arrive(url);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  host = `127.0.0.1:${port}`;
  return {
    redirectUrl: `http://${host}/callback`,
    visit: (page) =>
      new Promise((arrive) => {
        expected = { state: page.searchParams.get("state"), arrive };
        show(page);
      }),
    close: () => void server.close(),
  };
}

/** The address that was asked for, if it is the callback; what is not an address at all is nothing. */
function callbackOf({ method, url = "" }: IncomingMessage): URL | undefined {
  if (method !== "GET" || !/^\/callback(?:\?|$)/.test(url)) return undefined;
  const base = "http://127.0.0.1";
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

function isFor({ searchParams }: URL, state: string | null): boolean {
  return state === null || searchParams.get("state") === state;
}
