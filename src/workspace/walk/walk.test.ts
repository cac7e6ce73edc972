import { appendFile, chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { plantHostileTree } from "../../../test/corpus/paths.ts";
import { asNobody, openToAll } from "../../../test/support/as-nobody.ts";
import { runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { literalPath } from "../paths/paths.ts";
import { type WalkOptions, type WalkProblem, walkAll } from "./walk.ts";

async function walkedPaths(root: string, options: WalkOptions = {}): Promise<string[]> {
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };
  const walked = await walkAll({ root }, { env, ...options });
  if (!walked.ok) throw new Error(walked.fault.message);
  return walked.value.map((entry) => entry.path);
}

describe("walkAll", () => {
  test("lists files by path in code point order, with size and times", async () => {
    const root = await temporaryTree({
      "b.md": "12",
      "a/z": "",
      "a.md": "",
      "a/b/c": "",
      B: "",
      ä: "",
      ".x/y": "",
    });
    expect(await walkedPaths(root)).toEqual([".x/y", "B", "a.md", "a/b/c", "a/z", "b.md", "ä"]);
    const walked = await walkAll({ root });
    expect(walked.ok && walked.value[5]).toEqual({
      path: "b.md",
      kind: "file",
      size: 2,
      mtimeMs: expect.any(Number),
      ctimeMs: expect.any(Number),
      ino: expect.any(Number),
    });
  });

  test("follows an ignore file of a megabyte", async () => {
    const comments = "# a comment of many\n".repeat(50_000);
    const root = await temporaryTree({ ".gitignore": `${comments}*.log\n`, "a.log": "", "a.md": "" });
    expect(await walkedPaths(root)).toEqual([".gitignore", "a.md"]);
  });

  test("skips .git, .hewto and node_modules at any depth by default", async () => {
    const root = await temporaryRepository({
      "a.md": "",
      "p/node_modules/x/y.js": "",
      ".hewto/index": "",
      "p/.hewto/z": "",
    });
    expect(await walkedPaths(root)).toEqual(["a.md"]);
    expect(await walkedPaths(root, { skip: [".git", ".hewto"] })).toEqual(["a.md", "p/node_modules/x/y.js"]);
  });

  test("reports a start that is not a folder or leads out", async () => {
    const { root } = await plantHostileTree(await temporaryFolder());
    expect(await walkAll({ root }, { from: literalPath("none") })).toMatchObject({
      fault: { code: "not_a_directory", message: `Path does not exist or is not a directory: ${root}/none` },
    });
    expect(await walkAll({ root }, { from: literalPath("a.md") })).toMatchObject({ ok: false });
    expect(await walkAll({ root }, { from: literalPath("out-relative") })).toMatchObject({
      fault: { code: "path_escape" },
    });
  });

  test("stops when aborted", async () => {
    const root = await temporaryTree({ "a/b/c/d": "" });
    expect(await walkAll({ root }, { signal: AbortSignal.abort() })).toMatchObject({
      fault: { code: "cancelled" },
    });
  });

  test("reports a name that is not UTF-8 and continues", async () => {
    const root = await temporaryTree({ "a.md": "" });
    await writeFile(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])]), "");
    const problems: WalkProblem[] = [];
    expect(await walkedPaths(root, { onProblem: (problem) => problems.push(problem) })).toEqual(["a.md"]);
    expect(problems).toEqual([{ path: "caf\ufffd", reason: "The name is not UTF-8." }]);
  });

  test("reports an unreadable folder and continues", async () => {
    const root = await temporaryTree({ "a.md": "", "shut/x": "" });
    openToAll(root);
    await chmod(join(root, "shut"), 0);
    onTestFinished(() => chmod(join(root, "shut"), 0o755));
    const problems: WalkProblem[] = [];
    const paths = await asNobody(() => walkedPaths(root, { onProblem: (problem) => problems.push(problem) }));
    expect(paths).toEqual(["a.md"]);
    expect(problems).toEqual([{ path: "shut", reason: "Cannot be read: EACCES." }]);
  });
});

