import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitAll, runGit, temporaryRepository } from "../../test/support/repository.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../../test/support/temporary.ts";
import { openWorkspace } from "../workspace/paths/root.ts";
import { allFeatures, findFeature, openFeature } from "./feature.ts";
import { newFeature, withdrawFeature } from "./new-feature.ts";
import { addWorktree, listWorktrees, removeWorktree, worktreeStatus } from "./worktrees.ts";

async function workspaceAt(root: string) {
  const opened = await openWorkspace(root);
  if (!opened.ok) throw new Error(opened.fault.message);
  return opened.value;
}

test("spec_directory must be absolute and inside the workspace, not a link that leads out, and not the workspace itself", async () => {
  const outside = await temporaryFolder();
  const root = await temporaryTree({ "specs/001-a/spec.md": "x" });
  await symlink(outside, join(root, "specs/002-out"));
  const workspace = await workspaceAt(root);
  const code = async (directory: string) => {
    const opened = await openFeature(workspace, directory);
    return opened.ok ? opened.value.path : opened.fault.code;
  };
  expect(await code("specs/001-a")).toBe("invalid_argument");
  expect(await code(join(root, "specs/001-a"))).toBe("specs/001-a");
  expect(await code(join(root, "specs/003-new"))).toBe("specs/003-new");
  expect(await code(join(root, "specs/../../x"))).toBe("path_escape");
  expect(await code(outside)).toBe("path_escape");
  expect(await openFeature(workspace, outside)).toMatchObject({
    fault: { remedy: expect.stringContaining(`such as ${join(workspace.root, "specs/001-name")}.`) },
  });
  expect(await code(join(root, "specs/002-out"))).toBe("path_escape");
  expect(await code(root)).toBe("invalid_argument");
});

test("a feature in a worktree outside the workspace is accepted, and the innermost checkout owns it", async () => {
  const root = await temporaryRepository({ "a.md": "a" });
  const workspace = await workspaceAt(root);
  const elsewhere = join(await temporaryFolder(), "tree");
  runGit(root, "worktree", "add", "-q", "-b", "other", elsewhere);
  expect(await openFeature(workspace, join(elsewhere, "specs/001-x"))).toMatchObject({
    ok: true,
    value: { workspace: { root: elsewhere }, path: "specs/001-x" },
  });
  const added = await addWorktree(workspace, "001-y");
  const inner = added.ok ? added.value.worktree.path : "";
  expect(inner).toBe(join(root, ".worktrees/001-y"));
  expect(await openFeature(workspace, join(inner, "specs/001-y"))).toMatchObject({
    ok: true,
    value: { workspace: { root: inner } },
  });
  expect(runGit(root, "status", "--porcelain")).toBe("");
});

test("features are found by folder, number, slug and path; an unknown one lists the features", async () => {
  const root = await temporaryTree({
    "specs/001-alpha/spec.md": "x",
    "specs/010-beta/spec.md": "x",
    "specs/20260319-143022-gamma/spec.md": "x",
    "specs/notes/spec.md": "x",
    "specs/1-short/spec.md": "x",
  });
  const workspace = await workspaceAt(root);
  const find = async (name: string) => {
    const feature = await findFeature(workspace, name, root);
    return feature.ok ? feature.value.folder : feature.fault.message + feature.fault.remedy;
  };
  expect((await allFeatures(workspace)).map(({ folder }) => folder)).toEqual([
    "001-alpha",
    "010-beta",
    "20260319-143022-gamma",
  ]);
  expect(await find("1")).toBe("001-alpha");
  expect(await find("10")).toBe("010-beta");
  expect(await find("beta")).toBe("010-beta");
  expect(await find("specs/010-beta")).toBe("010-beta");
  expect(await find(join(root, "specs/001-alpha"))).toBe("001-alpha");
  expect(await find("alhpa")).toContain("No feature matches `alhpa`");
  expect(await find("7")).toContain("001-alpha");
});

test("twelve features created at once get twelve numbers, above those of branches and other worktrees", async () => {
  const root = await temporaryRepository({ "specs/001-a/spec.md": "x" });
  runGit(root, "branch", "007-elsewhere");
  const workspace = await workspaceAt(root);
  const created = await Promise.all(
    Array.from({ length: 12 }, (_, index) => newFeature(workspace, { description: `Thing number${index}` })),
  );
  const numbers = created
    .map((each) => (each.ok ? each.value.folder.slice(0, 3) : each.fault.message))
    .sort();
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 8).padStart(3, "0")));
});

test("a feature whose first step wrote nothing is removed with what was created for it, and nothing else", async () => {
  const empty = await temporaryTree({ "a.md": "a" });
  const first = await newFeature(await workspaceAt(empty), { description: "One" });
  if (!first.ok) throw new Error(first.fault.message);
  await withdrawFeature(first.value);
  expect((await readdir(empty)).filter((name) => !name.startsWith("."))).toEqual(["a.md"]);
  const own = await temporaryTree({});
  await mkdir(join(own, "specs"));
  const second = await newFeature(await workspaceAt(own), { description: "One" });
  const third = await newFeature(await workspaceAt(own), { description: "Two" });
  if (!second.ok || !third.ok) throw new Error("Both can be created.");
  await writeTree(own, { [`specs/${third.value.folder}/spec.md`]: "x" });
  await withdrawFeature(second.value);
  await withdrawFeature(third.value);
  expect(await readdir(join(own, "specs"))).toEqual([third.value.folder]);
});

