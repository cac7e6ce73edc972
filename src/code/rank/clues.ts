import { at } from "../../kernel/array.ts";
import { joined } from "../text/words.ts";
import type { Candidate } from "./candidate.ts";
import type { Query } from "./query.ts";
import type { Coverage } from "./rounds/constants.ts";
import type { RawHit } from "./rounds/messages.ts";

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
  readonly rankedBy: Clues["rankedBy"];
  readonly coverage: Coverage;
  readonly isNameUnknown: boolean;
}

/** The clues of one hit of a list in its final order. */
export function cluesOf(
  { rankedBy, coverage, isNameUnknown }: CluesRequest,
  candidates: readonly Candidate[],
  index: number,
  { words, name, cosine }: Pick<RawHit, "words" | "name" | "cosine">,
): Clues {
  const { score } = at(candidates, index);
  const next = candidates[index + 1]?.score ?? 0;
  return {
    rankedBy,
    cosine: cosine ?? undefined,
    coverage: coverage(words),
    name,
    isNameUnknown,
    margin: index === 0 ? Math.min(maxMargin, Math.log(score / next)) : 0,
    fall: Math.max(minFall, Math.log(score / at(candidates, 0).score)),
  };
}

/** How sure it is that a query names what a chunk declares, or its file. */
export function nameWorth(query: Query, path: string, declared: readonly string[]): number {
  if (isNamedFile(query, path)) return 1;
  return declared.reduce((max, name) => Math.max(max, query.names.get(joined(name)) ?? 0), 0);
}

function isNamedFile({ kind, text }: Query, path: string): boolean {
  const wanted = text.trim().replace(/^(\.?\/)+/, "");
  return kind === "path" && `/${path}`.endsWith(`/${wanted}`);
}
