import { fileURLToPath } from "node:url";
import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { isRecord } from "../../kernel/json.ts";
import { readPackagedFile } from "../../workspace/files/packaged-file.ts";
import type { Host } from "../protocol/host.ts";

/** Views of the page that a host shows in its chat, by the tool whose result they show (the extension MCP Apps). */
const views = {
  trace_gaps: { view: "trace", title: "Requirements and tests" },
  get_change: { view: "redline", title: "Redline of a change" },
  code_research: { view: "research", title: "Code research" },
} as const;

const extension = "io.modelcontextprotocol/ui";
const mimeType = "text/html;profile=mcp-app";
const byTool = new Map<string, (typeof views)[keyof typeof views]>(Object.entries(views));

/** Whether the client shows such views. Drop-in profiles are what their clients know, and have none. */
export function wantsApps(server: Server, host: Pick<Host, "profile">, ctx: ServerContext): boolean {
  if (host.profile.name !== "all") return false;
  const envelope = new Map(Object.entries(ctx.mcpReq.envelope ?? {})).get(CLIENT_CAPABILITIES_META_KEY);
  const capabilities: unknown = envelope ?? server.getClientCapabilities();
  const extensions = isRecord(capabilities) ? capabilities["extensions"] : undefined;
  const ui = isRecord(extensions) ? extensions[extension] : undefined;
  if (!isRecord(ui)) return false;
  const { mimeTypes } = ui;
  return !Array.isArray(mimeTypes) || mimeTypes.includes(mimeType);
}

/** The entry of a tool with the address of its view. */
export function withApp<
  T extends { readonly name: string; readonly _meta?: Readonly<Record<string, unknown>> },
>(tool: T): T {
  const app = byTool.get(tool.name);
  return app === undefined
    ? tool
    : { ...tool, _meta: { ...tool._meta, ui: { resourceUri: uriOf(app.view) } } };
}

/** The views as entries of `resources/list`. */
export function appResources() {
  return [...byTool.values()].map(({ view, title }) => ({ uri: uriOf(view), name: view, title, mimeType }));
}

export function isAppUri(uri: string): boolean {
  return appResources().some((entry) => entry.uri === uri);
}

/** The document of a view; undefined when the package is damaged. It loads nothing, so it needs no other origin. */
export function readApp(uri: string) {
  const bytes = readPackagedFile(fileURLToPath(new URL("apps/app.html", import.meta.url)));
  if (bytes === undefined) return undefined;
  const view = uri.slice(uri.lastIndexOf("/") + 1);
  const text = new TextDecoder().decode(bytes).replace("<html", `<html data-view="${view}"`);
  return { uri, mimeType, text, _meta: { ui: { prefersBorder: true } } };
}

function uriOf(view: string): string {
  return `ui://hewto/${view}`;
}
