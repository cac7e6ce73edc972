import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Chunk, chunksOf } from "../src/code/chunk.ts";
import { languageFor, languageIdOf, prepareLanguage } from "../src/code/languages/registry.ts";
import { roleOf } from "../src/code/roles.ts";
import { decodeText } from "../src/code/text/decode.ts";
import { type Blob, contents, git } from "./git.ts";
import { pair } from "./pairs.ts";

const maxCommits = 1_200;
const maxPairs = 120;
/** A change of more files has no one place that its subject speaks of. */
const maxFiles = 4;
const maxFileBytes = 60_000;

/** Writes what commits say of the declarations that they changed, for each repository that collect.ts took. */
export async function collectCommits(
  mirror: string,
  out: string,
  leftOut: ReadonlySet<string>,
  shard: number,
  shards: number,
): Promise<void> {
  mkdirSync(join(out, "commits"), { recursive: true });
  const files = readdirSync(join(out, "train")).filter((file) => file.endsWith(".tsv"));
  for (const [index, file] of files.sort().entries()) {
    const to = join(out, "commits", file);
    const name = file.replace(/\.tsv$/, "");
    if (index % shards !== shard || leftOut.has(name) || existsSync(to)) continue;
    const lines = await commitPairs(join(mirror, name, "repo"));
    writeFileSync(`${to}.part`, lines.join("\n"));
    renameSync(`${to}.part`, to);
    console.log(`${name} ${lines.length}`);
  }
}

/** A file as a commit left it, and as it was before. */
interface Change {
  readonly subject: string;
  readonly before: Blob;
  readonly after: Blob;
}

async function commitPairs(repository: string): Promise<string[]> {
  const changes = changesIn(repository);
  const changeOf = new Map(changes.map((change) => [change.after, change]));
  const lines: string[] = [];
  let old: { readonly blob: Blob; readonly text: string } | undefined;
  const asked = changes.flatMap(({ before, after }) => [before, after]);
  for await (const { blob, bytes } of contents(repository, asked)) {
    const text = bytes.length < maxFileBytes ? decodeText(bytes)?.text : undefined;
    const change = changeOf.get(blob);
    if (!change) {
      old = text === undefined ? undefined : { blob, text };
      continue;
    }
    if (text === undefined || old?.blob !== change.before) continue;
    const chunk = await mostChanged(blob.path, old.text, text);
    if (!chunk) continue;
    const cells = pair(change.subject, chunk, blob.path, text);
    lines.push([blob.sha, languageIdOf(blob.path), ...cells].join("\t"));
    if (lines.length >= maxPairs) break;
  }
  return lines;
}

/** The sources that recent commits changed, newest first. */
function changesIn(repository: string): Change[] {
  const format = ["--format=%x01%s", "--raw", "--no-abbrev", "--no-renames", "--no-merges"];
  const log = git(repository, ["log", `-n${maxCommits}`, ...format]);
  return log
    .split("\x01")
    .slice(1)
    .flatMap((commit) => {
      const [first = "", ...rest] = commit.split("\n");
      const subject = told(first);
      const changes = rest.flatMap((line) => changeIn(line, subject));
      return subject === "" || changes.length > maxFiles ? [] : changes;
    });
}

function changeIn(line: string, subject: string): Change[] {
  const [, old = "", sha = "", path = ""] = /^:100\d+ 100\d+ (\w+) (\w+) M\t(.*)$/.exec(line) ?? [];
  if (!languageFor(path) || roleOf(path, languageIdOf(path), "") !== "source") return [];
  return [{ subject, before: { path, sha: old, size: 0 }, after: { path, sha, size: 0 } }];
}

const housekeeping =
  /^(merge|bump|update|upgrade|release|prepare|version|revert|changelog|format|reformat|lint|typo|fix(es|ed)? (typo|lint|format|warning|test|build|ci)|clean ?up|refactor|rename|v?\d)\b/i;

/** A subject without what a habit or a machine wrote around it; "" when it says too little about the code. */
function told(subject: string): string {
  const bare = subject
    .replace(/^(\[[^\]]*\]|\w+(\([^)]*\))?!?:)\s*/, "")
    .replace(/\(?\b(GH-|gh-|[A-Z]{2,}-|#)\d+\)?|\(?#\d+\)?|https?:\S+|`/g, " ")
    .trim();
  const words = bare.split(/\s+/).length;
  return words >= 4 && words <= 20 && !housekeeping.test(bare) ? bare : "";
}

/** The declaration with the most lines that the file did not have before. */
async function mostChanged(path: string, before: string, after: string): Promise<Chunk | undefined> {
  const language = languageFor(path);
  if (!language) return undefined;
  await prepareLanguage(language);
  const known = new Set(before.split("\n"));
  const isNew = after.split("\n").map((line) => line.trim().length > 3 && !known.has(line));
  let [best, most]: [Chunk | undefined, number] = [undefined, 0];
  for (const chunk of chunksOf(after, language.parse(after, path))) {
    const count = isNew.slice(chunk.startLine - 1, chunk.endLine).filter(Boolean).length;
    if (chunk.names.length > 0 && count > most) [best, most] = [chunk, count];
  }
  return best;
}
