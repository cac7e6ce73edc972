import { at } from "../../kernel/array.ts";
import { byScore } from "./places.ts";
import type { Coverage } from "./rounds/constants.ts";
import type { ChunkId, Place, WordCandidate } from "./rounds/messages.ts";
import { weights } from "./weights.ts";

/** A chunk that may be an answer. */
export interface Candidate extends ChunkId {
  readonly place: Place;
  readonly score: number;
  /** Share of the query's words, by rarity, that the chunk holds. */
  readonly coverage: number;
  /** Why it ranks where it does: named factors, in the order in which they were applied. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** Of the best, these many may be preferred for their spelling. */
const maxSpelled = 100;

/** What words found, best first; among the best, a name spelled as in the query comes first. */
export function wordsFound(found: readonly WordCandidate[], coverage: Coverage, best: number): Candidate[] {
  const candidates = found.map((each, rank) => candidateOf(each, rank, coverage, best));
  return candidates.some(({ reasons }) => reasons.spelling !== undefined)
    ? candidates.sort(byScore)
    : candidates;
}

function candidateOf(found: WordCandidate, rank: number, coverageOfWords: Coverage, best: number): Candidate {
  const { shard, part, chunk, place, name, role } = found;
  const coverage = coverageOfWords(found.words);
  const file = weights.file * found.file;
  const reasons = { lexical: found.bare, coverage, file, name, role };
  if (!found.isSpelled || rank >= maxSpelled)
    return { shard, part, chunk, place, score: found.score, coverage, reasons };
  const spelling = weights.exactCase * role;
  const score = found.score + spelling * best;
  return { shard, part, chunk, place, score, coverage, reasons: { ...reasons, spelling } };
}

/** The score of the last candidate if the list is full; else the least that any must have. */
export function lastScore(list: readonly { readonly score: number }[], full: number, least: number): number {
  return list.length < full ? least : at(list, -1).score;
}
