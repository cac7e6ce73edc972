import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { basename } from "node:path";
import { version } from "../kernel/version.ts";
import { header } from "../mcp/transports/http-replies.ts";
import type { PageAccess } from "./access.ts";
import { serveAsset } from "./assets.ts";
import { type Caller, serveCall, serveCommand } from "./call.ts";
import { pageRefusal } from "./guards.ts";
import type { PageSession } from "./protocol.ts";
import { redirect, refuse, send, sendJson } from "./replies.ts";

export interface PageOptions extends Caller {
  /** The address that we listen on. */
  readonly host: string;
  readonly access: PageAccess;
  /** The folder of the built page. */
  readonly assets: string;
}

/** The page and its API. Only the address with the token is served without the cookie; operations run through `invoke()`. */
export function createPage(options: PageOptions): Server {
  return createServer((request, response) => {
    serve(options, request, response).catch((error) => {
      options.runtime.log("error", `page: ${error instanceof Error ? error.message : String(error)}`);
      if (!response.headersSent) refuse(response, 500, "Internal error.");
    });
  });
}

async function serve(
  options: PageOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refused = pageRefusal(request, options.host);
  if (refused) return refuse(response, refused.status, refused.message);
  const [path = "", query] = (request.url ?? "").split("?", 2);
  const { access } = options;
  if (path === "/" && request.method === "GET") {
    const token = new URLSearchParams(query).get("token");
    if (token !== null && access.isToken(token)) return redirect(response, "/", access.cookie());
  }
  if (!access.hasCookie(header(request, "cookie"))) return askForToken(path, response);
  const operation = /^\/(api|command)\/([\w.]+)$/.exec(path);
  if (path === "/api/events" && request.method === "GET") return options.events.serve(request, response);
  if (path === "/api/session" && request.method === "GET") return sendJson(response, 200, session(options));
  if (operation?.[1] === "api") return serveCall(options, operation[2] ?? "", request, response);
  if (operation?.[1] === "command") return serveCommand(options, operation[2] ?? "", request, response);
  if (request.method !== "GET" && request.method !== "HEAD")
    return refuse(response, 405, "Method not allowed.");
  serveAsset(options.assets, path, response);
}

function session({ runtime, mayWrite }: PageOptions): PageSession {
  const { root } = runtime.workspace;
  return { version, workspace: basename(root), root, mayWrite };
}

function askForToken(path: string, response: ServerResponse): void {
  const message = "This page needs the address that `hewto web` printed when it started.";
  if (path !== "/") return refuse(response, 401, message, "Open that address once in this browser.");
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hewto</title><h1>Hewto</h1><p>This page needs the address that <code>hewto web</code> printed when it started. Open that address once in this browser.</p></html>`;
  send(response, 401, "text/html; charset=utf-8", html);
}
