import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Chunk, chunksOf } from "../src/code/chunk.ts";
import { languageFor, languageIdOf, prepareLanguage } from "../src/code/languages/registry.ts";
import { roleOf } from "../src/code/roles.ts";
import { decodeText } from "../src/code/text/decode.ts";
import { isBenchCopy, isBenchRepository, isLeftOut } from "./bench-repositories.ts";
import { type Blob, blobsOf, contents } from "./git.ts";
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

export interface DrawRequest {
  readonly mirror: string;
  readonly repositories: readonly string[];
  /** The file of questions: what is in it is not drawn again. */
  readonly questions: string;
  readonly out: string;
  readonly count: number;
  readonly ofBatch: number;
}

const maxFiles = 110;
const maxFileBytes = 80_000;
const maxOfFile = 3;
const maxOfName = 2;
const maxLines = 25;

/**
 * Declarations that have no question yet, cut into batches for those who write questions. Each repository gives one
 * after the other, so that whatever is answered is spread over all of them.
 */
export async function draw({ mirror, repositories, questions, out, count, ofBatch }: DrawRequest) {
  mkdirSync(out, { recursive: true });
  const asked = new Set(
    askedIn(questions).map(({ repository, path, name }) => keyOf(repository, path, name)),
  );
  const lists: Drawn[][] = [];
  for (const repository of repositories) {
    const name = repository.replace("/", "+");
    const folder = join(mirror, name, "repo");
    if (isBenchRepository(name) || isLeftOut(name) || !existsSync(folder)) continue;
    lists.push(await drawFrom(folder, repository, asked));
  }
  const longest = Math.max(...lists.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, round) => lists.flatMap((list) => list[round] ?? []));
  const drawn = rounds.flat().slice(0, count);
  const rows = drawn.map(({ repository, path, line, name }, at) =>
    [idOf(at), repository, path, line, name].join("\t"),
  );
  writeFileSync(join(out, "index.tsv"), `${rows.join("\n")}\n`);
  for (let from = 0, batch = 1; from < drawn.length; from += ofBatch, batch++) {
    const blocks = drawn.slice(from, from + ofBatch).map((each, at) => blockOf(idOf(from + at), each));
    writeFileSync(join(out, `batch-${String(batch).padStart(3, "0")}.txt`), blocks.join("\n"));
  }
  console.log(`${drawn.length} declarations of ${lists.length} repositories`);
}

function keyOf(repository: string, path: string, name: string): string {
  return [repository, path, name].join("\t");
}

function idOf(at: number): string {
  return `d${String(at + 1).padStart(5, "0")}`;
}

function blockOf(id: string, { repository, path, line, name, code }: Drawn): string {
  return `=== ${id} | ${repository} | ${path}:${line} | ${name}\n${code}\n`;
}

/** Declarations of one repository: those with more to ask about first, at most a few of a file and of a name. */
async function drawFrom(folder: string, repository: string, asked: ReadonlySet<string>): Promise<Drawn[]> {
  const blobs = blobsOf(folder);
  if ((await licenseOf(folder, blobs)) === "") return [];
  const drawn: Drawn[] = [];
  const names = new Map<string, number>();
  for await (const { blob, bytes } of contents(folder, sourcesIn(blobs))) {
    const text = decodeText(bytes)?.text;
    if (text === undefined || roleOf(blob.path, languageIdOf(blob.path), text) !== "source") continue;
    let ofFile = 0;
    for (const { chunk, code } of await declarationsIn(blob, text)) {
      const name = chunk.names[0] ?? "";
      const times = names.get(name) ?? 0;
      if (ofFile >= maxOfFile || times >= maxOfName || asked.has(keyOf(repository, blob.path, name)))
        continue;
      names.set(name, times + 1);
      ofFile++;
      drawn.push({ repository, path: blob.path, line: chunk.startLine, name, code });
    }
  }
  return drawn.sort((a, b) => worthOf(b) - worthOf(a));
}

/** A fixed sample of the files: in the order of their hashes. */
function sourcesIn(blobs: readonly Blob[]): Blob[] {
  return blobs
    .filter(({ path, size }) => size > 400 && size < maxFileBytes && languageFor(path) !== undefined)
    .filter(({ path }) => roleOf(path, languageIdOf(path), "") === "source" && !isBenchCopy(path))
    .sort((a, b) => (a.sha < b.sha ? -1 : 1))
    .slice(0, maxFiles);
}

async function declarationsIn({ path, sha }: Blob, text: string): Promise<{ chunk: Chunk; code: string }[]> {
  const language = languageFor(path);
  if (!language) return [];
  await prepareLanguage(language);
  const parsed = language.parse(text, path);
  const bare = bareText(text, parsed.declarations);
  return chunksOf(text, parsed)
    .filter(isWorthAsking)
    .map((chunk) => ({ chunk, code: codeOf(bare, chunk), order: orderOf(sha, chunk) }))
    .filter(({ code }) => code.split("\n").length >= 4)
    .sort((a, b) => (a.order < b.order ? -1 : 1));
}

const kinds =
  /^(function|method|class|struct|enum|protocol|interface|trait|actor|extension|initializer|type|macro|module|object|impl)/;

function isWorthAsking({ kind, names, startLine, endLine }: Chunk): boolean {
  const lines = endLine - startLine + 1;
  const isNamed = /^[\p{L}_$][\p{L}\p{N}_$]{2,}/u.test(names[0] ?? "");
  return kinds.test(kind) && isNamed && lines >= 5 && lines <= 160;
}

const dullNames =
  /^(new|from|into|init|default|drop|clone|fmt|eq|equals|hash(Code)?|to(String|_s)|main|get|set|next|close|run|build|__\w+__|visit\w*|test\w*|bench\w*)$/i;
const sideFolders =
  /(^|\/)(docs?|tools?|scripts?|build(Src)?|ci|website|fuzz|stubs|e2e|playground|migrations?|\w*test\w*|bench\w*)\//i;

/** How much there is to ask about a declaration, in steps, so that files stay mixed. */
function worthOf({ name, path, code }: Drawn): number {
  const words = new Set(code.toLowerCase().match(/[a-z]{3,}/g) ?? []).size;
  const size = Math.min(code.split("\n").length, 14) / 7 + Math.min(words, 30) / 15;
  return Math.round(size - (dullNames.test(name) ? 3 : 0) - (sideFolders.test(path) ? 2 : 0));
}

/** The first lines that say something, without comments and common indentation. */
function codeOf(bare: string, { from, to }: Chunk): string {
  const lines = bare
    .slice(from, to)
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)(\/\/|#(?![![\w:"(])).*$/, "").trimEnd())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  const indent = Math.min(...lines.map((line) => /^\s*/.exec(line)?.[0].length ?? 0));
  return lines
    .slice(0, maxLines)
    .map((line) => line.slice(indent, indent + 160))
    .join("\n");
}

function orderOf(sha: string, { startLine }: Chunk): string {
  return createHash("sha1").update(`${sha} ${startLine}`).digest("hex");
}
