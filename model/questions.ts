import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chunksOf } from "../src/code/chunk.ts";
import { languageFor, languageIdOf, prepareLanguage } from "../src/code/languages/registry.ts";
import { decodeText } from "../src/code/text/decode.ts";
import { type Blob, blobsOf, contents } from "./git.ts";
import { bareText, type Pair, pair, terms } from "./pairs.ts";

/** A declaration of a training repository and what people who have never seen it may ask to find it. */
export interface Asked {
  readonly repository: string;
  readonly path: string;
  /** Where its chunk begins, at the commit that repositories.json names. */
  readonly line: number;
  readonly name: string;
  readonly questions: readonly string[];
}

/** The questions of model/questions.tsv, written by hand in words that the code does not use. */
export function askedIn(file: string): Asked[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [repository = "", path = "", at = "", name = "", ...questions] = line.split("\t");
      return { repository, path, line: Number(at), name, questions };
    });
}

/** Writes the pairs of all questions, one file for each repository, as collect.ts does. */
export async function collectQuestions(mirror: string, file: string, out: string): Promise<void> {
  mkdirSync(join(out, "questions"), { recursive: true });
  const asked = askedIn(file);
  for (const repository of new Set(asked.map((each) => each.repository))) {
    const name = repository.replace("/", "+");
    const folder = join(mirror, name, "repo");
    if (!existsSync(folder)) continue;
    const pairs = await questionPairs(
      folder,
      asked.filter((each) => each.repository === repository),
    );
    writeFileSync(join(out, "questions", `${name}.tsv`), pairs.join("\n"));
  }
}

/** Everyday phrases and the words that code has for them (model/concepts.tsv), as if those were a chunk. */
export function conceptPairs(file: string): string[][] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.includes("\t"))
    .flatMap((line, at) => {
      const [phrases = "", words = ""] = line.split("\t");
      const code = terms(words);
      return phrases
        .split("|")
        .map((phrase) => [`concept ${at}`, "", terms(phrase), "", "", "", "", code, code]);
    });
}

/** Each question with its chunk twice: as the index sees it, and with its comment blanked out. */
async function questionPairs(repository: string, asked: readonly Asked[]): Promise<string[]> {
  const byPath = new Map<string, Asked[]>();
  for (const each of asked) byPath.set(each.path, [...(byPath.get(each.path) ?? []), each]);
  const blobs = blobsOf(repository).filter(({ path }) => byPath.has(path));
  const lines: string[] = [];
  for await (const { blob, bytes } of contents(repository, blobs)) {
    const text = decodeText(bytes)?.text;
    if (text === undefined) continue;
    for (const each of await pairsIn(blob, text, byPath.get(blob.path) ?? []))
      lines.push([blob.sha, languageIdOf(blob.path), ...each].join("\t"));
  }
  return lines;
}

async function pairsIn({ path }: Blob, text: string, asked: readonly Asked[]): Promise<Pair[]> {
  const language = languageFor(path);
  if (!language) return [];
  await prepareLanguage(language);
  const parsed = language.parse(text, path);
  const bare = bareText(text, parsed.declarations);
  const [whole, stripped] = [chunksOf(text, parsed), chunksOf(bare, parsed)];
  return asked.flatMap(({ line, name, questions }) => {
    const chunk = whole.find((each) => each.startLine === line && each.names[0] === name);
    if (!chunk) return [];
    const plain = stripped.find((each) => each.endLine === chunk.endLine && each.names[0] === name);
    return questions.flatMap((question) => [
      pair(question, chunk, path, text),
      ...(plain ? [pair(question, { ...plain, doc: "" }, path, bare)] : []),
    ]);
  });
}
