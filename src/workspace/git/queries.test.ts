import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commitAll, runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { literalPath } from "../paths/paths.ts";
import { git } from "./command.ts";
import { changedSince, fileAtRevision, gitStatus } from "./queries.ts";

describe("gitStatus", () => {
  test("reports branch and commit of a checkout, from any folder in it", async () => {
    const root = await temporaryRepository({ "sub/a.md": "" });
    const head = runGit(root, "rev-parse", "HEAD").trim();
    const facts = { repository: true, root, branch: "main", head, detached: false, isWorktree: false };
    expect(await gitStatus({ root })).toEqual({ ...facts, commonDir: join(root, ".git") });
    expect(await gitStatus({ root: join(root, "sub") })).toMatchObject({ root, branch: "main" });
  });

  test("reads packed refs and branches with slashes", async () => {
    const root = await temporaryRepository({ "a.md": "" });
    runGit(root, "checkout", "-q", "-b", "feature/x/y");
    runGit(root, "branch", "other/feature/x/y");
    await writeFile(join(root, "a.md"), "2");
    const head = commitAll(root);
    runGit(root, "pack-refs", "--all");
    expect(await gitStatus({ root })).toMatchObject({ branch: "feature/x/y", head });
  });

  test("recognizes a detached head, a branch without commits and a folder outside a repository", async () => {
    const root = await temporaryRepository({ "a.md": "" });
    const head = runGit(root, "rev-parse", "HEAD").trim();
    runGit(root, "checkout", "-q", "--detach");
    expect(await gitStatus({ root })).toMatchObject({ head, detached: true });
    expect((await gitStatus({ root })).branch).toBeUndefined();

    const unborn = await gitStatus({ root: await temporaryRepository({}) });
    expect(unborn).toMatchObject({ repository: true, branch: "main", detached: false });
    expect(unborn.head).toBeUndefined();

    const plain = { repository: false, detached: false, isWorktree: false };
    expect(await gitStatus({ root: await temporaryTree({ ".git/readme": "not a repository" }) })).toEqual(
      plain,
    );
  });

  test("recognizes a linked worktree and a submodule", async () => {
    const main = await temporaryRepository({ "a.md": "" });
    const root = join(main, "../tree");
    runGit(main, "worktree", "add", "-q", "-b", "topic", root);
    const commonDir = join(main, ".git");
    expect(await gitStatus({ root })).toMatchObject({ root, branch: "topic", commonDir, isWorktree: true });
    runGit(main, "submodule", "add", "-q", await temporaryRepository({ "lib.c": "" }), "lib");
    expect(await gitStatus({ root: join(main, "lib") })).toMatchObject({
      root: join(main, "lib"),
      isWorktree: false,
    });
  });

  test("follows a branch that is a symbolic ref by asking git", async () => {
    const root = await temporaryRepository({ "a.md": "" });
    const head = runGit(root, "rev-parse", "HEAD").trim();
    runGit(root, "symbolic-ref", "refs/heads/alias", "refs/heads/main");
    await writeFile(join(root, ".git/HEAD"), "ref: refs/heads/alias\n");
    expect(await gitStatus({ root })).toMatchObject({ head, detached: false });
  });
});

describe("git", () => {
  test("returns output, fails with git's own message, and can be cancelled", async () => {
    const root = await temporaryRepository({ "a.md": "" });
    expect(await git(["rev-parse", "--abbrev-ref", "HEAD"], { cwd: root })).toMatchObject({
      value: { stdout: "main\n" },
    });
    expect(await git(["hash-object", "--stdin"], { cwd: root, input: "x" })).toMatchObject({ ok: true });
    expect(await git(["show", "no-such-thing"], { cwd: root })).toMatchObject({
      fault: { code: "git_failed", message: expect.stringContaining("no-such-thing") },
    });
    expect(await git(["status"], { cwd: root, signal: AbortSignal.abort() })).toMatchObject({
      fault: { code: "cancelled" },
    });
  });

  test("reports that git is missing", async () => {
    expect(
      await git(["status"], { cwd: await temporaryRepository({}), env: { PATH: "/nonexistent" } }),
    ).toMatchObject({
      fault: { code: "program_missing" },
    });
  });

  test("works on the repository of its folder even when a hook's variables name another", async () => {
    const [root, other] = [
      await temporaryRepository({ "a.md": "" }),
      await temporaryRepository({ "b.md": "" }),
    ];
    const env = {
      ...process.env,
      GIT_DIR: join(other, ".git"),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: "/nowhere",
    };
    expect(await git(["ls-files"], { cwd: root, env })).toMatchObject({ value: { stdout: "a.md\n" } });
  });

  test("does not start the program that a repository names as its file system monitor", async () => {
    const root = await temporaryRepository({ "a.md": "" });
    await writeFile(join(root, "monitor"), `#!/bin/sh\ntouch "${root}/started"\n`, { mode: 0o755 });
    runGit(root, "config", "core.fsmonitor", join(root, "monitor"));
    expect(await git(["status", "--porcelain"], { cwd: root })).toMatchObject({
      value: { stdout: "?? monitor\n" },
    });
  });

  test("takes a path with wildcards literally", async () => {
    const root = await temporaryRepository({ "*.md": "", "a.md": "" });
    expect(await git(["ls-files", "--", "*.md"], { cwd: root })).toMatchObject({
      value: { stdout: "*.md\n" },
    });
  });
});

