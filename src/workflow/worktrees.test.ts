import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commitAll, runGit, temporaryRepository } from "../../test/support/repository.ts";
import { smallDisk } from "../../test/support/small-disk.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../../test/support/temporary.ts";
import { openWorkspace, type Workspace } from "../workspace/paths/root.ts";
import { activate } from "./active-feature.ts";
import { openFeature } from "./feature.ts";
import { newFeature } from "./new-feature.ts";
import { addWorktree, listWorktrees, removeWorktree } from "./worktrees.ts";

async function workspaceAt(path: string): Promise<Workspace> {
  const opened = await openWorkspace(path);
  if (!opened.ok) throw new Error(opened.fault.message);
  return opened.value;
}

function excludeOf(root: string): string {
  return readFileSync(join(root, ".git/info/exclude"), "utf8");
}

test("worktrees are hidden by one line at the end of .git/info/exclude, even when created from a worktree", async () => {
  const root = await temporaryRepository({ "a.md": "a" });
  writeFileSync(join(root, ".git/info/exclude"), "# mine\n*.swp");
  await addWorktree(await workspaceAt(root), "001-x");
  expect(excludeOf(root)).toBe("# mine\n*.swp\n/.worktrees\n");
  expect(runGit(root, "status", "--porcelain")).toBe("");
  expect(existsSync(join(root, ".worktrees/.gitignore"))).toBe(false);
  await addWorktree(await workspaceAt(join(root, ".worktrees/001-x")), "002-y");
  expect(existsSync(join(root, ".worktrees/002-y/a.md"))).toBe(true);
  expect(excludeOf(root)).toBe("# mine\n*.swp\n/.worktrees\n");
  expect(runGit(root, "status", "--porcelain")).toBe("");
});

test("setting the active feature leaves a worktree clean, so that it can be deleted without force", async () => {
  const root = await temporaryRepository({ "specs/001-x/spec.md": "x" });
  await addWorktree(await workspaceAt(root), "001-x");
  const tree = join(root, ".worktrees/001-x");
  const feature = await openFeature(await workspaceAt(tree), join(tree, "specs/001-x"));
  if (!feature.ok) throw new Error(feature.fault.message);
  expect(await activate(feature.value, new AbortController().signal)).toMatchObject({ ok: true });
  expect(existsSync(join(tree, ".specify/feature.json"))).toBe(true);
  expect(runGit(tree, "status", "--porcelain")).toBe("");
  expect(excludeOf(root)).toContain("/.specify/feature.json\n");
  expect(await removeWorktree(await workspaceAt(root), "001-x", false)).toMatchObject({ ok: true });
});

test("the worktree that one works in is not removed, not even from a folder inside it and with force", async () => {
  const root = await temporaryRepository({ "sub/a.md": "a" });
  await addWorktree(await workspaceAt(root), "001-x");
  const tree = join(root, ".worktrees/001-x");
  for (const folder of [tree, join(tree, "sub")]) {
    const refused = await removeWorktree(await workspaceAt(folder), "001-x", true);
    expect(refused).toMatchObject({ ok: false, fault: { code: "worktree_busy" } });
  }
  expect(existsSync(join(tree, "sub/a.md"))).toBe(true);
});

test("a folder that the project already ignores gets no line; a missing info folder is created", async () => {
  const root = await temporaryRepository({ ".gitignore": ".worktrees/\n", "a.md": "a" });
  const before = excludeOf(root);
  await addWorktree(await workspaceAt(root), "001-x");
  expect(excludeOf(root)).toBe(before);
  const bald = join(await temporaryFolder(), "bald");
  mkdirSync(bald);
  runGit(bald, "init", "-q", "--template=");
  await writeTree(bald, { "a.md": "a" });
  commitAll(bald);
  await addWorktree(await workspaceAt(bald), "001-x");
  expect(excludeOf(bald)).toBe("/.worktrees\n");
});

test("a configured folder with special characters is hidden, and so is one that is a link to another disk", async () => {
  const root = await temporaryRepository({
    "hewto.toml": '[worktree]\ndirectory = "my trees/[all]"\n',
    "my trees/kept.md": "x",
  });
  await addWorktree(await workspaceAt(root), "001-x");
  expect(existsSync(join(root, "my trees/[all]/001-x/hewto.toml"))).toBe(true);
  expect(runGit(root, "status", "--porcelain")).toBe("");
  const linked = await temporaryRepository({ "a.md": "a" });
  const elsewhere = await temporaryFolder();
  symlinkSync(elsewhere, join(linked, ".worktrees"));
  expect(await addWorktree(await workspaceAt(linked), "001-x")).toMatchObject({ ok: true });
  expect(existsSync(join(elsewhere, "001-x/a.md"))).toBe(true);
  expect(runGit(linked, "status", "--porcelain")).toBe("");
  expect(await addWorktree(await workspaceAt(linked), "001-x")).toMatchObject({ value: { created: false } });
  expect(await removeWorktree(await workspaceAt(linked), "001-x", false)).toMatchObject({ ok: true });
});

