import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Chunk, chunksOf } from "../src/code/chunk.ts";
import { languageFor, languageIdOf, prepareLanguage } from "../src/code/languages/registry.ts";
import { roleOf } from "../src/code/roles.ts";
import { decodeText } from "../src/code/text/decode.ts";
import { isBenchCopy, isBenchRepository, isLeftOut } from "./bench-repositories.ts";
import { blobsOf, contents } from "./git.ts";
import { licenseOf } from "./license.ts";
import { bareText } from "./pairs.ts";
import { askedIn } from "./questions.ts";

/** What a writer of questions sees: one declaration without its comments. */
interface Drawn {
  readonly repository: string;
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly code: string;
}

const maxFiles = 110;
const maxFileBytes = 80_000;
const maxOfFile = 3;
const maxOfName = 2;
const maxLines = 25;
const kinds = /^(function|method|class|struct|enum|protocol|interface|trait|actor|extension|initializer|type|macro|module|object|impl)/;

/**
 * Declarations that have no question yet, cut into batches for those who write questions. The first batches hold
 * one or two of every repository, so that whatever is answered is spread over all of them.
 */
export async function draw(
  mirror: string,
  repositories: readonly string[],
  questions: string,
  out: string,
  count: number,
  ofBatch: number,
): Promise<void> {
  mkdirSync(out, { recursive: true });
  const asked = new Set(askedIn(questions).map(({ repository, path, name }) => `${repository}\t${path}\t${name}`));
  const share = Math.ceil((count * 1.25) / repositories.length);
  const drawn: Drawn[][] = [];
  for (const repository of repositories) {
    const folder = join(mirror, repository.replace("/", "+"), "repo");
    const name = repository.replace("/", "+");
    if (isBenchRepository(name) || isLeftOut(name) || !existsSync(folder)) continue;
    const found = await drawFrom(folder, repository, asked, share);
    console.log(`${repository} ${found.length}`);
    drawn.push(found);
  }
  const order: Drawn[] = [];
  for (let round = 0; order.length < count && round < share; round++)
    for (const list of drawn) {
      const each = list[round];
      if (each && order.length < count) order.push(each);
    }
  const idOf = (at: number) => `d${String(at + 1).padStart(5, "0")}`;
  const index = order.map(({ repository, path, line, name }, at) => [idOf(at), repository, path, line, name].join("\t"));
  writeFileSync(join(out, "index.tsv"), `${index.join("\n")}\n`);
  for (let from = 0, batch = 1; from < order.length; from += ofBatch, batch++) {
    const blocks = order.slice(from, from + ofBatch).map(({ repository, path, line, name, code }, at) =>
      `=== ${idOf(from + at)} | ${repository} | ${path}:${line} | ${name}\n${code}\n`);
    writeFileSync(join(out, `batch-${String(batch).padStart(3, "0")}.txt`), blocks.join("\n"));
  }
  console.log(`${order.length} declarations of ${drawn.length} repositories`);
}

async function drawFrom(folder: string, repository: string, asked: ReadonlySet<string>, count: number): Promise<Drawn[]> {
  const all = blobsOf(folder);
  if ((await licenseOf(folder, all)) === "") return [];
  const blobs = all
    .filter(({ path, size }) => size > 400 && size < maxFileBytes && languageFor(path) !== undefined)
    .filter(({ path }) => roleOf(path, languageIdOf(path), "") === "source" && !isBenchCopy(path))
    .sort((a, b) => (a.sha < b.sha ? -1 : 1))
    .slice(0, maxFiles);
  const rounds: Drawn[][] = Array.from({ length: maxOfFile }, () => []);
  const names = new Map<string, number>();
  for await (const { blob, bytes } of contents(folder, blobs)) {
    const text = decodeText(bytes)?.text;
    if (text === undefined || roleOf(blob.path, languageIdOf(blob.path), text) !== "source") continue;
    const language = languageFor(blob.path);
    if (!language) continue;
    try {
      await prepareLanguage(language);
      const parsed = language.parse(text, blob.path);
      const bare = bareText(text, parsed.declarations);
      const chosen = chunksOf(text, parsed)
        .filter((chunk) => isWorthAsking(chunk) && !asked.has(`${repository}\t${blob.path}\t${chunk.names[0]}`))
        .map((chunk) => ({ chunk, code: codeOf(bare, chunk) }))
        .filter(({ code }) => code.split("\n").length >= 4)
        .sort((a, b) => (hash(blob.sha, a.chunk) < hash(blob.sha, b.chunk) ? -1 : 1));
      let taken = 0;
      for (const { chunk, code } of chosen) {
        const name = chunk.names[0] ?? "";
        const times = names.get(name) ?? 0;
        if (taken >= maxOfFile || times >= maxOfName) continue;
        names.set(name, times + 1);
        rounds[taken++]?.push({ repository, path: blob.path, line: chunk.startLine, name, code });
      }
    } catch (error) {
      console.error(repository, blob.path, error instanceof Error ? error.message : error);
    }
  }
  return rounds.flat().slice(0, count);
}

function isWorthAsking({ kind, names, startLine, endLine }: Chunk): boolean {
  const lines = endLine - startLine + 1;
  return kinds.test(kind) && lines >= 5 && lines <= 160 && /^[\p{L}_$][\p{L}\p{N}_$]{2,}/u.test(names[0] ?? "");
}

/** The first lines that say something, without comments and deep indentation. */
function codeOf(bare: string, { from, to }: Chunk): string {
  const lines = bare
    .slice(from, to)
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)(\/\/|#(?![!\[\w:"(])).*$/, "").trimEnd())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  const indent = Math.min(...lines.map((line) => /^\s*/.exec(line)?.[0].length ?? 0));
  return lines
    .slice(0, maxLines)
    .map((line) => line.slice(indent, indent + 160))
    .join("\n");
}

function hash(sha: string, chunk: Chunk): string {
  return createHash("sha1").update(`${sha} ${chunk.startLine}`).digest("hex");
}
