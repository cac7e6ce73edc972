import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { readPackagedFile } from "../workspace/files/packaged-file.ts";
import { refuse, send } from "./replies.ts";

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

/**
 * Serves a file of the built page. The names are ours: one flat folder of hashed files and the document, so a path that
 * has any other form is not looked up at all.
 */
export function serveAsset(folder: string, path: string, response: ServerResponse): void {
  const name = path === "/" ? "index.html" : (/^\/(assets\/[\w-]+(?:\.[\w-]+)*)$/.exec(path)?.[1] ?? "");
  const type = types[name.slice(name.lastIndexOf(".") + 1)];
  const bytes = type === undefined ? undefined : readPackagedFile(join(folder, name));
  if (type === undefined || bytes === undefined) return missing(path, response);
  const isHashed = name.startsWith("assets/");
  send(
    response,
    200,
    type,
    bytes,
    isHashed ? { "cache-control": "private, max-age=31536000, immutable" } : {},
  );
}

function missing(path: string, response: ServerResponse): void {
  if (path !== "/") return refuse(response, 404, "Not found.");
  refuse(response, 500, "The package is damaged: it holds no page.", "Install Hewto again.");
}
