import type { LanguageId } from "./languages/language.ts";
import type { Clues } from "./rank/clues.ts";
import { corpusOf } from "./rank/corpus.ts";
import { type Ranked, rank, runRounds } from "./rank/rounds/coordinate.ts";
import { prefixOf } from "./rank/rounds/filters.ts";
import type { Question } from "./rank/rounds/messages.ts";
import { ShardSearch } from "./rank/rounds/shard.ts";
import type { Meaning } from "./semantic/meaning.ts";
import type { Snapshot } from "./store/snapshot.ts";

export interface SearchRequest extends Omit<Question, "semanticWeight" | "isForeign"> {
  /** Semantic similarity in addition to words, and its weight. */
  readonly semantic?: {
    readonly meaning: Meaning;
    readonly weight: number;
    /** Cosines of another model than the one in the package do not count as a clue. */
    readonly isForeign?: boolean;
  };
}

/** A chunk as an answer. */
export interface Hit {
  readonly content: string;
  /** Where the search spans several. */
  readonly repository?: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly relevance: number;
  readonly kind: string;
  readonly language: LanguageId;
  readonly symbols: readonly string[];
  readonly signature?: string;
  readonly breadcrumb?: string;
  readonly doc?: string;
  readonly reasons: Readonly<Record<string, number>>;
  /** What calibrated relevance is computed from. */
  readonly clues: Clues;
}

/** Pure: the same snapshot and request give the same hits. */
export function search(snapshot: Pick<Snapshot, "segments">, request: SearchRequest): Hit[] {
  const question = questionOf(request);
  const shard = new ShardSearch(corpusOf(snapshot), question, request.semantic?.meaning, 0);
  return hitsOf(
    runRounds(rank(question), (round) => [shard.answer(round)]),
    question,
  );
}

/** What every shard is asked: the request without the vectors, which each has of its own. */
export function questionOf({ semantic, ...asked }: SearchRequest): Question {
  return semantic ? { ...asked, semanticWeight: semantic.weight, isForeign: semantic.isForeign } : asked;
}

export function hitsOf(list: readonly Ranked[], question: Question): Hit[] {
  const best = list[0]?.candidate;
  if (!best) return [];
  // An exact name is a full answer, whatever other words the query has.
  const confidence = (best.reasons.name ?? 0) >= 1 ? 1 : best.coverage;
  const skip = prefixOf(question).length;
  let last = 100;
  return list.map(({ candidate, clues, hit }) => {
    last = Math.min(last, Math.max(1, Math.round((100 * confidence * candidate.score) / best.score)));
    const { repository, path, signature, breadcrumb, doc } = hit;
    return {
      content: hit.content,
      ...(repository === "" ? {} : { repository }),
      path: path.slice(skip),
      startLine: hit.startLine,
      endLine: hit.endLine,
      kind: hit.kind,
      language: hit.language,
      symbols: hit.symbols,
      ...(signature === "" ? {} : { signature }),
      ...(breadcrumb === "" ? {} : { breadcrumb }),
      ...(doc === "" ? {} : { doc }),
      relevance: last,
      reasons: candidate.reasons,
      clues,
    };
  });
}
