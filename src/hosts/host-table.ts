import { byCodePoint } from "../kernel/order.ts";

/** How a host starts Hewto. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

export type ConfigFormat = "json" | "toml" | "yaml";

/** Where a host configures its servers, and the format of an entry. */
export interface HostSpec {
  readonly id: string;
  readonly title: string;
  readonly format: ConfigFormat;
  /** Relative to the project; absent when the host has no project file. */
  readonly projectFile?: string;
  /** Relative to the home directory, by platform where they differ. */
  readonly userFile?: string | Readonly<Partial<Record<NodeJS.Platform | "other", string>>>;
  /** The table that holds the servers. */
  readonly table: string;
  readonly entry: (launch: Launch) => Record<string, unknown>;
  /** A file that the host reads instead of `projectFile` if it exists. */
  readonly projectFileFirst?: string;
  /** Other extensions that the file may already have. */
  readonly otherExtensions?: readonly string[];
  /** Whether the entry must name a folder because the host does not start servers in a project. */
  readonly needsFolder?: boolean;
  /** The host's variable for the open folder, if it does not start servers there. */
  readonly folderVariable?: string;
}

const plain = ({ command, args }: Launch) => ({ command, args: [...args] });
const servers = "mcpServers";

const unsorted: readonly HostSpec[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    format: "json",
    projectFile: ".mcp.json",
    userFile: ".claude.json",
    table: servers,
    entry: plain,
  },
  {
    id: "claude-desktop",
    title: "Claude Desktop",
    format: "json",
    userFile: {
      darwin: "Library/Application Support/Claude/claude_desktop_config.json",
      win32: "AppData/Roaming/Claude/claude_desktop_config.json",
      other: ".config/Claude/claude_desktop_config.json",
    },
    needsFolder: true,
    table: servers,
    entry: plain,
  },
  {
    id: "codex",
    title: "Codex",
    format: "toml",
    projectFile: ".codex/config.toml",
    userFile: ".codex/config.toml",
    table: "mcp_servers",
    entry: plain,
  },
  {
    id: "vscode",
    title: "VS Code",
    format: "json",
    projectFile: ".vscode/mcp.json",
    userFile: {
      darwin: "Library/Application Support/Code/User/mcp.json",
      win32: "AppData/Roaming/Code/User/mcp.json",
      other: ".config/Code/User/mcp.json",
    },
    table: "servers",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code replaces this
    folderVariable: "${workspaceFolder}",
    entry: (launch) => ({ type: "stdio", ...plain(launch) }),
  },
  {
    id: "copilot-cli",
    title: "Copilot CLI",
    format: "json",
    projectFile: ".github/mcp.json",
    // Version 1.0.102 does not read this file if there is a `.mcp.json`, even an empty one.
    projectFileFirst: ".mcp.json",
    userFile: ".copilot/mcp-config.json",
    table: servers,
    entry: (launch) => ({ type: "stdio", ...plain(launch), tools: ["*"] }),
  },
  {
    id: "cursor",
    title: "Cursor",
    format: "json",
    projectFile: ".cursor/mcp.json",
    userFile: ".cursor/mcp.json",
    table: servers,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor replaces this
    folderVariable: "${workspaceFolder}",
    entry: plain,
  },
  {
    id: "gemini-cli",
    title: "Gemini CLI",
    format: "json",
    projectFile: ".gemini/settings.json",
    userFile: ".gemini/settings.json",
    table: servers,
    entry: plain,
  },
  {
    id: "antigravity",
    title: "Antigravity",
    format: "json",
    userFile: ".gemini/config/mcp_config.json",
    table: servers,
    entry: plain,
  },
  {
    id: "windsurf",
    title: "Windsurf",
    format: "json",
    userFile: ".codeium/windsurf/mcp_config.json",
    table: servers,
    entry: plain,
  },
  {
    id: "zed",
    title: "Zed",
    format: "json",
    projectFile: ".zed/settings.json",
    userFile: ".config/zed/settings.json",
    table: "context_servers",
    entry: (launch) => ({ source: "custom", ...plain(launch) }),
  },
  {
    id: "opencode",
    title: "OpenCode",
    format: "json",
    projectFile: "opencode.jsonc",
    userFile: ".config/opencode/opencode.jsonc",
    otherExtensions: [".json"],
    table: "mcp",
    entry: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
  },
  {
    id: "kilo",
    title: "Kilo Code",
    format: "json",
    projectFile: "kilo.json",
    otherExtensions: [".jsonc"],
    table: "mcp",
    entry: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
  },
  {
    id: "goose",
    title: "Goose",
    format: "yaml",
    projectFile: ".goose/config.yaml",
    userFile: ".config/goose/config.yaml",
    table: "extensions",
    entry: ({ command, args }) => ({
      type: "stdio",
      cmd: command,
      args: [...args],
      timeout: 300,
      enabled: true,
    }),
  },
  {
    id: "cline",
    title: "Cline",
    format: "json",
    userFile: ".cline/data/settings/cline_mcp_settings.json",
    table: servers,
    entry: (launch) => ({ ...plain(launch), disabled: false }),
  },
  {
    id: "kiro",
    title: "Kiro",
    format: "json",
    projectFile: ".kiro/settings/mcp.json",
    userFile: ".kiro/settings/mcp.json",
    table: servers,
    entry: plain,
  },
  {
    id: "grok",
    title: "Grok Build",
    format: "toml",
    projectFile: ".grok/config.toml",
    userFile: ".grok/config.toml",
    table: "mcp_servers",
    entry: plain,
  },
  {
    id: "kimi",
    title: "Kimi Code",
    format: "json",
    projectFile: ".kimi-code/mcp.json",
    userFile: ".kimi-code/mcp.json",
    table: servers,
    entry: (launch) => ({ transport: "stdio", ...plain(launch) }),
  },
];

export const hostTable: readonly HostSpec[] = [...unsorted].sort((a, b) => byCodePoint(a.id, b.id));

/** The file relative to the home directory on this platform. */
export function userFileOf(host: HostSpec, platform: NodeJS.Platform): string | undefined {
  if (host.userFile === undefined || typeof host.userFile === "string") return host.userFile;
  return host.userFile[platform] ?? host.userFile.other;
}