test("the worktree and branch of a feature are removed if its first step wrote nothing, and kept otherwise", async () => {
  const root = await temporaryRepository({ "a.md": "a" });
  const workspace = await workspaceAt(root);
  const create = async () => {
    const created = await newFeature(workspace, { description: "Boarding", worktree: true });
    if (!created.ok) throw new Error(created.fault.message);
    return created.value;
  };
  const branches = () => runGit(root, "branch", "--format=%(refname:short)");
  await withdrawFeature(await create());
  expect(await branches()).toBe("main\n");
  expect(await listWorktrees(workspace)).toMatchObject({ ok: true, value: [{ main: true }] });
  const dirty = await create();
  await writeTree(dirty.workspace.root, { "code.md": "written by the agent" });
  await withdrawFeature(dirty);
  expect(await branches()).toContain(dirty.folder);
  const committed = await create();
  await runGit(committed.workspace.root, "commit", "--quiet", "--allow-empty", "-m", "by the agent");
  await withdrawFeature(committed);
  expect(await branches()).toContain(committed.folder);
  expect(await readdir(committed.workspace.root)).toContain("a.md");
});

test("after 999 comes 1000, and a description without Latin letters still has a name", async () => {
  const root = await temporaryTree({ "specs/999-a/spec.md": "x" });
  const created = await newFeature(await workspaceAt(root), { description: "予約" });
  expect(created).toMatchObject({ ok: true, value: { folder: "1000-予約" } });
});

// covers spec-tui: worktree-states, no-second-worktree
test("worktrees are created once, listed with their state, kept while dirty or in use, and removed when clean", async () => {
  const root = await temporaryRepository({ "a.md": "a" });
  const workspace = await workspaceAt(root);
  const first = await addWorktree(workspace, "001-x");
  expect(first).toMatchObject({ ok: true, value: { created: true } });
  expect(await addWorktree(workspace, "001-x")).toMatchObject({ ok: true, value: { created: false } });
  const path = join(root, ".worktrees/001-x");
  await writeTree(path, { "new.md": "x" });
  expect(await worktreeStatus(path)).toMatchObject({ ok: true, value: { untracked: 1, modified: 0 } });
  expect(await removeWorktree(workspace, "001-x", false)).toMatchObject({
    ok: false,
    fault: { code: "worktree_busy" },
  });
  const inside = await workspaceAt(path);
  expect(await removeWorktree(inside, "001-x", true)).toMatchObject({
    ok: false,
    fault: { code: "worktree_busy" },
  });
  expect(await removeWorktree(workspace, "main", true)).toMatchObject({
    ok: false,
    fault: { code: "worktree_busy" },
  });
  commitAll(path);
  expect(await removeWorktree(workspace, "001-x", false)).toMatchObject({ ok: true });
  const left = await listWorktrees(workspace);
  expect(left.ok && left.value.map(({ branch }) => branch)).toEqual(["main"]);
});

test("without a repository or a commit, worktrees are refused with a remedy", async () => {
  const plain = await workspaceAt(await temporaryTree({ "a.md": "" }));
  expect(await addWorktree(plain, "001-x")).toMatchObject({
    ok: false,
    fault: { remedy: expect.stringContaining("git init") },
  });
  const empty = await workspaceAt(await temporaryRepository({}));
  const refused = await addWorktree(empty, "001-x");
  expect(refused.ok || refused.fault.remedy).toContain("first commit");
  expect(await addWorktree(plain, "--force")).toMatchObject({ ok: false });
});

// covers spec-tui: worktree-folder, worktree-folder-setting
test("features and worktrees are in the configured folders, and never outside the project", async () => {
  const root = await temporaryRepository({
    ".speck.toml": '[worktree]\ndirectory = "trees/"\n[git]\nspecs_directory = "features"\n',
    "features/001-a/spec.md": "x",
    "specs/007-not-here/spec.md": "x",
  });
  const workspace = await workspaceAt(root);
  expect((await allFeatures(workspace)).map(({ path }) => path)).toEqual(["features/001-a"]);
  const created = await newFeature(workspace, { description: "Boarding passes", worktree: true });
  expect(created).toMatchObject({
    ok: true,
    value: { directory: join(root, "trees/002-boarding-passes/features/002-boarding-passes") },
  });
  await writeFile(join(root, "hewto.toml"), '[worktree]\ndirectory = "../outside"\n');
  expect(await newFeature(workspace, { description: "x" })).toMatchObject({
    ok: false,
    fault: { code: "invalid_config", message: expect.stringContaining("worktree.directory") },
  });
});
