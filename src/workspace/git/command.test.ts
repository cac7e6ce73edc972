import { readdirSync, readFileSync } from "node:fs";
import { appendFile, chown, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { skipTest } from "../../../test/support/skip.ts";
import { temporaryFolder, writeTree } from "../../../test/support/temporary.ts";
import { git, gitVersion } from "./command.ts";
import { changedSince } from "./queries.ts";

test("only one module starts git, and only two modules start programs", () => {
  const starting = sourcesWith(/from "node:child_process"/);
  expect(starting).toEqual(["src/workspace/process/run.ts", "src/workspace/process/terminal.ts"]);
  expect(sourcesWith(/["'`]git["'`],\s*\[/)).toEqual(["src/workspace/git/process.ts"]);
  expect(sourcesWith(/\bstartGit\(/)).toEqual([
    "src/workspace/git/command.ts",
    "src/workspace/git/config.ts",
    "src/workspace/git/process.ts",
  ]);
});

function sourcesWith(pattern: RegExp): string[] {
  const entries = readdirSync("src", { recursive: true, encoding: "utf8" });
  const files = entries
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `src/${name.replaceAll("\\", "/")}`);
  return files
    .filter((file) => !file.endsWith(".test.ts") && pattern.test(readFileSync(file, "utf8")))
    .sort();
}

describe("repositories of every form can be read", () => {
  test("a repository separate from its files, and one with longer ids", async () => {
    const apart = join(await temporaryFolder(), "files");
    await writeTree(apart, { "a.md": "1\n" });
    runGit(apart, "init", "-q", "--separate-git-dir", "../store");
    commit(apart);
    const longer = join(await temporaryFolder(), "files");
    await writeTree(longer, { "a.md": "1\n" });
    runGit(longer, "init", "-q", "--object-format=sha256");
    commit(longer);
    for (const root of [apart, longer]) {
      await writeFile(join(root, "a.md"), "2\n");
      expect(await changedSince({ root }, "HEAD")).toMatchObject({ value: [{ path: "a.md" }] });
    }
  });

  test("a worktree of a bare repository, and a submodule with a worktree of its own", async () => {
    const source = await temporaryRepository({ "a.md": "1\n" });
    const bare = join(await temporaryFolder(), "bare.git");
    runGit(source, "clone", "-q", "--bare", ".", bare);
    const tree = join(bare, "../tree");
    runGit(bare, "worktree", "add", "-q", tree);
    const outer = await temporaryRepository({ "b.md": "" });
    runGit(outer, "submodule", "add", "-q", source, "lib");
    const nested = join(outer, "../nested");
    runGit(join(outer, "lib"), "worktree", "add", "-q", "-b", "topic", nested);
    for (const root of [tree, join(outer, "lib"), nested]) {
      await writeFile(join(root, "a.md"), "2\n");
      expect(await changedSince({ root }, "HEAD")).toMatchObject({ value: [{ path: "a.md" }] });
    }
  });

  test("a submodule at another commit counts as changed, dirty files in it do not", async () => {
    const outer = await temporaryRepository({ "b.md": "" });
    runGit(outer, "submodule", "add", "-q", await temporaryRepository({ "a.md": "1\n" }), "lib");
    runGit(outer, "commit", "-qm", "lib");
    await writeFile(join(outer, "lib/a.md"), "2\n");
    expect(await changedSince({ root: outer }, "HEAD")).toEqual({ ok: true, value: [] });
    commit(join(outer, "lib"));
    expect(await changedSince({ root: outer }, "HEAD")).toMatchObject({ value: [{ path: "lib" }] });
  });

  test("settings in the caller's environment still apply, except where ours must win", async () => {
    const root = await temporaryRepository({ "a.md": "" });
    const env = {
      ...process.env,
      GIT_CONFIG_COUNT: "2",
      GIT_CONFIG_KEY_0: "user.name",
      GIT_CONFIG_VALUE_0: "From the environment",
      GIT_CONFIG_KEY_1: "core.hooksPath",
      GIT_CONFIG_VALUE_1: "/somewhere",
    };
    const ask = (key: string) => git(["config", "--get", key], { cwd: root, env });
    expect(await ask("user.name")).toMatchObject({ value: { stdout: "From the environment\n" } });
    expect(await ask("core.hooksPath")).toMatchObject({ value: { stdout: "/dev/null\n" } });
  });
});

describe("a repository of another user", () => {
  test("is refused as git refuses it, and accepted once it is in safe.directory", async () => {
    if (process.getuid?.() !== 0) skipTest("only root can give a folder to another user");
    const root = await temporaryRepository({ "a.md": "" });
    await chown(root, 65534, 65534);
    await chown(join(root, ".git"), 65534, 65534);
    const env = { ...process.env, HOME: await temporaryFolder(), GIT_CONFIG_NOSYSTEM: "1" };
    expect(await git(["ls-files"], { cwd: root, env })).toMatchObject({
      fault: {
        message: `git refuses the repository ${root}: it belongs to another user.`,
        remedy: expect.stringContaining("safe.directory"),
      },
    });
    await writeFile(join(env.HOME, ".gitconfig"), `[safe]\n\tdirectory = ${root}\n`);
    expect(await git(["ls-files"], { cwd: root, env })).toMatchObject({ value: { stdout: "a.md\n" } });
  });

  test.each([
    ["its files", ""],
    ["its .git folder", ".git"],
  ])("is refused when only %s are theirs", async (_what, theirs) => {
    if (process.getuid?.() !== 0) skipTest("only root can give a folder to another user");
    const root = await temporaryRepository({ "a.md": "" });
    await chown(join(root, theirs), 65534, 65534);
    const env = { ...process.env, HOME: await temporaryFolder(), GIT_CONFIG_NOSYSTEM: "1" };
    expect(await git(["ls-files"], { cwd: root, env })).toMatchObject({
      fault: { message: expect.stringContaining("it belongs to another user") },
    });
  });
});

describe("filters", () => {
  const clean = "sh -c 'touch ran; cat'";

  test("that are added to the configuration while a server runs are not started either", async () => {
    const root = await temporaryRepository({ ".gitattributes": "*.big filter=big\n", "a.big": "1\n" });
    expect(await git(["status", "--porcelain"], { cwd: root })).toMatchObject({ value: { stdout: "" } });
    runGit(root, "config", "filter.big.clean", `sh -c 'touch "${root}/ran"; cat'`);
    await writeFile(join(root, "a.big"), "2\n");
    expect(await git(["status", "--porcelain"], { cwd: root })).toMatchObject({
      value: { stdout: " M a.big\n" },
    });
  });

  test("are not started when the configuration is replaced by one of the same size and modification time", async () => {
    const root = await temporaryRepository({ ".gitattributes": "*.big filter=big\n", "a.big": "1\n" });
    const config = join(root, ".git/config");
    const filter = `[filter "big"]\n\tclean = "${clean}"\n`;
    await appendFile(config, filter.replaceAll("filter", "felter"));
    const past = new Date("2026-01-02T03:04:05.500Z");
    await utimes(config, past, past);
    await sleep(60); // so that the configuration is cached
    expect(await git(["status", "--porcelain"], { cwd: root })).toMatchObject({ value: { stdout: "" } });
    await writeFile(config, (await readFile(config, "utf8")).replaceAll("felter", "filter"));
    await utimes(config, past, past);
    await writeFile(join(root, "a.big"), "2\n");
    expect(await git(["status", "--porcelain"], { cwd: root })).toMatchObject({
      value: { stdout: " M a.big\n" },
    });
  });

  test("of a submodule are not started by git status", async () => {
    const outer = await temporaryRepository({ "b.md": "" });
    const inner = await temporaryRepository({ ".gitattributes": "*.big filter=big\n", "a.big": "1\n" });
    runGit(outer, "submodule", "add", "-q", inner, "lib");
    commit(outer);
    runGit(join(outer, "lib"), "config", "filter.big.clean", `sh -c 'touch "${outer}/ran"; cat'`);
    await writeFile(join(outer, "lib/a.big"), "2\n");
    expect(await git(["status", "--porcelain"], { cwd: outer })).toMatchObject({ value: { stdout: "" } });
    expect(readdirSync(outer)).not.toContain("ran");
  });

  test("a call that writes keeps the user's filters and disables the repository's", async () => {
    const root = await temporaryRepository({ ".gitattributes": "*.big filter=big\n*.own filter=own\n" });
    await writeTree(root, { "a.big": "big\n", "a.own": "own\n" });
    commit(root);
    const env = { ...process.env, HOME: await temporaryFolder(), GIT_CONFIG_NOSYSTEM: "1" };
    await writeFile(join(env.HOME, ".gitconfig"), '[filter "big"]\n\tsmudge = "tr a-z A-Z"\n');
    await appendFile(
      join(root, ".git/config"),
      `[filter "big"]\n\tsmudge = "${clean}"\n\trequired = true\n[filter "own"]\n\tsmudge = "${clean}"\n`,
    );
    const path = join(root, "../tree");
    expect(await git(["worktree", "add", "-q", path], { cwd: root, env, writes: true })).toMatchObject({
      ok: true,
    });
    expect(readFileSync(join(path, "a.big"), "utf8")).toBe("BIG\n");
    expect(readFileSync(join(path, "a.own"), "utf8")).toBe("own\n");
  });
});

test("the version is reported outside a repository; without git there is a fault", async () => {
  const cwd = await temporaryFolder();
  expect(await gitVersion(cwd, process.env)).toMatchObject({
    value: expect.stringMatching(/^git version 2/),
  });
  expect(await gitVersion(cwd, { PATH: "/nonexistent" })).toMatchObject({
    fault: { code: "program_missing" },
  });
});

test("a repository that was moved is found at its new path", async () => {
  const root = await temporaryRepository({ "a.md": "" });
  expect(await git(["ls-files"], { cwd: root })).toMatchObject({ ok: true });
  const moved = `${root}-moved`;
  await rename(root, moved);
  expect(await git(["ls-files"], { cwd: moved })).toMatchObject({ value: { stdout: "a.md\n" } });
});

function commit(root: string): void {
  runGit(root, "add", "-A");
  runGit(root, "commit", "-q", "-m", "commit");
}
