import { hostname } from "node:os";
import type { Host } from "../../mcp/protocol/host.ts";
import type { Style } from "../../operation/style.ts";
import type { HttpAccess } from "./mcp-access.ts";

/** What a person sees when a server starts listening: what it serves, how to connect, how to stop. */
export function banner(
  host: Host,
  url: string,
  transport: "http" | "sse",
  access: HttpAccess,
  style: Style,
): string {
  const toolsets = host.entries.map((entry) => `  ${entry.name.padEnd(10)} ${entry.summary}`);
  const rows = connectRows(host.profile.serverName, reachable(url), transport, access);
  return [
    `${style.bold("Hewto")} serves ${style.accent(host.runtime.workspace.root)}`,
    `  profile    ${host.profile.name}`,
    `  address    ${style.accent(url)}`,
    ...(access.from === "random" ? [`  token      ${style.accent(access.token ?? "")}`] : []),
    "",
    style.bold("Toolsets"),
    ...toolsets,
    "",
    style.bold("Connect"),
    ...rows.map(([client, how]) => `  ${client.padEnd(12)} ${how}`),
    ...tokenNote(access),
    "",
    "Stop with Ctrl+C.",
    "",
  ].join("\n");
}

function connectRows(
  name: string,
  place: string,
  transport: "http" | "sse",
  { token, from }: HttpAccess,
): [string, string][] {
  const isEnvironment = from === "environment";
  const header =
    token === undefined ? "" : ` --header "Authorization: Bearer ${isEnvironment ? "$HEWTO_TOKEN" : token}"`;
  // Of a token that is not printed a file gets a placeholder.
  const headers =
    token === undefined
      ? {}
      : { headers: { Authorization: `Bearer ${isEnvironment ? "HEWTO_TOKEN" : token}` } };
  const variable = token === undefined ? "" : " --bearer-token-env-var HEWTO_TOKEN";
  const exported = token === undefined || isEnvironment ? "" : `export HEWTO_TOKEN='${token}'; `;
  const codex: [string, string] = ["Codex", `${exported}codex mcp add ${name} --url ${place}${variable}`];
  return [
    ["Claude Code", `claude mcp add --transport ${transport} ${name} ${place}${header}`],
    ...(transport === "http" ? [codex] : []), // which does not speak SSE
    ["VS Code", `code --add-mcp '${JSON.stringify({ name, type: transport, url: place, ...headers })}'`],
    ["Gemini CLI", `gemini mcp add --transport ${transport}${header} ${name} ${place}`],
    [
      "Cursor",
      `${JSON.stringify({ mcpServers: { [name]: { url: place, ...headers } } })}   in .cursor/mcp.json`,
    ],
  ];
}

function tokenNote({ from }: HttpAccess): string[] {
  const notes = {
    environment: "Each client must send `Authorization: Bearer` and the value of HEWTO_TOKEN.",
    flag: "Each client must send `Authorization: Bearer` and the value of --token.",
    random: "The token is new at each start. Set HEWTO_TOKEN to keep one, or pass --no-token to do without.",
    nobody: "No token is asked for: every user and program of this machine can connect.",
  };
  return ["", notes[from]];
}

/** A client on another machine cannot use the address of all interfaces. */
function reachable(url: string): string {
  return url.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, `//${hostname()}`);
}
