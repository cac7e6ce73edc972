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
  const kind = transport === "sse" ? "sse" : "http";
  const rows: [string, string][] = [
    ["Claude Code", `claude mcp add --transport ${kind} ${name} ${url}${header}`],
    ["Codex", `codex mcp add ${name} --url ${url}`],
    ["VS Code", `code --add-mcp '${JSON.stringify({ name, type: kind, url })}'`],
    ["Gemini CLI", `gemini mcp add --transport ${kind} ${name} ${url}`],
    ["Cursor", `${JSON.stringify({ mcpServers: { [name]: { url } } })}   in .cursor/mcp.json`],
  ];
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
    "",
    "Stop with Ctrl+C.",
    "",
  ].join("\n");
}
