import { byCodePoint } from "../kernel/order.ts";
import type { CommandPlace } from "./commands/place.ts";

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
  /** Where the host reads commands; absent if it has none. */
  readonly commands?: CommandPlace;
}

const plain = ({ command, args }: Launch) => ({ command, args: [...args] });
const servers = "mcpServers";
/** The folder of the Agent Skills standard, which several hosts read. */
const sharedSkill = ".agents/skills/hewto-NAME/SKILL.md";

const unsorted: readonly HostSpec[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    commands: {
      format: "command",
      projectFile: ".claude/commands/hewto/NAME.md",
      userFile: ".claude/commands/hewto/NAME.md",
      typed: "/hewto:NAME",
    },
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
    commands: { format: "skill", projectFile: sharedSkill, userFile: sharedSkill, typed: "$hewto-NAME" },
    format: "toml",
    projectFile: ".codex/config.toml",
    userFile: ".codex/config.toml",
    table: "mcp_servers",
    entry: plain,
  },
  {
    id: "vscode",
    title: "VS Code",
    commands: {
      format: "prompt",
      projectFile: ".github/prompts/hewto-NAME.prompt.md",
      userFile: {
        darwin: "Library/Application Support/Code/User/prompts/hewto-NAME.prompt.md",
        win32: "AppData/Roaming/Code/User/prompts/hewto-NAME.prompt.md",
        other: ".config/Code/User/prompts/hewto-NAME.prompt.md",
      },
      typed: "/hewto-NAME",
    },
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
    commands: {
      format: "skill",
      projectFile: ".github/skills/hewto-NAME/SKILL.md",
      userFile: ".copilot/skills/hewto-NAME/SKILL.md",
      typed: "/hewto-NAME",
    },
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
    commands: {
      format: "plain",
      projectFile: ".cursor/commands/hewto-NAME.md",
      userFile: ".cursor/commands/hewto-NAME.md",
      typed: "/hewto-NAME",
    },
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
    commands: {
      format: "toml",
      projectFile: ".gemini/commands/hewto/NAME.toml",
      userFile: ".gemini/commands/hewto/NAME.toml",
      typed: "/hewto:NAME",
    },
    format: "json",
    projectFile: ".gemini/settings.json",
    userFile: ".gemini/settings.json",
    table: servers,
    entry: plain,
  },
  {
    id: "antigravity",
    title: "Antigravity",
    commands: { format: "prompt", projectFile: ".agents/workflows/hewto-NAME.md", typed: "/hewto-NAME" },
    format: "json",
    userFile: ".gemini/config/mcp_config.json",
    table: servers,
    entry: plain,
  },
  {
    id: "windsurf",
    title: "Windsurf",
    commands: {
      format: "prompt",
      projectFile: ".windsurf/workflows/hewto-NAME.md",
      userFile: ".codeium/windsurf/global_workflows/hewto-NAME.md",
      typed: "/hewto-NAME",
    },
    format: "json",
    userFile: ".codeium/windsurf/mcp_config.json",
    table: servers,
    entry: plain,
  },
  {
    id: "zed",
    title: "Zed",
    commands: { format: "skill", projectFile: sharedSkill, userFile: sharedSkill, typed: "/hewto-NAME" },
    format: "json",
    projectFile: ".zed/settings.json",
    userFile: ".config/zed/settings.json",
    table: "context_servers",
    entry: (launch) => ({ source: "custom", ...plain(launch) }),
  },
  {
    id: "opencode",
    title: "OpenCode",
    commands: {
      format: "command",
      projectFile: ".opencode/commands/hewto-NAME.md",
      userFile: ".config/opencode/commands/hewto-NAME.md",
      typed: "/hewto-NAME",
    },
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
    commands: { format: "command", projectFile: ".kilo/command/hewto-NAME.md", typed: "/hewto-NAME" },
    format: "json",
    projectFile: "kilo.json",
    otherExtensions: [".jsonc"],
    table: "mcp",
    entry: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
  },
  {
    id: "goose",
    title: "Goose",
    commands: {
      format: "skill",
      projectFile: ".goose/skills/hewto-NAME/SKILL.md",
      userFile: ".config/goose/skills/hewto-NAME/SKILL.md",
      typed: "/skills hewto-NAME",
    },
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
    commands: {
      format: "plain",
      projectFile: ".clinerules/workflows/hewto-NAME.md",
      userFile: "Documents/Cline/Workflows/hewto-NAME.md",
      typed: "/hewto-NAME.md",
    },
    format: "json",
    userFile: ".cline/data/settings/cline_mcp_settings.json",
    table: servers,
    entry: (launch) => ({ ...plain(launch), disabled: false }),
  },
  {
    id: "kiro",
    title: "Kiro",
    commands: {
      format: "skill",
      projectFile: ".kiro/skills/hewto-NAME/SKILL.md",
      userFile: ".kiro/skills/hewto-NAME/SKILL.md",
      typed: "/hewto-NAME",
    },
    format: "json",
    projectFile: ".kiro/settings/mcp.json",
    userFile: ".kiro/settings/mcp.json",
    table: servers,
    entry: plain,
  },
  {
    id: "grok",
    title: "Grok Build",
    commands: {
      format: "skill",
      projectFile: ".grok/skills/hewto-NAME/SKILL.md",
      userFile: ".grok/skills/hewto-NAME/SKILL.md",
      typed: "/hewto-NAME",
    },
    format: "toml",
    projectFile: ".grok/config.toml",
    userFile: ".grok/config.toml",
    table: "mcp_servers",
    entry: plain,
  },
  {
    id: "kimi",
    title: "Kimi Code",
    commands: {
      format: "skill",
      projectFile: ".kimi-code/skills/hewto-NAME/SKILL.md",
      userFile: ".kimi-code/skills/hewto-NAME/SKILL.md",
      typed: "/hewto-NAME",
    },
    format: "json",
    projectFile: ".kimi-code/mcp.json",
    userFile: ".kimi-code/mcp.json",
    table: servers,
    entry: (launch) => ({ transport: "stdio", ...plain(launch) }),
  },
];

export const hostTable: readonly HostSpec[] = [...unsorted].sort((a, b) => byCodePoint(a.id, b.id));

/** The file of a host's configuration or command, relative to the home directory on this platform. */
export function userFileOf(
  { userFile }: Pick<HostSpec | CommandPlace, "userFile">,
  platform: NodeJS.Platform,
): string | undefined {
  if (userFile === undefined || typeof userFile === "string") return userFile;
  return userFile[platform] ?? userFile.other;
}
