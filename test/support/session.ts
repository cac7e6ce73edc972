import { execFileSync } from "node:child_process";
import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runHere } from "./cli.ts";
import { temporaryFolder } from "./temporary.ts";

/** Commits have the same hashes in every run. */
const identity = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
};

/**
 * Runs commands in a repository made from `test/golden/fixtures/NAME.txt` and gives what a person would see. Besides
 * Hewto's own commands: `cat FILE`, `git …`, `rm PATH`, `write FILE TEXT` and `append FILE TEXT`. The argument `COMMENT`
 * is the review comment that was shown last.
 */
export async function session(workspace: string, commands: readonly (readonly string[])[]): Promise<string> {
  const { top, root, home } = await workspaceFrom(workspace);
  const said: string[] = [];
  let comment = "";
  for (const words of commands) {
    const answer = await run(
      words.map((word) => (word === "COMMENT" ? comment : word)),
      root,
      home,
    );
    comment = answer.match(commentId)?.[0] ?? comment;
    said.push(`$ ${words.map(shown).join(" ")}\n${answer}`);
  }
  return stable(said.join("\n"), top);
}

/** A repository with one commit, and an empty home next to it. */
export async function workspaceFrom(workspace: string) {
  const top = await temporaryFolder();
  const [root, home] = [join(top, "project"), join(top, "home")];
  for (const folder of [root, home]) await mkdir(folder, { recursive: true });
  const bundle = fileURLToPath(new URL(`../golden/fixtures/${workspace}.txt`, import.meta.url));
  for (const [path, text] of filesIn(await readFile(bundle, "utf8"))) {
    const file = path.startsWith("~/") ? join(home, path.slice(2)) : join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  git(root, ["init", "-q"]);
  git(root, ["add", "-A", "-f"]);
  git(root, ["commit", "-q", "-m", "The workspace"]);
  return { top, root, home };
}

async function run([name = "", ...words]: readonly string[], root: string, home: string): Promise<string> {
  const [path = "", text = ""] = words;
  const file = path.startsWith("~/") ? join(home, path.slice(2)) : join(root, path);
  if (name === "git") return git(root, words);
  if (name === "cat") return await readFile(file, "utf8").catch(() => "(no such file)\n");
  if (name === "rm") await rm(file, { recursive: true });
  if (name === "append") await appendFile(file, text);
  if (name === "write") {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  if (name !== "hewto") return "";
  const env = { ...identity, HOME: home, USERPROFILE: home, COLUMNS: "100" };
  const { code, output, errors } = await runHere(words, { cwd: root, env });
  const notes = errors.split("\n").filter((line) => line !== "" && !/^\[|^\d+ %/.test(line));
  return `${output}${notes.map((line) => `! ${line}\n`).join("")}${code === 0 ? "" : `(exit ${code})\n`}`;
}

function git(cwd: string, words: readonly string[]): string {
  const env = { PATH: process.env["PATH"], HOME: cwd, ...identity };
  const settings = ["-c", "init.defaultBranch=main"];
  return execFileSync("git", [...settings, ...words], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  }).toString();
}

/** `==> path <==` on a line of its own begins a file, `==> ~/path <==` one of the home; tags open with ⟦, or they would count as tags of this project. */
function filesIn(bundle: string): [string, string][] {
  const [, ...parts] = bundle.replaceAll("⟦", "[").split(/^==> (.+) <==\n/m);
  return parts.flatMap((path, at): [string, string][] =>
    at % 2 === 0 ? [[path, `${(parts[at + 1] ?? "").trimEnd()}\n`]] : [],
  );
}

function shown(word: string): string {
  return /^[\w./:=@*-]+$/.test(word) ? word : JSON.stringify(word);
}

const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const commentId = /\b20\d{6}-[0-9a-f]{6}\b/;

/** Without places and times that differ from run to run, and without scores, which each training of the model moves. */
export function stable(text: string, top: string): string {
  return text
    .replaceAll(top, "")
    .replaceAll(process.execPath, "/bin/node")
    .replaceAll(process.argv[1] ?? "", "/bin/hewto")
    .replaceAll(repository, "/hewto")
    .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z?/g, "TIME")
    .replaceAll(/\b20\d\d-\d\d-\d\d\b/g, "DATE")
    .replaceAll(new RegExp(commentId, "g"), "COMMENT")
    .replaceAll(/(approval|reply|resolved)-[0-9a-f]{6}\b/g, "$1-ID")
    .replaceAll(/\b20\d{6}T\d{6}-\d+/g, "TIME")
    .replaceAll(/("(?:score|relevance)": )[\d.e-]+/g, "$1N")
    .replaceAll(/^(\d+\. \S+ {2})\d+%/gm, "$1N%")
    .replaceAll(/(in |"duration_ms": )\d+(?= ms|,?$)/gm, "$1N")
    .replaceAll(/\b\d+ (?:second|minute|hour|day|week|month|year)s? ago/g, "AGO ago");
}