describe("fileAtRevision", () => {
  test("returns the text at a revision, even from a workspace below the repository's top", async () => {
    const root = await temporaryRepository({ "sub/a.md": "eins\n", "a.md": "top" });
    await writeFile(join(root, "sub/a.md"), "zwei\n");
    commitAll(root);
    const path = literalPath("a.md");
    expect(await fileAtRevision({ root: join(root, "sub") }, "HEAD", path)).toEqual({
      ok: true,
      value: "zwei\n",
    });
    expect(await fileAtRevision({ root: join(root, "sub") }, "HEAD~1", path)).toEqual({
      ok: true,
      value: "eins\n",
    });
    expect(await fileAtRevision({ root }, "main", path)).toEqual({ ok: true, value: "top" });
  });

  test("distinguishes missing files, folders and bad revisions", async () => {
    const root = await temporaryRepository({ "sub/a.md": "" });
    expect(await fileAtRevision({ root }, "HEAD", literalPath("none.md"))).toEqual({
      ok: true,
      value: undefined,
    });
    expect(await fileAtRevision({ root }, "HEAD", literalPath("sub"))).toMatchObject({
      fault: { code: "not_a_file" },
    });
    for (const revision of ["nope", "--output=/tmp/x", "-h", ""]) {
      expect(await fileAtRevision({ root }, revision, literalPath("sub/a.md"))).toMatchObject({
        fault: { code: "git_failed" },
      });
    }
  });
});

describe("changedSince", () => {
  test("lists staged, unstaged and new files, but not ignored ones", async () => {
    const files = {
      ".gitignore": "*.log\n",
      "same.md": "",
      "edited.md": "1",
      "gone.md": "",
      "moved.md": "long enough",
    };
    const root = await temporaryRepository(files);
    await writeTree(root, { "edited.md": "2", "staged.md": "", "ü new.md": "", "x.log": "" });
    await rm(join(root, "gone.md"));
    runGit(root, "add", "staged.md");
    runGit(root, "mv", "moved.md", "to.md");
    runGit(root, "rm", "-q", "--cached", "same.md");
    const changed = await changedSince({ root }, "HEAD");
    expect(changed.ok && changed.value.map((file) => `${file.status} ${file.path}`)).toEqual([
      "modified edited.md",
      "deleted gone.md",
      "deleted moved.md",
      "modified same.md",
      "added staged.md",
      "added to.md",
      "added ü new.md",
    ]);
  });

  test("returns only paths below the workspace, relative to it", async () => {
    const root = await temporaryRepository({ "sub/a.md": "1", "b.md": "1" });
    await writeTree(root, { "sub/a.md": "2", "b.md": "2", "c.md": "", "sub/d.md": "" });
    const changed = await changedSince({ root: join(root, "sub") }, "main");
    expect(changed.ok && changed.value.map((file) => file.path)).toEqual(["a.md", "d.md"]);
  });

  test("refuses an unknown ref, or an option in place of a ref", async () => {
    const root = await temporaryRepository({ "a.md": "" });
    for (const ref of ["nope", "--output=leak", ""]) {
      expect(await changedSince({ root }, ref)).toMatchObject({ fault: { code: "git_failed" } });
    }
    expect(await changedSince({ root: await temporaryTree({}) }, "HEAD")).toMatchObject({
      fault: { code: "git_failed" },
    });
  });
});
