import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { hewto } from "../support/bundle.ts";
import { cli } from "../support/cli.ts";
import { onTerminal } from "../support/on-terminal.ts";
import { run } from "../support/processes.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

/** A machine on which nothing is installed but what the test puts there. */
async function machine(home: Record<string, string> = {}) {
  const folder = await temporaryTree(home);
  const env = { HOME: folder, XDG_CONFIG_HOME: "", PATH: `${join(folder, "bin")}:${process.env.PATH}` };
  return { folder, init: (cwd: string, ...words: string[]) => cli(["init", ...words], { cwd, env }) };
}

const names = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith(".hewto")).sort();

describe("hewto init in an empty folder", () => {
  it("creates an example that passes its own check and tests, and changes nothing the second time", async () => {
    const root = await temporaryFolder();
    const { init } = await machine();
    const first = await run(hewto, ["init"], { cwd: root });
    expect(first).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /Created:[\s\S]*spec\.md[\s\S]*Index: 9 files[\s\S]*Next:\n {2}hewto check/,
      ),
    });
    const before = await names(root);
    expect(before).toContain(".specman/scratchpad");
    expect(
      await cli(["check", "--strict", "--only", "specs", "--only", "changes"], { cwd: root }),
    ).toMatchObject({ code: 0 });
    await promisify(execFile)(process.execPath, ["--test"], { cwd: root });
    expect((await init(root, "--no-index")).output).toContain("nothing was changed");
    expect(await names(root)).toEqual(before);
  });

  it.each([
    ["spox", "specs/steeping/spec.md"],
    ["spec-kit", "specs/001-second-steep/tasks.md"],
    ["specman", ".specman/scratchpad"],
  ])("makes the layout %s that was asked for, which passes the check", async (layout, path) => {
    const root = await temporaryFolder();
    const { init } = await machine();
    const made = JSON.parse((await init(root, "--layout", layout, "--no-index", "--json")).output);
    expect(made).toMatchObject({ root, created: true, layout, paths: expect.arrayContaining([path]) });
    expect(
      await cli(["check", "--strict", "--only", "specs", "--only", "changes"], { cwd: root }),
    ).toMatchObject({ code: 0 });
    const again = JSON.parse((await init(root, "--layout", layout, "--no-index", "--json")).output);
    expect(again).toMatchObject({ created: false, paths: [] });
  });
});

