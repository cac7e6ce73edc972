import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeAgent } from "../../../test/support/agents.ts";
import { asNobody, openToAll } from "../../../test/support/as-nobody.ts";
import { LiveApp } from "../../../test/support/live-app.ts";
import { runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { skipTest } from "../../../test/support/skip.ts";
import { smallDisk } from "../../../test/support/small-disk.ts";
import { temporaryTree, writeTree } from "../../../test/support/temporary.ts";

const MEMORY = "/dev/shm";

function isOtherDevice(): boolean {
  return existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(tmpdir()).dev;
}

// covers spec-tui: unreadable-folder
test("an unreadable spec folder is a row with a problem; the other rows are not affected", async () => {
  const root = await temporaryTree({
    "specs/001-a/spec.md": "# A\n",
    "specs/002-locked/spec.md": "# L\n",
    "specs/003-c/spec.md": "# C\n",
  });
  openToAll(root);
  const locked = join(root, "specs/002-locked");
  chmodSync(locked, 0o000);
  onTestFinished(() => chmodSync(locked, 0o755));
  await asNobody(async () => {
    const app = await LiveApp.open(root);
    expect(app.text()).toMatch(/002-locked \w+ ✗/);
    expect(app.text()).toContain("003-c plan");
    await app.keys("j");
    expect(app.text()).toContain("# C");
    // Nothing is known of when it was written, so it is the last one.
    await app.keys("j");
    expect(app.text()).toMatch(/cannot be +│[\s\S]*read: permission denied/);
  });
});

// covers spec-tui: unreadable-folder
test("an unreadable specs folder is an error instead of `No specs yet`", async () => {
  const root = await temporaryTree({ "specs/001-a/spec.md": "# A\n" });
  openToAll(root);
  chmodSync(join(root, "specs"), 0o000);
  onTestFinished(() => chmodSync(join(root, "specs"), 0o755));
  const text = await asNobody(async () => (await LiveApp.open(root)).text());
  expect(text).toMatch(/The specs could not be read[\s\S]*specs[\s\S]*EACCES/);
  expect(text).toContain("Cannot read the specs; F5 retries.");
});

// covers spec-tui: other-device
test("a worktree on another device can be created, get the uncommitted spec, be edited and be deleted", async () => {
  if (!isOtherDevice()) skipTest(`${MEMORY} is missing, or on the same device as the temporary directory`);
  const root = await temporaryRepository({ "a.md": "a" });
  const elsewhere = mkdtempSync(join(MEMORY, "hewto-test-"));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  symlinkSync(elsewhere, join(root, ".worktrees"));
  await writeTree(root, { "specs/001-x/spec.md": "# X\n", "specs/001-x/checklists/a.md": "- [ ] a\n" });
  const app = await LiveApp.open(root);
  await app.keys("w", "y");
  const copied = join(elsewhere, "001-x/specs/001-x");
  expect(readFileSync(join(copied, "checklists/a.md"), "utf8")).toBe("- [ ] a\n");
  expect(statSync(copied).dev).not.toBe(statSync(root).dev);
  await app.keys("e", "new ", "\u0013", "\u001b");
  expect(readFileSync(join(copied, "spec.md"), "utf8")).toBe("new # X\n");
  expect(readFileSync(join(root, "specs/001-x/spec.md"), "utf8")).toBe("# X\n");
  await app.keys("W", "g", "w", "j", "D", "001-x", "\r");
  expect(existsSync(join(elsewhere, "001-x"))).toBe(false);
  expect(runGit(root, "worktree", "list").trim().split("\n")).toHaveLength(1);
});

// covers spec-tui: full-disk
test("when the disk fills up while a spec is copied, nothing is left behind, a dialog says why, and a retry works", async () => {
  const root = await temporaryRepository({ "a.md": "a" });
  const { path: disk } = await smallDisk(512);
  symlinkSync(disk, join(root, ".worktrees"));
  const large = "x".repeat(200_000);
  await writeTree(root, {
    "specs/001-x/a.md": large,
    "specs/001-x/b.md": large,
    "specs/001-x/c.md": large,
    "specs/001-x/spec.md": "# X\n",
  });
  const app = await LiveApp.open(root);
  await app.keys("w", "y");
  expect(app.text()).toContain("The spec could not be copied");
  expect(app.text()).toContain("Free some space on the disk");
  const target = join(disk, "001-x/specs/001-x");
  expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
  expect(readFileSync(join(root, "specs/001-x/c.md"), "utf8")).toBe(large);
  rmSync(join(root, "specs/001-x/b.md"));
  rmSync(join(root, "specs/001-x/c.md"));
  await app.keys("\r", "w", "y");
  expect(readdirSync(target)).toEqual(["a.md", "spec.md"]);
});

// covers spec-tui: log-rotation, two-runs-in-one-second
test("old logs beyond fifty megabytes are deleted, the newest stay; two runs in one second have two logs", async () => {
  const agent = writeAgent('if (message.method === "tools/call") { text(message.id, "hi"); return false; }');
  const home = await temporaryTree({
    ".config/hewto/config.toml": `[mcp]\ncommand = "${process.execPath}"\nargs = ["${agent}"]\n[ui]\nmax_parallel_runs = 2\n`,
  });
  const root = await temporaryTree({
    "specs/001-x/spec.md": "# X\n",
    "specs/001-x/plan.md": "# Plan\n",
    "specs/002-y/spec.md": "# Y\n",
  });
  const logs = join(root, ".hewto/logs");
  mkdirSync(logs, { recursive: true });
  for (let number = 1; number <= 8; number++) {
    const file = join(logs, `001-x-plan-${number}.log`);
    writeFileSync(file, "");
    truncateSync(file, 10 * 1024 * 1024);
    utimesSync(file, 1000 + number, 1000 + number);
  }
  const app = await LiveApp.open(root, { PATH: process.env["PATH"], HOME: home });
  await (await app.keys("r", "p")).shows("plan · 001-x · done");
  const left = readdirSync(logs);
  expect(left.reduce((sum, name) => sum + statSync(join(logs, name)).size, 0)).toBeLessThan(51 * 1024 * 1024);
  expect(left).toContain("001-x-plan-8.log");
  expect(left).not.toContain("001-x-plan-1.log");
  await (await app.keys("R")).shows("run 2 of 2");
  await app.shows("plan · 001-x · done");
  const fresh = readdirSync(logs).filter((name) => /T\d{6}/.test(name));
  expect(fresh).toHaveLength(2);
  await app.keys("L", "j", "\r");
  expect(app.text()).toMatch(/tool: speckit\.plan|\[OUT\] hi/);
});
