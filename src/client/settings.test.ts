import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryTree } from "../../test/support/temporary.ts";
import { openWorkspace } from "../workspace/paths/root.ts";
import { clientSettings, type SettingsRequest } from "./settings.ts";

async function settings(
  files: Readonly<Record<string, string>>,
  more: Partial<Pick<SettingsRequest, "flags" | "file">> & { env?: Record<string, string> } = {},
) {
  const root = await temporaryTree({ "project/": "", ...files });
  const workspace = await openWorkspace(join(root, "project"));
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const env = { HOME: join(root, "home"), ...more.env };
  const file = more.file === undefined ? undefined : join(root, more.file);
  return clientSettings({ workspace: workspace.value, env, file, flags: more.flags ?? {} });
}

const toml = (command: string) => `[mcp]\ntransport = "stdio"\ncommand = "${command}"\n`;

describe("the agent of the settings", () => {
  // covers spec-tui-client: default-timeout
  it("is the builtin one without any file", async () => {
    expect(await settings({})).toMatchObject({
      ok: true,
      value: { agent: { kind: "builtin" }, mcp: { timeout_seconds: 60 }, warnings: [] },
    });
  });

  // covers spec-tui-client: stdio-agent, http-agent
  it("reads spec-tui's two example files unchanged, under each of the file names", async () => {
    const stdio = `[mcp]
transport = "stdio"
command = "claude"  # Command to spawn MCP server
args = ["--mcp"]    # Arguments for MCP mode
`;
    const http = `[mcp]
transport = "http"
endpoint = "http://localhost:8080/mcp"
`;
    for (const name of ["hewto.toml", ".spec-tui.toml", ".speck.toml"]) {
      expect(await settings({ [`project/${name}`]: stdio })).toMatchObject({
        value: {
          agent: { kind: "mcp-stdio", command: "claude", args: ["--mcp"] },
          agentFromProject: true,
          warnings: [],
        },
      });
      expect(await settings({ [`project/${name}`]: http })).toMatchObject({
        value: { agent: { kind: "mcp-http", endpoint: "http://localhost:8080/mcp" }, warnings: [] },
      });
    }
  });

  it.each([
    ['type = "stdio"\ncommand = "a"', { kind: "mcp-stdio", command: "a" }],
    [
      'type = "http"\nendpoint = "http://localhost:1/"',
      { kind: "mcp-http", endpoint: "http://localhost:1/" },
    ],
    ['transport = "http://localhost:1/mcp"', { kind: "mcp-http", endpoint: "http://localhost:1/mcp" }],
    ['endpoint = "http://localhost:1/"', { kind: "mcp-http" }],
    ['transport = "stdio"', { kind: "builtin" }],
  ])("follows from %j", async (text, agent) => {
    expect(await settings({ "project/hewto.toml": `[mcp]\n${text}\n` })).toMatchObject({ value: { agent } });
  });

  it("a complete legacy file is accepted without warnings", async () => {
    const file = `[worktree]\ndirectory = ".worktrees"\n\n[mcp]\ntype = "stdio"\ncommand = "claude"\nargs = ["--mcp"]\ntimeout_seconds = 120\n\n[ui]\nrefresh_rate_ms = 100\nvim_navigation = true\n\n[git]\nspecs_directory = "specs"\nmain_branch = "main"\n`;
    expect(await settings({ "project/.speck.toml": file })).toMatchObject({
      value: { agent: { command: "claude" }, mcp: { timeout_seconds: 120 }, warnings: [] },
    });
  });

  it("comes from the last source that sets it: legacy and own files of the project, of the user, variables, flags", async () => {
    const layers: [string, string][] = [
      ["project/.speck.toml", "a"],
      ["project/.spec-tui.toml", "b"],
      ["project/hewto.toml", "c"],
      ["home/.config/speck/config.toml", "d"],
      ["home/.config/spec-tui/config.toml", "e"],
      ["home/.config/hewto/config.toml", "f"],
    ];
    const files: Record<string, string> = {};
    for (const [path, command] of layers) {
      files[path] = toml(command);
      const result = await settings(files);
      expect(result).toMatchObject({
        value: { agent: { command }, agentFromProject: path.startsWith("project/") },
      });
    }
    files["named.toml"] = toml("g");
    const env: Record<string, string> = {};
    const commandNow = async (flags: SettingsRequest["flags"] = {}) => {
      const result = await settings(files, { env, flags, file: "named.toml" });
      return result.ok && "command" in result.value.agent ? result.value.agent.command : result;
    };
    expect(await commandNow()).toBe("g");
    for (const [name, command] of [
      ["SPECK_MCP_COMMAND", "h"],
      ["SPEC_TUI__MCP__COMMAND", "i"],
      ["HEWTO_MCP_COMMAND", "j"],
    ] as const) {
      env[name] = command;
      expect(await commandNow()).toBe(command);
    }
    expect(await commandNow({ command: "k" })).toBe("k");
  });

  it("legacy variables with another meaning are ignored", async () => {
    const env = { SPEC_TUI_LOG: "debug", SPECK_HOME: "/x", SPECK_MCP_NOISE: "1" };
    expect(await settings({}, { env })).toMatchObject({ value: { warnings: [] } });
  });

  it("an invalid value is reported with the legacy file and line; a missing --config file is an error", async () => {
    const wrong = await settings({ "project/.speck.toml": "[mcp]\ntimeout_seconds = 601\n" });
    expect(wrong.ok ? "" : wrong.fault.message).toContain(".speck.toml:2: mcp.timeout_seconds");
    const missing = await settings({}, { file: "nowhere.toml" });
    expect(missing).toMatchObject({ ok: false, fault: { code: "path_not_found" } });
  });
});

describe("the model of the settings counts as the project's choice", () => {
  const own = '[model]\nbackend = "http"\nendpoint = "https://models.example/v1"\n';
  const http = { "home/.config/hewto/config.toml": own };
  const command = { "home/.config/hewto/config.toml": '[model]\nbackend = "command"\ncommand = "llm"\n' };

  it.each([
    ["the variable whose value is sent to the person's own server", http, 'api_key_env = "AWS_SECRET"'],
    ["the arguments of the person's own program", command, 'args = ["--exec", "x"]'],
  ])("if the project's file sets only %s", async (_what, files, line) => {
    expect(await settings(files)).toMatchObject({ value: { modelFromProject: false } });
    const both = { ...files, "project/hewto.toml": `[model]\n${line}\n` };
    expect(await settings(both)).toMatchObject({ value: { modelFromProject: true } });
  });
});

it.each([
  ["variables", 'env = { NODE_OPTIONS = "--require ./x.js" }'],
  ["arguments", 'args = ["./x.js"]'],
])("the user's own agent with %s of the project's file needs consent", async (_what, line) => {
  const files = { "home/.config/hewto/config.toml": toml("node") };
  expect(await settings(files)).toMatchObject({ value: { agentFromProject: false } });
  const both = { ...files, "project/hewto.toml": `[mcp]\n${line}\n` };
  expect(await settings(both)).toMatchObject({ value: { agentFromProject: true } });
});
