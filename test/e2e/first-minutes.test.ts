import { spawnSync } from "node:child_process";
import { existsSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hewto as bundle } from "../support/bundle.ts";
import { cli } from "../support/cli.ts";
import { onTerminal } from "../support/on-terminal.ts";
import { skipTest } from "../support/skip.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

function needsRoot(): void {
  if (process.getuid?.() !== 0) skipTest("starts a process as another user, which needs root");
}

function hewto(cwd: string, words: readonly string[], env: NodeJS.ProcessEnv, more = {}) {
  const { PATH } = process.env;
  const options = { cwd, env: { PATH, NO_COLOR: "1", ...env }, encoding: "utf8" as const, ...more };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...words], options);
  return { status, stdout, stderr };
}

/** What a newcomer's machine may be like before anything of ours is at fault. */
describe("a machine that is not as one would wish", () => {
  it("an old Node is reported as such, not as a bug: exit 3", async () => {
    const folder = await temporaryFolder();
    const old = join(folder, "old.cjs");
    writeFileSync(
      old,
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } });',
    );
    const { status, stderr } = hewto(folder, ["check"], { HOME: folder, NODE_OPTIONS: `--require ${old}` });
    expect([status, stderr]).toEqual([3, expect.stringContaining("Hewto needs Node 20.19 or newer")]);
  });

  it("a current folder that was deleted is reported as missing", async () => {
    if (process.platform === "win32") skipTest("Windows does not delete a folder that a process is in");
    const folder = await temporaryFolder();
    const script = `mkdir gone && cd gone && rmdir ../gone && exec "${process.execPath}" "${bundle}" specs list`;
    const { status, stderr } = spawnSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`not a directory: ${join(folder, "gone")}.`),
    ]);
  });

  it("without HOME nothing is written into the current folder, and it is not taken for the home", async () => {
    const folder = await temporaryTree({ "a.md": "# A\n" });
    const cache = await temporaryFolder();
    const { status, stderr } = hewto(folder, ["init", "--dry-run"], { HOME: "", XDG_CACHE_HOME: cache });
    expect([status, stderr]).toEqual([0, ""]);
    expect(readdirSync(folder)).toEqual(["a.md"]);
  });

  it("a user without an entry in the password file can work, though nothing is kept between runs", async () => {
    needsRoot();
    const folder = await temporaryTree({ "specs/a/spec.md": "# A\n" });
    spawnSync("chmod", ["-R", "a+rX", folder]);
    const stranger = { uid: 54321, gid: 54321 };
    expect(hewto(folder, ["check"], {}, stranger)).toMatchObject({ status: 1, stderr: "" });
    const { status, stderr } = hewto(folder, ["install", "cursor", "--dry-run"], {}, stranger);
    expect([status, stderr]).toEqual([1, expect.stringContaining("Set HOME")]);
  });

  it("a folder that cannot be read is reported as such", async () => {
    needsRoot();
    const folder = await temporaryFolder();
    spawnSync("chmod", ["700", folder]);
    const stranger = { uid: 54321, gid: 54321 };
    const { status, stderr } = hewto("/", ["init", folder], {}, stranger);
    expect([status, stderr]).toEqual([1, expect.stringContaining("permission denied")]);
    expect(stderr).not.toContain("Internal error");
  });

  it("an answer that a full disk swallows is a failure", async () => {
    if (!existsSync("/dev/full")) skipTest("this system has no /dev/full");
    const folder = await temporaryFolder();
    const full = openSync("/dev/full", "w");
    const { status, stderr } = hewto(
      folder,
      ["--help"],
      { HOME: folder },
      { stdio: ["ignore", full, "pipe"] },
    );
    expect([status, stderr]).toEqual([1, expect.stringContaining("could not be written")]);
  });
});

describe("what is only begun", () => {
  it("a change that is not filled in is not reported as valid", async () => {
    const cwd = await temporaryTree({ "openspec/specs/tea/spec.md": "# Tea\n" });
    await cli(["changes", "new", "add-mint", "--spec", "tea"], { cwd });
    const { output } = await cli(["changes", "validate", "add-mint"], { cwd });
    expect(output).toMatch(/specs\/tea\/spec\.md:3: warning requirement-placeholder: `<name>`/);
  });

  it("a server that a host starts in the home folder says so to the agent, unless the folder was named", async () => {
    const home = await temporaryFolder();
    const hello = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    const start = (...words: string[]) =>
      hewto(home, ["mcp", ...words], { HOME: home }, { input: `${JSON.stringify(hello)}\n` });
    const started = start();
    expect(JSON.parse(started.stdout).result.instructions).toContain(
      "Hewto was started in your home directory, which is not a project.",
    );
    expect(started.stderr).toContain("Add --workspace PATH");
    expect(start("--workspace", home).stdout).not.toContain("no project");
  });

  it("`hewto mcp` typed in a terminal explains what it is and how to end it", async () => {
    const root = await temporaryTree({ "a.ts": "" });
    const { seen } = await onTerminal(root, ["mcp"], /Press Ctrl-C to stop/, ["\u0003"]);
    expect(seen).toContain("`hewto install`");
  });

  it("nothing to validate is not called valid", async () => {
    const cwd = await temporaryFolder();
    expect((await cli(["specs", "validate"], { cwd })).output).toBe(
      "There is nothing to validate: 0 specs were found.\n",
    );
  });

  it("an implementation that a checklist keeps back names the line that is open", async () => {
    const feature = "specs/001-mint";
    const cwd = await temporaryTree({
      [`${feature}/spec.md`]:
        "# Feature Specification: Mint\n\n## Requirements\n\n- **FR-001**: Mint MUST grow.\n",
      [`${feature}/plan.md`]: "# Plan: Mint\n\nGrow it.\n",
      [`${feature}/tasks.md`]: "# Tasks: Mint\n\n- [ ] T001 Plant it in `garden.md`\n",
      [`${feature}/checklists/requirements.md`]: "# Checklist\n\n- [x] CHK001 Done\n- [ ] CHK002 Open\n",
    });
    const { stdout, stderr } = hewto(cwd, ["run", "implement", "1"], { HOME: cwd });
    expect(stdout + stderr).toContain("`hewto tasks toggle CHK002 --spec 001-mint`");
  });
});
