import { createServer } from "node:http";
import type { Browser } from "./person.ts";

/** Listens on this machine only, for the address that a browser is sent back to. */
export async function openLoopback(show: (page: URL) => void): Promise<Browser> {
  let arrive: (url: URL) => void = () => {};
  const arrived = new Promise<URL>((resolve) => {
    arrive = resolve;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const isAnswer = url.pathname === "/callback";
    response.writeHead(isAnswer ? 200 : 404, {
      "content-type": "text/plain; charset=utf-8",
      connection: "close",
    });
    response.end(isAnswer ? "Hewto has what it needs. You may close this page.\n" : "Not here.\n");
    if (isAnswer) arrive(url);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    redirectUrl: `http://127.0.0.1:${port}/callback`,
    visit: (page) => {
      show(page);
      return arrived;
    },
    close: () => void server.close(),
  };
}