describe("ignore files", () => {
  test("apply without a repository", async () => {
    const root = await temporaryTree({
      ".gitignore": "*.log\nout/",
      "a.log": "",
      "out/x": "",
      "d/b.log": "",
      "d/e": "",
    });
    expect(await walkedPaths(root)).toEqual([".gitignore", "d/e"]);
    expect(await walkedPaths(root, { ignore: false })).toHaveLength(5);
  });

  test("above the start apply too, up to the top of the repository, even above the workspace", async () => {
    const repository = await temporaryRepository({
      ".gitignore": "*.log\n/packages/one/gen\n",
      "packages/.gitignore": "secret*\n",
      "packages/one/a.ts": "",
      "packages/one/a.log": "",
      "packages/one/gen/x.ts": "",
      "packages/one/sub/secret.txt": "",
      "packages/one/sub/b.ts": "",
    });
    const root = join(repository, "packages/one");
    expect(await walkedPaths(root)).toEqual(["a.ts", "sub/b.ts"]);
    expect(await walkedPaths(root, { from: literalPath("sub") })).toEqual(["sub/b.ts"]);
    expect(await walkedPaths(repository, { from: literalPath("packages/one/sub") })).toEqual([
      "packages/one/sub/b.ts",
    ]);
  });

  test("do not apply to an ignored folder that is given as the start", async () => {
    const root = await temporaryTree({
      ".gitignore": "dist/\n*.map\n",
      "dist/a.js": "",
      "dist/a.js.map": "",
    });
    expect(await walkedPaths(root, { from: literalPath("dist") })).toEqual(["dist/a.js"]);
  });

  test("of a repository that contains the home folder do not hide the workspaces in it", async () => {
    const home = await temporaryRepository({ ".gitignore": "*\n" });
    await writeTree(home, { "project/.gitignore": "*.log\n", "project/a.md": "", "project/a.log": "" });
    expect(await walkedPaths(join(home, "project"))).toEqual([".gitignore", "a.md"]);
    expect(await walkedPaths(home)).toEqual([]);
  });

  test("of the repository and the user apply, in git's order", async () => {
    const home = await temporaryTree({
      ".gitconfig": "[core]\n\texcludesFile = ~/my-ignores\n",
      "my-ignores": "*.u\n*.both\n",
    });
    const root = await temporaryRepository({ ".gitignore": "!keep.e\n" });
    await writeTree(root, { "a.u": "", "a.e": "", "keep.e": "", "b.both": "", "a.md": "" });
    await appendFile(join(root, ".git/info/exclude"), "*.e\n!b.both\n");
    const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    expect(await walkedPaths(root, { env })).toEqual([".gitignore", "a.md", "b.both", "keep.e"]);
    await writeFile(join(home, ".gitconfig"), "[core]\n\texcludesFile = /nowhere\n");
    expect(await walkedPaths(root, { env })).toContain("a.u");
  });

  test("in the user's default location apply without git", async () => {
    const home = await temporaryTree({ ".config/git/ignore": "*.u\n" });
    const root = await temporaryTree({ "a.u": "", "a.md": "" });
    expect(await walkedPaths(root, { env: { PATH: "", HOME: home } })).toEqual(["a.md"]);
    const env = { PATH: "", HOME: "/nonexistent", XDG_CONFIG_HOME: join(home, ".config") };
    expect(await walkedPaths(root, { env })).toEqual(["a.md"]);
  });

  test("in a linked worktree include the exclude file of the main repository", async () => {
    const main = await temporaryRepository({ "a.md": "" });
    await appendFile(join(main, ".git/info/exclude"), "*.private\n");
    const worktree = join(main, "../worktree");
    runGit(main, "worktree", "add", "-q", worktree);
    await writeTree(worktree, { "x.private": "", "b.md": "" });
    expect(await walkedPaths(worktree)).toEqual(["a.md", "b.md"]);
  });

  test("of a submodule replace those of the repository around it", async () => {
    const library = await temporaryRepository({ ".gitignore": "*.o\n", "lib.c": "" });
    const root = await temporaryRepository({ ".gitignore": "*.c\n", "main.md": "" });
    runGit(root, "submodule", "add", "-q", library, "vendor/lib");
    await writeTree(root, { "vendor/lib/x.o": "", "vendor/y.c": "", "vendor/lib/private": "" });
    await appendFile(join(root, ".git/modules/vendor/lib/info/exclude"), "private\n");
    const paths = [".gitignore", ".gitmodules", "main.md", "vendor/lib/.gitignore", "vendor/lib/lib.c"];
    expect(await walkedPaths(root)).toEqual(paths);
  });

  test("under extra names override .gitignore and apply in nested repositories", async () => {
    const root = await temporaryTree({
      ".gitignore": "*.log\n",
      ".hewtoignore": "*.csv\n!keep.log\n",
      "keep.log": "",
      "other.log": "",
      "nested/data.csv": "",
      "nested/a.log": "",
    });
    runGit(join(root, "nested"), "init", "-q");
    const options = { ignoreFileNames: [".hewtoignore"] };
    expect(await walkedPaths(root, options)).toEqual([
      ".gitignore",
      ".hewtoignore",
      "keep.log",
      "nested/a.log",
    ]);
  });

  test("are not read through a link, as git does not", async () => {
    const root = await temporaryTree({ rules: "*.md\n", "a.md": "", "sub/b.md": "" });
    await symlink("rules", join(root, ".gitignore"));
    await mkdir(join(root, "sub/.gitignore"));
    expect(await walkedPaths(root)).toEqual(["a.md", "rules", "sub/b.md"]);
  });

  test("with hostile patterns, on which git itself hangs, finish in time", async () => {
    const hostile = [
      `${"**/a/".repeat(30)}b`,
      `${"*a".repeat(60)}b`,
      `${"**/".repeat(200)}x`,
      `${"[ab]*".repeat(50)}c`,
    ];
    const deep = `${"a/".repeat(60)}${"a".repeat(200)}`;
    const root = await temporaryTree({ ".gitignore": hostile.join("\n"), [deep]: "" });
    expect(await walkedPaths(root)).toEqual([".gitignore", deep]);
  });
});