// covers spec-tui: submodules
test("in a submodule the worktree is next to its files, and the parent project does not change", async () => {
  const library = await temporaryRepository({ "lib.md": "x" });
  const root = await temporaryRepository({ "a.md": "a" });
  runGit(root, "submodule", "--quiet", "add", library, "lib");
  commitAll(root);
  const submodule = await workspaceAt(join(root, "lib"));
  const listed = await listWorktrees(submodule);
  expect(listed.ok && listed.value.map(({ path }) => path)).toEqual([submodule.root]);
  const created = await newFeature(submodule, { description: "Boarding passes", worktree: true });
  expect(created).toMatchObject({
    ok: true,
    value: { directory: join(root, "lib/.worktrees/001-boarding-passes/specs/001-boarding-passes") },
  });
  expect(runGit(root, "status", "--porcelain")).toBe("");
  expect(existsSync(join(root, ".git/modules/.hewto"))).toBe(false);
  const within = await workspaceAt(join(root, "lib/.worktrees/001-boarding-passes"));
  expect(await addWorktree(within, "002-y")).toMatchObject({
    value: { worktree: { path: join(root, "lib/.worktrees/002-y") } },
  });
});

// covers spec-tui: submodules
test("a worktree of a project with submodules is created, and the reason why it is not deleted without force is given", async () => {
  const library = await temporaryRepository({ "lib.md": "x" });
  const root = await temporaryRepository({ "a.md": "a" });
  runGit(root, "submodule", "--quiet", "add", library, "lib");
  commitAll(root);
  const workspace = await workspaceAt(root);
  expect(await addWorktree(workspace, "001-x")).toMatchObject({ ok: true });
  runGit(join(root, ".worktrees/001-x"), "submodule", "--quiet", "update", "--init");
  const refused = await removeWorktree(workspace, "001-x", false);
  expect(refused).toMatchObject({ ok: false, fault: { message: expect.stringContaining("submodules") } });
  expect(await removeWorktree(workspace, "001-x", true)).toMatchObject({ ok: true });
});

// covers spec-tui: bare-repository
test("worktrees of a bare repository are next to its files, and nothing is written above the repository", async () => {
  const origin = await temporaryRepository({ "a.md": "a" });
  const above = await temporaryFolder();
  const bare = join(above, "bare.git");
  runGit(above, "clone", "-q", "--bare", origin, bare);
  runGit(bare, "worktree", "add", "-q", join(above, "main"), "main");
  const workspace = await workspaceAt(join(above, "main"));
  const created = await newFeature(workspace, { description: "Boarding passes", worktree: true });
  expect(created).toMatchObject({ ok: true });
  expect(runGit(workspace.root, "status", "--porcelain")).toBe("");
  expect(existsSync(join(above, ".hewto"))).toBe(false);
  const refused = await addWorktree(await workspaceAt(bare), "002-y");
  expect(refused).toMatchObject({ ok: false, fault: { code: "git_failed" } });
});

// covers spec-tui: remote-branch
test("a branch that exists only on the remote is tracked", async () => {
  const origin = await temporaryRepository({ "a.md": "a" });
  runGit(origin, "checkout", "-q", "-b", "001-x");
  await writeTree(origin, { "specs/001-x/spec.md": "theirs" });
  commitAll(origin);
  runGit(origin, "checkout", "-q", "main");
  const clone = join(await temporaryFolder(), "clone");
  runGit(origin, "clone", "-q", origin, clone);
  expect(await addWorktree(await workspaceAt(clone), "001-x")).toMatchObject({ value: { created: true } });
  const worktree = join(clone, ".worktrees/001-x");
  expect(readFileSync(join(worktree, "specs/001-x/spec.md"), "utf8")).toBe("theirs");
  expect(runGit(worktree, "rev-parse", "--abbrev-ref", "@{upstream}").trim()).toBe("origin/001-x");
});

test("a new feature does not take the number of a branch that exists only on the remote", async () => {
  const origin = await temporaryRepository({ "a.md": "a" });
  runGit(origin, "branch", "007-theirs");
  const clone = join(await temporaryFolder(), "clone");
  runGit(origin, "clone", "-q", origin, clone);
  const created = await newFeature(await workspaceAt(clone), { description: "Boarding passes" });
  expect(created).toMatchObject({ ok: true, value: { folder: "008-boarding-passes" } });
});

// covers spec-tui: locked-worktree
test("a locked worktree is listed as locked and not deleted, even with force", async () => {
  const root = await temporaryRepository({ "a.md": "a" });
  const workspace = await workspaceAt(root);
  await addWorktree(workspace, "001-x");
  runGit(root, "worktree", "lock", "--reason", "on a stick", ".worktrees/001-x");
  const listed = await listWorktrees(workspace);
  expect(listed.ok && listed.value[1]?.locked).toBe("on a stick");
  const refused = await removeWorktree(workspace, "001-x", true);
  expect(refused).toMatchObject({ ok: false, fault: { message: expect.stringContaining("on a stick") } });
  expect(existsSync(join(root, ".worktrees/001-x/a.md"))).toBe(true);
});

