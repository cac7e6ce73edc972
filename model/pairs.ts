import { type Chunk, chunksOf } from "../src/code/chunk.ts";
import type { Declaration } from "../src/code/languages/language.ts";
import { languageFor, languageIdOf, prepareLanguage } from "../src/code/languages/registry.ts";
import { sectionsOf } from "../src/code/sections.ts";
import { pathWords } from "../src/code/store/segment-builder.ts";
import { termsOf, wordsOf } from "../src/code/text/words.ts";

/**
 * A question and the chunk that answers it, as the terms of the index: seven fields joined by tabs, the
 * question first, then name, container, path, signature, doc comment and body (see store/fields.ts).
 */
export type Pair = readonly string[];

const maxBodyTerms = 400;

/** What a file says about its declarations, or a document about its sections. */
export async function pairsOf(path: string, text: string): Promise<Pair[]> {
  if (languageIdOf(path) === "markdown") return sectionPairs(path, text);
  const language = languageFor(path);
  if (!language) return [];
  await prepareLanguage(language);
  const parsed = language.parse(text, path);
  const bare = bareText(text, parsed.declarations);
  return chunksOf(bare, parsed).flatMap((chunk) => {
    const { question, rest } = questionIn(chunk.doc ?? "", chunk.names[0] ?? "");
    if (question === "") return [];
    return [pair(question, { ...chunk, doc: rest }, path, bare)];
  });
}

/** A section answers its own heading, and the rest of it answers its first sentence. */
function sectionPairs(path: string, text: string): Pair[] {
  return sectionsOf(text).flatMap((chunk) => {
    const body = text.slice(chunk.from, chunk.to).replace(/^#+[^\n]*\n/, "");
    if (body.length < 200) return [];
    const { question, rest } = questionIn(body.replace(/```[\s\S]*?```/g, " "), "");
    const heading = [...chunk.containers.slice(-1), ...chunk.names].join(" ");
    const isTelling = heading.split(/\s+/).length >= 3;
    return [
      ...(question !== "" && rest.length > 120
        ? [pair(question, { ...chunk, to: 0, from: 0 }, path, "", rest)]
        : []),
      ...(isTelling ? [pair(heading, { ...chunk, names: [], containers: [] }, path, "", body)] : []),
    ];
  });
}

export function pair(question: string, chunk: Chunk, path: string, text: string, body?: string): Pair {
  const { folders, stem } = pathWords(path);
  return [
    terms(question),
    terms(chunk.names.join(" ")),
    terms(chunk.containers.join(" ")),
    terms(`${folders} ${stem} ${stem}`),
    terms(chunk.signature ?? ""),
    terms(chunk.doc ?? ""),
    terms(body ?? text.slice(chunk.from, chunk.to)),
  ];
}

export function terms(text: string): string {
  const found: string[] = [];
  for (const word of wordsOf(text)) {
    if (found.length >= maxBodyTerms) break;
    if (word.text.length <= 64) found.push(...termsOf(word.text));
  }
  return found.join(" ");
}

/** The first sentence of a comment, if it is long enough to be a question and short enough to be one. */
function questionIn(doc: string, name: string): { question: string; rest: string } {
  const paragraph = doc.split(/\n\s*\n/)[0] ?? "";
  const first = paragraph.split(/(?<=[.!?])\s/)[0] ?? "";
  const sentence = first
    .replace(/\{@\w+ ([^}]*)\}/g, " $1 ")
    .replace(/<[^>]*>|https?:\S+|[`*_]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  // Go begins each comment with the name itself; that would give the answer away.
  const told = name !== "" && sentence.startsWith(name) ? sentence.slice(name.length).trim() : sentence;
  const words = told.split(" ").length;
  const isQuestion =
    words >= 4 && words <= 40 && !/copyright|licen[sc]e|^(see|todo|deprecated|@)/i.test(told);
  return { question: isQuestion ? told : "", rest: doc.slice(first.length) };
}

/** The text with every doc comment blanked out, so that places stay. */
export function bareText(text: string, declarations: readonly Declaration[]): string {
  let bare = text;
  for (const declaration of declarations) bare = withoutDoc(bare, declaration);
  return bare;
}

function withoutDoc(text: string, { doc, docFrom, from, bodyFrom, to }: Declaration): string {
  if (doc === undefined) return text;
  if (docFrom !== undefined) return blank(text, docFrom, from);
  const inside = /^\s*[rubfRUBF]*("""|'''|"|')[\s\S]*?\1/.exec(text.slice(bodyFrom, to));
  return inside ? blank(text, bodyFrom, bodyFrom + inside[0].length) : text;
}

function blank(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(from, to).replace(/[^\n\r]/g, " ") + text.slice(to);
}
