import { at } from "../../kernel/array.ts";
import { joined } from "../text/words.ts";
import { type Candidate, coverageOf } from "./boost.ts";
import type { Corpus } from "./corpus.ts";
import { type LexicalScores, listOf } from "./lexical.ts";
import type { Query } from "./query.ts";

/** What speaks for one hit, in terms that mean the same in every repository. */
export interface Clues {
  /** How the list was ranked, prose by evidence or by words, or a query that names code: scores differ in scale. */
  readonly rankedBy: "evidence" | "words" | "name";
  /** Cosine of question and chunk; undefined if the chunk has no vector. */
  readonly cosine: number | undefined;
  /** Share of the query's words, by rarity, that the chunk holds. */
  readonly coverage: number;
  /** How sure it is that the query names what the chunk declares: 0 to 1. */
  readonly name: number;
  /** The query has a name in code spelling that occurs nowhere in the index. */
  readonly isNameUnknown: boolean;
  /** For the first hit: logarithm of its score over that of the second. */
  readonly margin: number;
  /** Logarithm of the score over that of the first hit: 0 or less. */
  readonly fall: number;
}

/** What calibrated relevance adds up for one hit; `first` is 1 for the first of a list. */
export const clueNames = ["first", "cosine", "coverage", "name", "margin", "fall"] as const;
export type ClueName = (typeof clueNames)[number];
/** What each clue counts, on the scale of log odds. */
export type Table = Readonly<Partial<Record<ClueName, number>>> & { readonly base: number };

const maxMargin = 2;
const minFall = -4;

export interface CluesRequest {
  readonly corpus: Corpus;
  readonly query: Query;
  readonly lexical: LexicalScores;
  readonly rankedBy: Clues["rankedBy"];
  /** Cosines by part and chunk, if there are any. */
  readonly semantic?: readonly Float32Array[] | undefined;
}

/** The clues of each candidate of a list in its final order. */
export function cluesOf(request: CluesRequest, candidates: readonly Candidate[]): Clues[] {
  const { corpus, query, lexical, rankedBy, semantic } = request;
  const coverage = coverageOf(query, lexical);
  const best = candidates[0]?.score ?? 1;
  const isNameUnknown = query.words.some((word) => isSpelledAsCode(word) && !occurs(corpus, joined(word)));
  return candidates.map(({ part, chunk, score }, index) => {
    const next = candidates[index + 1]?.score ?? 0;
    const cosine = semantic?.[part]?.[chunk];
    const { segment } = at(corpus.parts, part).live;
    return {
      rankedBy,
      cosine: cosine === undefined || Number.isNaN(cosine) ? undefined : cosine,
      coverage: coverage(at(at(lexical.parts, part).words, chunk)),
      name: isNamedFile(query, at(segment.paths, segment.fileOf(chunk)))
        ? 1
        : segment.detailsOf(chunk).names.reduce((max, name) => Math.max(max, worthOf(query, name)), 0),
      isNameUnknown,
      margin: index === 0 ? Math.min(maxMargin, Math.log(score / next)) : 0,
      fall: Math.max(minFall, Math.log(score / best)),
    };
  });
}

/** Stricter than `looksCoded`: people write `S3` and `utf8` in prose too. */
function isSpelledAsCode(word: string): boolean {
  return /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/.test(word);
}

function occurs({ parts }: Corpus, term: string): boolean {
  return parts.some((part) => listOf(part, term).living > 0);
}

function worthOf({ names }: Query, name: string): number {
  return names.get(joined(name)) ?? 0;
}

function isNamedFile({ kind, text }: Query, path: string): boolean {
  const wanted = text.trim().replace(/^(\.?\/)+/, "");
  return kind === "path" && `/${path}`.endsWith(`/${wanted}`);
}
