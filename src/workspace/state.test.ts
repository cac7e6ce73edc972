import { execFileSync } from "node:child_process";
import { readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, temporaryTree } from "../../test/support/temporary.ts";
import { commit } from "./commit.ts";
import { literalPath as at } from "./paths.ts";
import { SwappedFolder } from "./place-errors.ts";
import { stateDirectory } from "./state.ts";

test("the state folder keeps itself out of git", async () => {
  const root = await temporaryTree({ "a.md": "" });
  expect(await stateDirectory({ root })).toBe(join(root, ".hewto"));
  await stateDirectory({ root }, "logs");
  execFileSync("git", ["init", "-q"], { cwd: root });
  const seen = execFileSync("git", ["status", "--porcelain", "-uall"], { cwd: root, encoding: "utf8" });
  expect(seen).toBe("?? a.md\n");
});

test("many callers at once, and one after it was deleted, find the folder they asked for", async () => {
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

test("a repository that brings a link as its state folder gets nothing written behind it", async () => {
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

test("a root that is nobody's workspace keeps its bookkeeping in the folder that it was given", async () => {
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
