import { createServer, type IncomingMessage } from "node:http";
import type { Browser } from "../answers/person.ts";

/** A local HTTP server for the redirect at the end of an authorization in the browser. */
export async function openCallbackServer(show: (page: URL) => void): Promise<Browser> {
  /** The expected redirect. Any web page could send the browser here with a different one. */
  let expected: { readonly state: string | null; readonly resolve: (url: URL) => void } | undefined;
  let host = "";
  const server = createServer((request, response) => {
    const url = request.headers.host === host ? callbackOf(request) : undefined;
    const isExpected = url !== undefined && expected !== undefined && isFor(url, expected.state);
    response.writeHead(isExpected ? 200 : 404, {
      "content-type": "text/plain; charset=utf-8",
      connection: "close",
    });
    response.end(isExpected ? "Hewto is authorized. You can close this page.\n" : "Not found.\n");
    if (isExpected) expected?.resolve(url);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  host = `127.0.0.1:${port}`;
  return {
    redirectUrl: `http://${host}/callback`,
    visit: (page) =>
      new Promise((resolve) => {
        expected = { state: page.searchParams.get("state"), resolve };
        show(page);
      }),
    close: () => void server.close(),
  };
}

/** The requested address, if it is valid and the callback. */
function callbackOf({ method, url = "" }: IncomingMessage): URL | undefined {
  if (method !== "GET" || !/^\/callback(?:\?|$)/.test(url)) return undefined;
  const base = "http://127.0.0.1";
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

function isFor({ searchParams }: URL, state: string | null): boolean {
  return state === null || searchParams.get("state") === state;
}
