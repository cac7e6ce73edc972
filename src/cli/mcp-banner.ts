import { hostname } from "node:os";
import type { Host } from "../mcp/host.ts";
import type { Style } from "../operations/style.ts";

/** What a person sees when a server starts listening: what it serves, how to connect, how to stop. */
export function banner(
  host: Host,
  url: string,
  transport: "http" | "sse",
  hasToken: boolean,
  style: Style,
): string {
  const name = host.profile.serverName;
  const header = hasToken ? ' --header "Authorization: Bearer $HEWTO_TOKEN"' : "";
  const headers = hasToken ? { headers: { Authorization: "Bearer HEWTO_TOKEN" } } : {};
  const variable = hasToken ? " --bearer-token-env-var HEWTO_TOKEN" : "";
  const place = reachable(url);
  const codex: [string, string] = ["Codex", `codex mcp add ${name} --url ${place}${variable}`];
  const rows: [string, string][] = [
    ["Claude Code", `claude mcp add --transport ${transport} ${name} ${place}${header}`],
    ...(transport === "http" ? [codex] : []), // which does not speak SSE
    ["VS Code", `code --add-mcp '${JSON.stringify({ name, type: transport, url: place, ...headers })}'`],
    ["Gemini CLI", `gemini mcp add --transport ${transport}${header} ${name} ${place}`],
    [
      "Cursor",
      `${JSON.stringify({ mcpServers: { [name]: { url: place, ...headers } } })}   in .cursor/mcp.json`,
    ],
  ];
  const token = hasToken
    ? ["", "Each client must send `Authorization: Bearer` and the value of HEWTO_TOKEN."]
    : [];
  const toolsets = host.entries.map((entry) => `  ${entry.name.padEnd(10)} ${entry.summary}`);
  return [
    `${style.bold("Hewto")} serves ${style.accent(host.runtime.workspace.root)}`,
    `  profile    ${host.profile.name}`,
    `  address    ${style.accent(url)}`,
    "",
    style.bold("Toolsets"),
    ...toolsets,
    "",
    style.bold("Connect"),
    ...rows.map(([client, how]) => `  ${client.padEnd(12)} ${how}`),
    ...token,
    "",
    "Stop with Ctrl+C.",
    "",
  ].join("\n");
}

/** The address of all interfaces is none that a client on another machine could use. */
function reachable(url: string): string {
  return url.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, `//${hostname()}`);
}
