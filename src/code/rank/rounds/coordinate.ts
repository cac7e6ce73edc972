import { at } from "../../../kernel/array.ts";
import { blend, nearestCount } from "../../semantic/blend.ts";
import { wordCandidates } from "../boost.ts";
import { type Candidate, wordsFound } from "../candidate.ts";
import { type Clues, cluesOf } from "../clues.ts";
import { evidenceFor } from "../evidence.ts";
import { byScore, keyOf } from "../places.ts";
import { chunksToJudge, type Judgement, nearnessAmong, rankProse, saysItself } from "../prose.ts";
import { settle } from "../settle.ts";
import { addStatistics, type Constants, type Coverage, coverageOf } from "./constants.ts";
import type { NearCandidate, Question, RawHit, Round, RoundAnswer } from "./messages.ts";

/** Asks all shards one round after the other; what is sent back are the answers of those that answered. */
type Asking<T> = Generator<Round, T, readonly RoundAnswer[]>;

/** A chunk of the final list with all that an answer needs. */
export interface Ranked {
  readonly candidate: Candidate;
  readonly clues: Clues;
  readonly hit: RawHit;
}

/** What all shards together found, before it is weighed. */
export interface Gathered {
  readonly constants: Constants;
  readonly coverage: Coverage;
  /** By words, best first. */
  readonly words: readonly Candidate[];
  /** By meaning, nearest first. */
  readonly near: readonly NearCandidate[];
  /** Whether evidence is weighed, for a question whose words are not the code's own. */
  readonly isWeighed: boolean;
}

/** The ranker: the same for one index, for threads and for several machines. */
export function* rank(question: Question): Asking<Ranked[]> {
  const gathered = yield* gather(question);
  const { coverage, constants, isWeighed } = gathered;
  const candidates = isWeighed
    ? rankProse(yield* judge(question, gathered), { coverage, semanticWeight: question.semanticWeight ?? 0 })
    : withMeaning(question, gathered);
  // One more than is shown: how far the first is ahead must not depend on the limit.
  const settled = settle(candidates, question.limit + 1, question.furtherChunk);
  const { query } = question;
  const rankedBy = isWeighed ? "evidence" : query.kind === "prose" ? "words" : "name";
  const isNameUnknown = constants.coded.includes(0);
  const shown = settled.slice(0, question.limit);
  const hits = new Map((yield* hitsOf(shown)).map((hit) => [keyOf(hit), hit]));
  return shown.flatMap((candidate, index) => {
    // A shard that is gone by now cannot give the text.
    const hit = hits.get(keyOf(candidate));
    if (!hit) return [];
    const clues = cluesOf({ rankedBy, coverage, isNameUnknown }, settled, index, hit);
    return [{ candidate, clues, hit }];
  });
}

export function* gather(question: Question): Asking<Gathered> {
  const { query, documentation, limit } = question;
  const constants = addStatistics(yield* statistics(), query);
  const best = (yield* bestScores(constants)).reduce((max, each) => Math.max(max, each), 0) || 1;
  const found = yield* candidates(best);
  const coverage = coverageOf(query, constants);
  const byWords = found.words.toSorted(byScore).slice(0, wordCandidates(limit));
  const all = wordsFound(byWords, coverage, best);
  // Code without a doc comment has lost its score by words, but not what its name is worth.
  const words =
    documentation === "with doc comments" ? all.filter(({ reasons }) => reasons.lexical !== 0) : all;
  const near = found.near.toSorted(byScore).slice(0, nearestCount);
  return { constants, coverage, words, near, isWeighed: isAboutCode(question) && !saysItself(words) };
}

/** The evidence for what is judged; the fit of the weights starts here too. */
export function* judge({ query }: Question, gathered: Gathered): Asking<Judgement[]> {
  const { words, near, constants, coverage } = gathered;
  const chunks = chunksToJudge(words, near);
  const answers = yield { round: "evidence", chunks: chunks.map(({ id }) => id) };
  const known = new Map(
    answers
      .flatMap((each) => (each.round === "evidence" ? each.evidence : []))
      .map((raw) => [keyOf(raw), raw]),
  );
  const pairs = chunks.flatMap((chunk) => {
    const raw = known.get(keyOf(chunk.id));
    return raw ? [{ chunk, raw }] : [];
  });
  const raws = pairs.map(({ raw }) => raw);
  const evidence = evidenceFor(query, constants, coverage, raws, nearnessAmong(near));
  return pairs.map((pair, index) => ({ ...pair, evidence: at(evidence, index) }));
}

/**
 * Whether evidence may be weighed: its weights were learned on questions about code, not about documents, and
 * a search by meaning alone returns nothing else.
 */
function isAboutCode({ query, documentation, semanticWeight, roles = true }: Question): boolean {
  return query.kind === "prose" && documentation === undefined && roles && semanticWeight !== 1;
}

function withMeaning(
  { query, semanticWeight = 0 }: Question,
  { words, near }: Gathered,
): readonly Candidate[] {
  if (semanticWeight === 0) return words;
  return blend(query, semanticWeight === 1 ? [] : words, near, semanticWeight);
}

function* statistics(): Asking<readonly (RoundAnswer & { round: "statistics" })[]> {
  const answers = yield { round: "statistics" };
  return answers.flatMap((each) => (each.round === "statistics" ? [each] : []));
}

function* bestScores(constants: Constants): Asking<number[]> {
  const answers = yield { round: "best", constants };
  return answers.flatMap((each) => (each.round === "best" ? [each.best] : []));
}

function* candidates(best: number) {
  const answers: readonly RoundAnswer[] = yield { round: "candidates" as const, best };
  const found = answers.flatMap((each) => (each.round === "candidates" ? [each] : []));
  return { words: found.flatMap(({ words }) => words), near: found.flatMap(({ near }) => near) };
}

function* hitsOf(shown: readonly Candidate[]): Asking<RawHit[]> {
  const chunks = shown.map(({ shard, part, chunk }) => ({ shard, part, chunk }));
  const answers = yield { round: "hits", chunks };
  return answers.flatMap((each) => (each.round === "hits" ? each.hits : []));
}

/** Runs the rounds in this thread: the answer is there at once. */
export function runRounds<T>(asking: Asking<T>, ask: (round: Round) => readonly RoundAnswer[]): T {
  let step = asking.next([]);
  while (!step.done) step = asking.next(ask(step.value));
  return step.value;
}

/** Runs the rounds over shards that are elsewhere. */
export async function runRoundsAsync<T>(
  asking: Asking<T>,
  ask: (round: Round) => Promise<readonly RoundAnswer[]>,
): Promise<T> {
  let step = asking.next([]);
  while (!step.done) step = asking.next(await ask(step.value));
  return step.value;
}