describe("hewto init outside a project", () => {
  it("does not treat the home directory as one, unless it is given", async () => {
    const { folder, init } = await machine({ "notes.txt": "milk\n" });
    expect(await init(folder, "--yes")).toMatchObject({
      code: 2,
      errors: expect.stringContaining(`${folder} is your home directory, not a project.`),
    });
    expect(await readdir(folder)).toEqual(["notes.txt"]);
    expect(await init(folder, folder, "--dry-run")).toMatchObject({ code: 0 });
  });

  it("does not treat the filesystem root as one", async () => {
    const { init } = await machine();
    expect(await init("/", "--yes")).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/the filesystem root.*hewto init \/`\.$/m),
    });
  });
});

describe("hewto init in a repository", () => {
  it("shows layouts, languages, agents and hosts", async () => {
    const { folder, init } = await machine({
      "bin/codex": "#!/bin/sh\n",
      ".cursor/mcp.json": JSON.stringify({
        mcpServers: { hewto: { command: "node", args: [hewto, "mcp"] } },
      }),
      ".codex/config.toml": "",
    });
    await chmod(join(folder, "bin/codex"), 0o755);
    const root = await temporaryTree({
      "openspec/specs/a/spec.md": "# A\n",
      "openspec/changes/add-x/proposal.md": "# X\n",
      "specs/001-y/spec.md": "# Y\n",
      "src/a.py": "a = 1\n",
      "src/b.py": "b = 1\n",
      "src/c.go": "package c\n",
    });
    const { found } = JSON.parse((await init(root, "--dry-run", "--json")).output);
    expect(found.layouts).toEqual([
      { name: "openspec", path: "openspec/specs", holds: { spec: 1, change: 1 } },
      { name: "spec-kit", path: "specs", holds: { feature: 1 } },
    ]);
    expect(found.languages).toEqual([
      { language: "python", files: 2 },
      { language: "go", files: 1 },
    ]);
    expect(found.agents).toContain("codex");
    expect(found.hosts).toEqual([
      { id: "codex", title: "Codex", connected: false },
      { id: "cursor", title: "Cursor", connected: true },
    ]);
    const { output } = await init(root, "--yes", "--no-index");
    expect(output, "a search without an index would fail").toContain("Next:\n  hewto index\n");
    expect(output).toContain("openspec in openspec/specs (1 spec, 1 change)");
    expect(output).toContain("hewto install codex");
    expect((await names(root)).filter((name) => name.startsWith(".specman"))).toEqual([]);
  });

  it("without a terminal only shows what it would do, and with --yes overwrites nothing", async () => {
    const root = await temporaryTree({ "src/a.ts": "export {};\n", "openspec/README.md": "mine\n" });
    const { init } = await machine();
    const told = await init(root);
    expect(told.output).toContain("Would create:\n  openspec/specs/.gitkeep\n");
    expect(told.output).toContain("  the search index, in your cache folder\n");
    expect(told.output).not.toContain(".hewto");
    expect(told.output).toContain("hewto init --yes");
    expect(JSON.parse((await init(root, "--json")).output)).toMatchObject({ dry_run: true, needs_yes: true });
    expect(await names(root)).toEqual(["openspec", "openspec/README.md", "src", "src/a.ts"]);
    expect((await init(root, "--yes", "--dry-run")).code).toBe(0);
    expect(await readdir(root)).toEqual(["openspec", "src"]);
    expect((await init(root, "--yes")).code).toBe(0);
    expect(await readFile(join(root, "openspec/README.md"), "utf8")).toBe("mine\n");
    expect(await names(root)).toContain("openspec/changes/.gitkeep");
    expect(JSON.parse((await init(root, "--json")).output)).toMatchObject({ found: { index: true } });
  });

  it("creates a missing .specman next to its documents", async () => {
    const root = await temporaryTree({ "spec/ferry/spec.md": "---\nversion: 1.0.0\n---\n# Ferry\n" });
    const { init } = await machine();
    expect(JSON.parse((await init(root, "--yes", "--no-index", "--json")).output).paths).toContain(
      ".specman",
    );
  });

  it("refuses a relative path, a folder inside a SpecMan workspace, and a file with the name of a layout's folder", async () => {
    const root = await temporaryFolder();
    const { init } = await machine();
    await init(root, "--layout", "specman", "--no-index");
    await mkdir(join(root, "inner"));
    expect(await init(join(root, "inner"))).toMatchObject({ code: 2, errors: expect.stringContaining(root) });
    expect(await init(root, "inner")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("relative path"),
    });
    expect(await readdir(join(root, "inner"))).toEqual([]);
    await writeFile(join(root, "openspec"), "");
    expect(await init(root, "--layout", "openspec")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("`openspec` is a file"),
    });
  });

  it("asks at a terminal which layout to create and whether to index", async () => {
    const root = await temporaryTree({ "src/a.ts": "export {};\n" });
    const prompt = /(default 1\]|\[Y\/n\]) /;
    const refused = await onTerminal(root, ["init"], prompt, ["2", "n", "n"]);
    expect([refused.code, await names(root)]).toEqual([0, ["src", "src/a.ts"]]);
    const { code, seen } = await onTerminal(root, ["init"], prompt, ["9", "spec-kit", "y", ""]);
    expect(seen).toContain("Type a number from 1 to 5.");
    expect(seen).toContain("Build the index of 1 file?");
    expect([code, await names(root)]).toEqual([
      0,
      [
        ".specify",
        ".specify/memory",
        ".specify/memory/constitution.md",
        "specs",
        "specs/.gitkeep",
        "src",
        "src/a.ts",
      ],
    ]);
    const cancelled = await onTerminal(await temporaryTree({ "a.ts": "" }), ["init"], prompt, ["\u0003"]);
    expect(cancelled.code).toBe(130);
  });
});
