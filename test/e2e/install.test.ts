import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const bundle = join(import.meta.dirname, "../../dist/hewto.js");

/** A home folder with what these hosts keep in it, and a project. */
function machine(files: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(tmpdir(), "hewto-home-"));
  const project = mkdtempSync(join(tmpdir(), "hewto-project-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(home, file, ".."), { recursive: true });
    writeFileSync(join(home, file), text);
  }
  const start = (node: string, script: string, ...words: string[]) => {
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: "", NO_COLOR: "1" };
    return spawnSync(node, [script, ...words], { cwd: project, env, encoding: "utf8" });
  };
  const hewto = (...words: string[]) => start(process.execPath, bundle, ...words);
  return { home, project, hewto, start, read: (file: string) => readFileSync(join(home, file), "utf8") };
}

describe("hewto install", () => {
  it("offers the extension of the package to the editors that it finds, once", () => {
    const { hewto } = machine({ ".cursor/keep.txt": "" });
    const { stderr } = hewto("install", "cursor");
    const path = /^Cursor: install the extension with `cursor --install-extension "(.+)"`\.$/m.exec(
      stderr,
    )?.[1];
    expect(
      readFileSync(path ?? "")
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    expect(hewto("install", "cursor").stderr).not.toContain("--install-extension");
  });

  it("names the language server for editors that need no extension", () => {
    const { hewto } = machine({ ".config/zed/settings.json": "{}" });
    expect(hewto("install", "zed").stderr).toMatch(/^Zed.*: `hewto lsp` shows findings and tests/m);
  });

  it("finds the hosts, shows what it would write, writes it once, and removes it again", () => {
    const codex = '# mine\nmodel = "o5"\n';
    const { home, hewto, read } = machine({ ".codex/config.toml": codex, ".cursor/keep.txt": "" });
    const dry = hewto("install", "--dry-run");
    expect(dry.stdout).toContain("[mcp_servers.hewto]");
    expect(read(".codex/config.toml")).toBe(codex);
    expect(hewto("install").status).toBe(0);
    expect(read(".codex/config.toml")).toContain(codex);
    expect(read(".codex/config.toml.hewto-backup")).toBe(codex);
    expect(JSON.parse(read(".cursor/mcp.json")).mcpServers.hewto).toEqual({
      command: process.execPath,
      args: [bundle, "mcp"],
    });
    expect(hewto("install").stdout.match(/already has Hewto/g)).toHaveLength(2);
    expect(hewto("uninstall", "codex", "--dry-run").stdout).toContain("would no longer have Hewto");
    const installed = read(".codex/config.toml");
    expect(hewto("uninstall", "codex", "cursor").status).toBe(0);
    // What was there before the uninstall is kept too, not only what was there before the install.
    expect(read(".codex/config.toml.hewto-backup")).toBe(installed);
    expect(read(".codex/config.toml").trim()).toBe(codex.trim());
    expect(existsSync(join(home, ".hewto"))).toBe(false);
  });

  it("writes every host's file in its own format, and keeps the host's other keys", () => {
    const { home, hewto } = machine({ ".config/zed/settings.json": '{ // theme\n  "theme": "x"\n}\n' });
    const ids = JSON.parse(hewto("install", "--list", "--json").stdout).hosts.map(
      (host: { id: string }) => host.id,
    );
    const results = JSON.parse(
      hewto("install", ...ids.filter((id: string) => id !== "kilo"), "--json").stdout,
    );
    expect(results.hosts).toHaveLength(ids.length - 1);
    for (const { file } of results.hosts) expect(readFileSync(file, "utf8")).toContain("mcp");
    expect(readFileSync(join(home, ".config/zed/settings.json"), "utf8")).toContain("// theme");
  });

  it("keeps a project's file portable if the host has a variable for the folder", () => {
    const { project, hewto } = machine({});
    expect(hewto("install", "vscode", "--scope", "project", "--portable").status).toBe(0);
    const file = JSON.parse(readFileSync(join(project, ".vscode/mcp.json"), "utf8"));
    expect(file.servers.hewto).toEqual({
      type: "stdio",
      command: "npx",
      args: ["-y", "hewto", "mcp", "--workspace", expect.stringMatching(/^\$\{workspaceFolder\}$/)],
    });
  });

  it("uses an existing file's name, shows only what changes, and adds a folder for hosts that open none", () => {
    const secret = '{\n  "key": "s3cret",\n  "more": 1,\n  "less": 2,\n  "mcp": {}\n}\n';
    const { home, project, hewto, read } = machine({ ".config/opencode/opencode.json": secret });
    const dry = hewto("install", "opencode", "--dry-run").stdout;
    expect(dry).toContain('+     "hewto": {');
    expect(dry).not.toContain("s3cret");
    hewto("install", "opencode", "claude-desktop");
    expect(readdirSync(join(home, ".config/opencode"))).toEqual([
      "opencode.json",
      "opencode.json.hewto-backup",
    ]);
    const desktop = JSON.parse(read(".config/Claude/claude_desktop_config.json"));
    expect(desktop.mcpServers.hewto.args.slice(1)).toEqual(["mcp", "--workspace", realpathSync(project)]);
  });

  it("Copilot CLI reads a project's .mcp.json before its own file, so that file gets the entry, only once", () => {
    const { project, hewto } = machine({});
    expect(hewto("install", "copilot-cli", "--scope", "project").stdout).toContain(
      "/.github/mcp.json created",
    );
    writeFileSync(join(project, ".mcp.json"), '{ "mcpServers": {} }\n');
    const both = ["install", "claude-code", "copilot-cli", "--scope", "project"];
    expect(hewto(...both).stdout).not.toContain(".github");
    const text = readFileSync(join(project, ".mcp.json"), "utf8");
    expect(JSON.parse(text).mcpServers.hewto).toMatchObject({ type: "stdio", tools: ["*"] });
    expect(hewto(...both).stdout.match(/already has Hewto/g)).toHaveLength(2);
    expect(readFileSync(join(project, ".mcp.json"), "utf8")).toBe(text);
  });

  it("starts npx when the script itself is in npx's temporary cache", () => {
    const { home, start } = machine({});
    const passing = join(home, ".npm/_npx/0a1b2c/node_modules/.bin/hewto");
    mkdirSync(join(passing, ".."), { recursive: true });
    symlinkSync(bundle, passing);
    expect(start(process.execPath, passing, "install", "cursor").status).toBe(0);
    const written = JSON.parse(readFileSync(join(home, ".cursor/mcp.json"), "utf8"));
    expect(written.mcpServers.hewto).toEqual({ command: "npx", args: ["-y", "hewto", "mcp"] });
  });

  it("uses Homebrew's link to Node, which survives updates of Node", () => {
    const { home, start } = machine({});
    const versioned = join(home, "brew/Cellar/node@20/20.19.1/bin/node");
    mkdirSync(join(versioned, ".."), { recursive: true });
    mkdirSync(join(home, "brew/bin"));
    copyFileSync(process.execPath, versioned);
    const command = () => {
      expect(start(versioned, bundle, "install", "cursor").status).toBe(0);
      return JSON.parse(readFileSync(join(home, ".cursor/mcp.json"), "utf8")).mcpServers.hewto.command;
    };
    expect(command()).toBe(versioned);
    symlinkSync(versioned, join(home, "brew/bin/node"));
    expect(command()).toBe(join(home, "brew/bin/node"));
  });

  it("refuses to replace a read-only file", () => {
    const { home, hewto, read } = machine({ ".cursor/mcp.json": "{}\n" });
    chmodSync(join(home, ".cursor/mcp.json"), 0o444);
    expect(hewto("install", "cursor")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("is read-only. Make it writable first"),
    });
    expect(read(".cursor/mcp.json")).toBe("{}\n");
  });

  it("refuses broken files, links to outside, unknown hosts and scopes that a host lacks, and changes nothing", () => {
    const { home, hewto, read } = machine({ ".cursor/mcp.json": '{ "mcpServers": ' });
    expect(hewto("install", "cursor")).toMatchObject({
      status: 1,
      stderr:
        "hewto: Cursor: The file cannot be parsed: line 1: value expected. " +
        `Fix ${home}/.cursor/mcp.json by hand first; Hewto changed nothing.\n`,
    });
    expect(read(".cursor/mcp.json")).toBe('{ "mcpServers": ');
    const elsewhere = mkdtempSync(join(tmpdir(), "hewto-elsewhere-"));
    symlinkSync(elsewhere, join(home, ".kiro"));
    expect(hewto("install", "kiro")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("is reached through a link to outside"),
    });
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(hewto("install", "cursr")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Did you mean `cursor`?"),
    });
    expect(hewto("install", "windsurf", "--scope", "project")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--scope user"),
    });
    expect(machine({}).hewto("install")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("No host was found"),
    });
  });
});