describe("links", () => {
  test("are followed inside the root, each target once, even with loops", async () => {
    const { root } = await plantHostileTree(await temporaryFolder());
    const problems: WalkProblem[] = [];
    const paths = await walkedPaths(root, { onProblem: (problem) => problems.push(problem) });
    const own = ["%2e%2e/d.md", "a.md", "docs/b.md", "docs/deep/er/c.md", "name\\with\\backslashes.md"];
    expect(paths).toEqual(own);
    expect(
      problems.filter((problem) => problem.reason === "The link leads outside the workspace."),
    ).toHaveLength(13);
    expect(problems.map((problem) => problem.path)).toEqual(
      expect.arrayContaining(["loop-a", "in-dangling", "out-file.md"]),
    );
  });

  test("to files that the walk does not pass otherwise list them under the link's path", async () => {
    const root = await temporaryTree({
      ".gitignore": "store/\n*.tmp\n",
      "store/one/a.swift": "",
      "store/one/a.tmp": "",
      "store/b.swift": "",
      "src/own.swift": "",
    });
    await symlink("../store/one", join(root, "src/linked"));
    await symlink("../store/b.swift", join(root, "src/b.swift"));
    await symlink("../store/b.swift", join(root, "src/again.swift"));
    await symlink("..", join(root, "store/one/up"));
    const paths = await walkedPaths(root);
    expect(paths).toEqual([".gitignore", "src/again.swift", "src/linked/a.swift", "src/own.swift"]);
  });

  test("from a start folder can lead elsewhere in the root", async () => {
    const root = await temporaryTree({ "RxSwift/a.swift": "", "RxSwift/b.swift": "", "Sources/x": "" });
    for (const name of ["a.swift", "b.swift"])
      await symlink(`../RxSwift/${name}`, join(root, "Sources", name));
    expect(await walkedPaths(root)).toEqual(["RxSwift/a.swift", "RxSwift/b.swift", "Sources/x"]);
    const from = literalPath("Sources");
    expect(await walkedPaths(root, { from })).toEqual(["Sources/a.swift", "Sources/b.swift", "Sources/x"]);
  });

  test("that an ignore rule names, with a slash or without, are left out", async () => {
    const root = await temporaryTree({ ".gitignore": "/one\n/two/\n/hidden\n", "hidden/x": "" });
    for (const name of ["one", "two", "zero"]) await symlink("hidden", join(root, name));
    expect(await walkedPaths(root)).toEqual([".gitignore", "zero/x"]);
  });

  test("into skipped folders are left out", async () => {
    const root = await temporaryRepository({ "a.md": "", "node_modules/p/x.js": "" });
    await symlink(".git", join(root, "git"));
    await symlink("node_modules/p", join(root, "p"));
    expect(await walkedPaths(root)).toEqual(["a.md"]);
  });

  test("as a start are walked under their own path", async () => {
    const root = await temporaryTree({ "docs/a.md": "", "docs/b/c.md": "" });
    await symlink("docs", join(root, "link"));
    await symlink("b", join(root, "docs/again"));
    expect(await walkedPaths(root, { from: literalPath("link") })).toEqual(["link/a.md", "link/b/c.md"]);
  });
});

test("a project below a folder named like a skipped one is walked", async () => {
  const folder = await temporaryTree({
    ".gitignore": "Pods/\n",
    "Pods/node_modules/project/Sources/a.swift": "",
  });
  const root = join(folder, "Pods/node_modules/project");
  expect(await walkedPaths(root)).toEqual(["Sources/a.swift"]);
});

test("tracked files that a rule ignores are left out like any other", async () => {
  const root = await temporaryRepository({ ".gitignore": "*.log\n", "a.log": "" });
  expect(await walkedPaths(root)).toEqual([".gitignore"]);
});
