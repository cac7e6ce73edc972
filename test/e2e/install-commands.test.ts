import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hostTable } from "../../src/hosts/host-table.ts";
import { temporaryTree } from "../support/temporary.ts";

const bundle = join(import.meta.dirname, "../../dist/hewto.js");

async function machine(files: Readonly<Record<string, string>> = {}) {
  const home = await temporaryTree(files);
  const project = await temporaryTree({ "README.md": "# mine\n" });
  const hewto = (...words: string[]) => {
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: "", NO_COLOR: "1" };
    return spawnSync(process.execPath, [bundle, ...words], { cwd: project, env, encoding: "utf8" });
  };
  return { home, project, hewto, files: (root: string) => filesOf(root) };
}

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

describe("hewto install --commands", () => {
  it("writes the commands of the workflow once, and uninstall leaves no trace of them", async () => {
    const { home, project, hewto } = await machine({ ".claude/settings.json": "{}\n" });
    const before = filesOf(project);
    const folder = join(home, ".claude/commands/hewto");
    const first = hewto("install", "claude-code", "--commands");
    expect(first.status).toBe(0);
    expect(first.stdout).toMatch(/claude-code: \d+ commands written: \/hewto:propose, /);
    const text = readFileSync(join(folder, "research.md"), "utf8");
    expect(text).toMatch(/^---\ndescription: .+\nargument-hint: .+\n---\n\nInput: \$ARGUMENTS\n/);
    expect(hewto("install", "claude-code", "--commands").stdout).toMatch(/\d+ commands up to date/);
    expect(hewto("uninstall", "claude-code").status).toBe(0);
    expect(filesOf(join(home, ".claude"))).toEqual(["settings.json"]);
    expect(filesOf(project)).toEqual(before);
  });

  it("writes no commands unless asked, and none in a dry run", async () => {
    const { home, hewto } = await machine({ ".cursor/keep.txt": "" });
    expect(hewto("install", "cursor").status).toBe(0);
    expect(existsSync(join(home, ".cursor/commands"))).toBe(false);
    expect(hewto("install", "cursor", "--commands", "--dry-run").stdout).toContain("would be written");
    expect(existsSync(join(home, ".cursor/commands"))).toBe(false);
  });

  it("updates files of another version, and keeps those that somebody edited or wrote", async () => {
    const { home, hewto } = await machine();
    const file = (name: string) => join(home, `.cursor/commands/hewto-${name}.md`);
    expect(hewto("install", "--update").stdout).toContain("No host has commands");
    hewto("install", "cursor", "--commands");
    const current = readFileSync(file("plan"), "utf8");
    writeFileSync(file("plan"), current.replace(/hewto \d\S+,/, "hewto 0.0.9,"));
    writeFileSync(file("tasks"), `My own rule.\n${readFileSync(file("tasks"), "utf8")}`);
    writeFileSync(file("verify"), "Mine.\n");
    const updated = hewto("install", "--update");
    expect(updated.status).toBe(0);
    expect(updated.stdout).toContain("1 command updated: /hewto-plan");
    expect(updated.stdout).toContain("hewto-tasks.md is kept, because it was edited");
    expect(updated.stdout).toContain("hewto-verify.md is kept, because Hewto did not write it");
    expect(readFileSync(file("plan"), "utf8")).toBe(current);
    hewto("uninstall", "cursor");
    expect(readdirSync(join(home, ".cursor/commands"))).toEqual(["hewto-tasks.md", "hewto-verify.md"]);
  });

  it.each(["project", "user"])("writes and removes the commands of every host (%s)", async (scope) => {
    const { home, project, hewto } = await machine();
    const base = scope === "project" ? project : home;
    const ids = hostTable.flatMap(({ id, commands }) =>
      commands && (scope === "project" || commands.userFile) ? [id] : [],
    );
    const installed = hewto("install", ...ids, "--scope", scope, "--commands", "--portable", "--json");
    const { commands } = JSON.parse(installed.stdout);
    expect(new Set(commands.map((row: { host: string }) => row.host))).toEqual(new Set(ids));
    for (const { file } of commands) expect(readFileSync(file, "utf8")).toContain("Written by hewto");
    hewto("uninstall", ...ids, "--scope", scope);
    const left = filesOf(base).filter((file) => /hewto-|commands|prompts|workflows|skills/.test(file));
    expect(left.filter((file) => !file.endsWith(".hewto-backup"))).toEqual([]);
  });

  it("keeps files that another connected host reads too", async () => {
    const { home, hewto } = await machine();
    const skill = join(home, ".agents/skills/hewto-plan/SKILL.md");
    hewto("install", "codex", "zed", "--commands");
    const removed = hewto("uninstall", "codex");
    expect(removed.stderr).toContain("The commands stay: Zed uses the same files.");
    expect(existsSync(skill)).toBe(true);
    hewto("uninstall", "zed");
    expect(existsSync(join(home, ".agents/skills"))).toBe(false);
  });

  it("writes nothing through a link that leads out of the project", async () => {
    const { project, hewto } = await machine();
    const outside = await temporaryTree({ "keep.txt": "" });
    symlinkSync(outside, join(project, ".cursor"));
    const refused = hewto("install", "cursor", "--scope", "project", "--commands");
    expect(refused.status).not.toBe(0);
    expect(filesOf(outside)).toEqual(["keep.txt"]);
  });
});
