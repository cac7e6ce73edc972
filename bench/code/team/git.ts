import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

export function git(root: string, ...args: string[]): string {
  return execFileSync("git", ["-C", root, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 256 * 1024 * 1024,
  });
}

/**
 * A repository of our own whose branch `main` has the files of some commits of another one, as a history of as many
 * commits. The other one may be bare, shallow, or without its largest blobs: those files are left out.
 */
export function originFrom(source: string, target: string, refs: readonly string[] = ["HEAD"]): string {
  mkdirSync(target, { recursive: true });
  git(target, "init", "-q", "-b", "main");
  const objects = resolve(source, git(source, "rev-parse", "--git-path", "objects").trim());
  writeFileSync(join(target, ".git/objects/info/alternates"), `${objects}\n`);
  let parent: string | undefined;
  for (const ref of refs) {
    const commit = git(source, "rev-parse", `${ref}^{commit}`).trim();
    const tree = presentTree(target, commit);
    parent = commitTree(target, tree, parent);
    git(target, "update-ref", "refs/heads/main", parent);
  }
  git(target, "reset", "-q", "--hard", "main");
  return target;
}

/** The tree of a commit without submodules and without blobs that are not there. */
function presentTree(target: string, commit: string): string {
  git(target, "read-tree", commit);
  const lines = git(target, "ls-files", "-s", "-z").split("\0").filter(Boolean);
  const entries = lines.map((line) => {
    const [head = "", path = ""] = line.split("\t");
    const [mode = "", blob = ""] = head.split(" ");
    return { mode, blob, path };
  });
  const checked = execFileSync("git", ["-C", target, "cat-file", "--batch-check"], {
    input: entries.map(({ blob }) => blob).join("\n"),
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  }).split("\n");
  const absent = entries.filter(
    ({ mode }, index) => mode === "160000" || checked[index]?.endsWith(" missing"),
  );
  if (absent.length > 0)
    execFileSync("git", ["-C", target, "update-index", "--force-remove", "-z", "--stdin"], {
      input: absent.map(({ path }) => path).join("\0"),
    });
  return git(target, "write-tree").trim();
}

function commitTree(root: string, tree: string, parent: string | undefined): string {
  const parents = parent === undefined ? [] : ["-p", parent];
  return git(root, ...author, "commit-tree", tree, ...parents, "-m", "files").trim();
}

const author = ["-c", "user.name=bench", "-c", "user.email=bench@example.com"];

/** A clone whose branch is `main`. */
export function clone(source: string, target: string): string {
  execFileSync("git", ["clone", "-q", "--single-branch", "-b", "main", source, target], { stdio: "ignore" });
  return target;
}

/** A repository of small files. */
export function synthetic(root: string, files: number): string {
  mkdirSync(root, { recursive: true });
  git(root, "init", "-q", "-b", "main");
  for (let at = 0; at < files; at++)
    writeFileSync(
      join(root, `f${at}.ts`),
      `/** Number ${at}. */\nexport function value${at}() {\n  return ${at};\n}\n`.repeat(8),
    );
  commitAll(root);
  return root;
}

let edits = 0;

/** Adds a line to some files of the repository itself and commits; returns how many files differ. */
export function editFiles(root: string, count: number): number {
  const files = git(root, "ls-files", "-s", "-z")
    .split("\0")
    .filter((line) => line.startsWith("100644") && /\.(ts|go|py|rs|swift|cs|md)$/.test(line))
    .map((line) => line.slice(line.indexOf("\t") + 1));
  const step = Math.max(1, Math.floor(files.length / count));
  const chosen = files.filter((_, at) => at % step === edits % step).slice(0, count);
  for (const file of chosen) appendFileSync(join(root, file), `\n// Edit ${edits}.\n`);
  edits++;
  commitAll(root);
  return chosen.length;
}

function commitAll(root: string): void {
  git(root, "add", "-A");
  git(root, ...author, "commit", "-q", "--no-gpg-sign", "-m", "edit");
}
