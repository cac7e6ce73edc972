import { execFileSync } from "node:child_process";
import { chmod, chown, readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { needsRoot } from "../../../test/support/skip.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { literalPath as at } from "../paths/paths.ts";
import { commit } from "../write/commit.ts";
import { SwappedFolder } from "../write/errors.ts";
import { openLineLog } from "../write/log.ts";
import { stateDirectory } from "./folder.ts";

test("the state folder keeps itself out of git", async () => {
  const root = await temporaryTree({ "a.md": "" });
  expect(await stateDirectory({ root })).toBe(join(root, ".hewto"));
  await stateDirectory({ root }, "logs");
  execFileSync("git", ["init", "-q"], { cwd: root });
  const seen = execFileSync("git", ["status", "--porcelain", "-uall"], { cwd: root, encoding: "utf8" });
  expect(seen).toBe("?? a.md\n");
});

test("many concurrent callers, and one after it was deleted, get the folder", async () => {
  const root = await temporaryFolder();
  const parts = Array.from({ length: 20 }, (_, index) => (index % 2 ? "locks" : "logs/deep"));
  for (let round = 0; round < 2; round++) {
    const folders = await Promise.all(parts.map((part) => stateDirectory({ root }, part)));
    for (const folder of folders) expect((await stat(folder)).isDirectory()).toBe(true);
    expect(await readFile(join(root, ".hewto/.gitignore"), "utf8")).toBe("*\n");
    expect((await readdir(join(root, ".hewto"))).sort()).toEqual([".gitignore", "locks", "logs"]);
    await rm(join(root, ".hewto"), { recursive: true });
  }
});

test("nothing is written behind a state folder that is a link", async () => {
  const outside = await temporaryFolder();
  const root = await temporaryTree({ "a.md": "old" });
  await symlink(outside, join(root, ".hewto"));
  await expect(stateDirectory({ root })).rejects.toThrow(SwappedFolder);
  const edit = { kind: "write", path: at("a.md"), content: "new", expect: "any" } as const;
  expect(await commit({ root }, { label: "x", edits: [edit] })).toMatchObject({
    fault: { code: "path_escape" },
  });
  expect(await readdir(outside)).toEqual([]);
  expect(await readFile(join(root, "a.md"), "utf8")).toBe("old");
});

test("the state folder is private, even if an earlier version left it open", async () => {
  const root = await temporaryTree({ ".hewto/locks/": "" });
  await chmod(join(root, ".hewto"), 0o755);
  const edits = [
    { kind: "write", path: at(".hewto/undo/x.json"), content: "{}", expect: "absent" },
    { kind: "write", path: at("deep/new.md"), content: "new", expect: "absent" },
  ] as const;
  expect(await commit({ root }, { label: "x", edits })).toMatchObject({ ok: true });
  expect(
    await commit({ root }, { label: "y", edits: [{ ...edits[0], path: at(".hewto/undo/y.json") }] }),
  ).toMatchObject({ ok: true });
  const log = openLineLog(join(await stateDirectory({ root }, "logs"), "run.log"));
  await log.close();
  const modes: Record<string, string> = {};
  for (const path of [
    "",
    "locks",
    "journal",
    "logs",
    "logs/run.log",
    ".gitignore",
    "undo/x.json",
    "undo/y.json",
  ])
    modes[path] = ((await stat(join(root, ".hewto", path))).mode & 0o777).toString(8);
  expect(modes).toEqual({
    "": "700",
    locks: "700",
    journal: "700",
    logs: "700",
    "logs/run.log": "600",
    ".gitignore": "600",
    "undo/x.json": "600",
    "undo/y.json": "600",
  });
  expect((await stat(join(root, "deep/new.md"))).mode & 0o777).toBe(0o666 & ~process.umask());
});

test("a state folder of another user is not used, and the message says what to do", async () => {
  needsRoot();
  const root = await temporaryTree({ "a.md": "old", ".hewto/": "" });
  await chown(join(root, ".hewto"), 65_534, 65_534);
  const edit = { kind: "write", path: at("a.md"), content: "new", expect: "any" } as const;
  expect(await commit({ root }, { label: "x", edits: [edit] })).toMatchObject({
    fault: {
      code: "write_failed",
      message: `${root}/.hewto belongs to another user (id 65534), so Hewto does not use it; nothing was changed.`,
      remedy: expect.stringContaining(`chown -R "$(id -u)" ${root}/.hewto`),
    },
  });
  expect(await readFile(join(root, "a.md"), "utf8")).toBe("old");
  expect(await readdir(join(root, ".hewto"))).toEqual([]);
});

test("a log is not written through a link", async () => {
  const outside = await temporaryTree({ "mine.txt": "mine" });
  const folder = await temporaryFolder();
  await symlink(join(outside, "mine.txt"), join(folder, "run.log"));
  expect(() => openLineLog(join(folder, "run.log"))).toThrow("ELOOP");
  expect(await readFile(join(outside, "mine.txt"), "utf8")).toBe("mine");
});

test("nothing is created behind a lock folder that is a link", async () => {
  const outside = await temporaryFolder();
  const root = await temporaryTree({ "a.md": "old", ".specman/": "" });
  await symlink(outside, join(root, ".specman/locks"));
  const edit = { kind: "write", path: at("a.md"), content: "new", expect: "any" } as const;
  const options = { lockDirectory: ".specman/locks/files" };
  expect(await commit({ root }, { label: "x", edits: [edit] }, options)).toMatchObject({
    fault: { code: "path_escape" },
  });
  expect(await readdir(outside)).toEqual([]);
});

test("a workspace with a state folder of its own stores its state there", async () => {
  const root = await temporaryTree({ "config.json": "{}" });
  const home = await temporaryFolder();
  await symlink(home, join(root, "link"));
  const workspace = { root, state: join(root, "link/state/hewto") };
  const edits = [
    { kind: "write", path: at("config.json"), content: "new", expect: "any" },
    { kind: "write", path: at("deep/new.json"), content: "new", expect: "absent" },
  ] as const;
  expect(await commit(workspace, { label: "x", edits })).toMatchObject({ ok: true });
  expect((await readdir(root)).sort()).toEqual(["config.json", "deep", "link"]);
  const [top] = await readdir(join(home, "state/hewto"));
  expect(await readdir(join(home, "state/hewto", top ?? ""))).toEqual(["journal", "locks"]);
});
