import { existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { feature } from "../../../test/support/tui.ts";
import { createRuntime } from "../../operation/runtime.ts";
import { defaultKeys, makeKeymap } from "../keys/keymap.ts";
import { logsTab } from "../state/tabs.ts";
import { projectRows, treeRows } from "./lists.ts";
import { loadPage } from "./pages.ts";
import { copySpec, newFeature, removeTreeAt, switchTree } from "./trees.ts";

function runtimeOf(root: string) {
  return createRuntime({ workspace: { root }, log: () => {} });
}

// covers spec-tui: list-of-specs, odd-folder-names
test("only numbered folders are features", async () => {
  const root = await temporaryTree({
    "specs/002-b/spec.md": "x",
    "specs/010-ten/": "",
    "specs/0001-a/spec.md": "x",
    "specs/1-x/spec.md": "x",
    "specs/notes/a.md": "x",
    "specs/003-file": "x",
    "specs/20260319-143022-stamp/spec.md": "x",
    "specs/004-with space/spec.md": "x",
    "specs/002-B/spec.md": "x",
  });
  symlinkSync(join(root, "specs/010-ten"), join(root, "specs/011-link"));
  const expected = [
    "0001-a",
    "002-B",
    "002-b",
    "004-with space",
    "010-ten",
    "011-link",
    "20260319-143022-stamp",
  ];
  const rows = await projectRows(runtimeOf(root), false);
  const features = (rows.ok ? rows.value : []).filter(({ kind }) => kind === "feature");
  expect(features.map(({ name }) => name).sort()).toEqual(expected);
});

// covers spec-tui: status-from-files, spec-is-a-folder, missing-earlier-documents
test("a plan without a spec and tasks without a plan do not change the phase; a folder named spec.md is a problem", async () => {
  const root = await temporaryTree({
    "specs/001-a/plan.md": "# P\n",
    "specs/002-b/spec.md": "# S\n",
    "specs/002-b/tasks.md": "- [ ] T001 x\n",
    "specs/003-c/spec.md/x": "",
  });
  const rows = await projectRows(runtimeOf(root), false);
  const sorted = rows.ok ? [...rows.value].sort((a, b) => (a.name < b.name ? -1 : 1)) : [];
  expect(sorted.map(({ phase }) => phase)).toEqual(["specify", "plan", "specify"]);
  expect(sorted[2]?.marks).toEqual(["invalid"]);
});

// covers spec-tui: not-a-repository, repository-without-commits, detached-head
test("a new spec can be created without git, before the first commit and on a detached HEAD", async () => {
  const plain = await temporaryTree({ "a.md": "" });
  expect(await newFeature(runtimeOf(plain), "Fast boarding", false)).toMatchObject({ ok: true });
  expect(await treeRows(runtimeOf(plain))).toMatchObject({ ok: true, value: [] });
  const empty = await temporaryRepository({});
  const created = await newFeature(runtimeOf(empty), "Fast boarding", true);
  expect(created).toMatchObject({
    ok: true,
    value: { note: expect.stringContaining("Create a first commit") },
  });
  expect(existsSync(join(empty, "specs/001-fast-boarding"))).toBe(true);
  const detached = await temporaryRepository({ "a.md": "a" });
  runGit(detached, "checkout", "-q", "--detach");
  expect(await newFeature(runtimeOf(detached), "Fast boarding", true)).toMatchObject({ ok: true });
  const rows = await treeRows(runtimeOf(detached));
  expect(rows.ok && rows.value.map(({ branch, detached: is }) => [branch, is])).toEqual([
    [undefined, true],
    ["001-fast-boarding", false],
  ]);
});

// covers spec-tui: no-second-worktree, branch-in-use, occupied-path, prunable-worktree
test("a branch checked out elsewhere is found there; a folder in the way and a missing worktree are reported", async () => {
  const root = await temporaryRepository({ "specs/001-x/spec.md": "x", "specs/002-y/spec.md": "y" });
  runGit(root, "worktree", "add", "-q", "-b", "001-x", join(root, "../elsewhere"));
  const directory = join(root, "specs/001-x");
  const there = await switchTree(runtimeOf(root), "001-x", directory);
  expect(there).toMatchObject({ ok: true, value: { created: false, branch: "001-x" } });
  await writeTree(root, { ".worktrees/002-y/file.md": "x" });
  const blocked = await switchTree(runtimeOf(root), "002-y", join(root, "specs/002-y"));
  expect(blocked).toMatchObject({
    ok: false,
    fault: { code: "git_failed", message: expect.stringContaining("already exists") },
  });
  rmSync(join(root, "../elsewhere"), { recursive: true });
  const rows = await treeRows(runtimeOf(root));
  expect(rows.ok && rows.value[1]?.prunable).toBeDefined();
  expect(await removeTreeAt(runtimeOf(root), root, false)).toMatchObject({
    ok: false,
    fault: { code: "worktree_busy" },
  });
});

test("a spec that only another worktree has is copied to the same path in the new one", async () => {
  const root = await temporaryRepository({ "a.md": "a" });
  const other = join(root, ".worktrees/other");
  runGit(root, "worktree", "add", "-q", "-b", "other", other);
  await writeTree(other, { "specs/001-x/spec.md": "x" });
  const directory = join(other, "specs/001-x");
  expect(await switchTree(runtimeOf(root), "001-x", directory)).toMatchObject({
    value: { missing: { folder: "001-x", from: directory } },
  });
  const made = join(root, ".worktrees/001-x");
  expect(await copySpec(runtimeOf(root), "001-x", directory, made)).toMatchObject({ ok: true });
  expect(existsSync(join(made, "specs/001-x/spec.md"))).toBe(true);
  expect(existsSync(join(made, ".worktrees"))).toBe(false);
});

test("the logs of a spec do not include those of a spec whose name has the same prefix", async () => {
  const root = await temporaryTree({
    "specs/001-a/spec.md": "x",
    ".hewto/logs/001-a-plan-20260101T000000-1.log": "",
    ".hewto/logs/001-a-b-plan-20260101T000000-1.log": "",
  });
  const request = { row: feature("001-a"), tab: logsTab, item: "" };
  expect(
    await loadPage({ runtime: runtimeOf(root), keymap: makeKeymap(defaultKeys) }, request),
  ).toMatchObject({
    items: [{ id: "messages" }, { id: "001-a-plan-20260101T000000-1.log" }],
  });
});