test("a full or read-only disk is reported, and neither branch nor folder is left behind", async () => {
  const root = await temporaryRepository({ "large.bin": "x".repeat(400_000) });
  const { path, makeReadOnly } = await smallDisk(64);
  symlinkSync(path, join(root, ".worktrees"));
  const workspace = await workspaceAt(root);
  const full = await addWorktree(workspace, "001-x");
  expect(full).toMatchObject({
    ok: false,
    fault: { code: "write_failed", remedy: expect.stringContaining("Free some space") },
  });
  expect(runGit(root, "branch", "--list", "001-x")).toBe("");
  expect(existsSync(join(path, "001-x"))).toBe(false);
  makeReadOnly();
  const denied = await addWorktree(workspace, "001-x");
  expect(denied).toMatchObject({
    ok: false,
    fault: { code: "write_failed", message: expect.stringContaining("Read-only") },
  });
  expect(runGit(root, "branch", "--list", "001-x")).toBe("");
});

// covers spec-tui: no-git, git-password-prompt
test("a missing git is reported; a git that asks for a password gets none and does not wait", async () => {
  const root = await temporaryRepository({ "a.md": "a" });
  const workspace = await workspaceAt(root);
  const before = process.env["PATH"];
  onTestFinished(() => {
    process.env["PATH"] = before;
  });
  const bin = await temporaryTree({
    git: '#!/bin/sh\necho "prompt=$GIT_TERMINAL_PROMPT askpass=$GIT_ASKPASS $SSH_ASKPASS" >&2; read answer; exit 128\n',
  });
  process.env["PATH"] = join(bin, "none");
  const missing = await listWorktrees(workspace);
  expect(missing).toMatchObject({ ok: false, fault: { message: expect.stringContaining("git") } });
  chmodSync(join(bin, "git"), 0o755);
  process.env["PATH"] = `${bin}:${before}`;
  const asking = await listWorktrees(workspace);
  expect(asking).toMatchObject({
    ok: false,
    fault: { message: expect.stringContaining("prompt=0 askpass=true true") },
  });
});

test("a worktree is removed by its name or the number of its feature; an ambiguous name is an error", async () => {
  const root = await temporaryRepository({ "a.md": "a" });
  const workspace = await workspaceAt(root);
  await addWorktree(workspace, "001-x");
  await addWorktree(workspace, "002-y");
  expect(await removeWorktree(workspace, "2", false)).toMatchObject({ value: { branch: "002-y" } });
  expect(await removeWorktree(workspace, "002", false)).toMatchObject({
    fault: { code: "path_not_found", remedy: "Worktrees: 001-x." },
  });
  // A branch of that name wins over a folder of that name, whichever git lists first.
  runGit(root, "worktree", "add", "-q", "-b", "other", join(root, ".worktrees/a/topic"));
  runGit(root, "worktree", "add", "-q", "-b", "topic", join(root, ".worktrees/z"));
  expect(await removeWorktree(workspace, "topic", false)).toMatchObject({ value: { branch: "topic" } });
  runGit(root, "worktree", "add", "-q", "-b", "third", join(root, ".worktrees/b/topic"));
  expect(await removeWorktree(workspace, "topic", false)).toMatchObject({ fault: { code: "ambiguous_id" } });
  for (const path of [".worktrees/a/topic", join(root, ".worktrees/b/topic")])
    expect(await removeWorktree(workspace, path, false), path).toMatchObject({ ok: true });
  expect(await removeWorktree(workspace, "x", false)).toMatchObject({ value: { branch: "001-x" } });
});

test("a worktree is not created behind a committed link", async () => {
  const elsewhere = await temporaryFolder();
  const root = await temporaryRepository({ "a.md": "a" });
  symlinkSync(elsewhere, join(root, ".worktrees"));
  const workspace = await workspaceAt(root);
  runGit(root, "add", "-f", ".worktrees");
  runGit(root, "commit", "-qm", "link");
  expect(await addWorktree(workspace, "001-x")).toMatchObject({ ok: false, fault: { code: "path_escape" } });
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(runGit(root, "branch", "--list", "001-x")).toBe("");
  runGit(root, "rm", "-q", "--cached", ".worktrees");
  expect(await addWorktree(workspace, "001-x")).toMatchObject({ ok: true });
  expect(readdirSync(elsewhere)).toEqual(["001-x"]);
});

test("a committed link inside the folder of the worktrees does not stop a new one next to it", async () => {
  const root = await temporaryRepository({ ".worktrees/notes.md": "a" });
  symlinkSync("notes.md", join(root, ".worktrees/link.md"));
  commitAll(root, "link");
  expect(await addWorktree(await workspaceAt(root), "001-x")).toMatchObject({ ok: true });
});

test("the main checkout is not removed from a worktree, and the reason is given", async () => {
  const root = await temporaryRepository({ "a.md": "a" });
  await addWorktree(await workspaceAt(root), "001-x");
  const tree = await workspaceAt(join(root, ".worktrees/001-x"));
  expect(await removeWorktree(tree, "main", true)).toMatchObject({
    ok: false,
    fault: { code: "worktree_busy", message: expect.stringContaining("is the main checkout") },
  });
  expect(existsSync(join(root, "a.md"))).toBe(true);
});
