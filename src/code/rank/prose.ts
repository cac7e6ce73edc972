import { at } from "../../kernel/array.ts";
import { type Candidate, lastScore } from "./candidate.ts";
import { type EvidenceName, evidenceNames, type Nearness } from "./evidence.ts";
import { byScore, keyOf } from "./places.ts";
import { withMeaning, withoutMeaning } from "./prose-weights.ts";
import type { Coverage } from "./rounds/constants.ts";
import type { NearCandidate, Place, RawEvidence } from "./rounds/messages.ts";

/** How many chunks by words, and how many by meaning, are judged. */
const maxByEach = 150;
/** What is less near than this has nothing to do with the question; without it small folders would list all they have. */
export const minNearness = 0.2;

/** With a chunk that holds this share of the question, its words are the code's own. */
const knownWords = 0.5;

/** Whether some chunk says most of what the question says: then words know best. */
export function saysItself(words: readonly Candidate[]): boolean {
  return words.slice(0, 50).some(({ coverage }) => coverage >= knownWords);
}

/** A chunk to judge; with what words say of it, if they say anything. */
export interface JudgedChunk {
  readonly id: Pick<Candidate, "shard" | "part" | "chunk">;
  readonly place: Place;
  readonly words: Candidate | undefined;
}

/** The best by words and the best by meaning, each once. */
export function chunksToJudge(words: readonly Candidate[], near: readonly NearCandidate[]): JudgedChunk[] {
  const chunks = new Map<string, JudgedChunk>();
  for (const candidate of words.slice(0, maxByEach))
    chunks.set(keyOf(candidate), judged(candidate, candidate));
  const others = new Map(words.slice(maxByEach).map((each) => [keyOf(each), each]));
  for (const each of near.slice(0, maxByEach)) {
    const key = keyOf(each);
    if (!chunks.has(key)) chunks.set(key, judged(each, others.get(key)));
  }
  return [...chunks.values()];
}

function judged(
  { shard, part, chunk, place }: NearCandidate | Candidate,
  words: Candidate | undefined,
): JudgedChunk {
  return { id: { shard, part, chunk }, place, words };
}

/** Cosines as shares between the last that is looked at and the best: whatever model made them. */
export function nearnessAmong(near: readonly NearCandidate[]): Nearness {
  const looked = near.slice(0, maxByEach);
  const [first] = looked;
  if (!first) return () => 0;
  const least = lastScore(looked, maxByEach, minNearness);
  const range = first.score - least || 1;
  return (cosine) => (cosine === null ? 0 : Math.max(-1, Math.min(1.5, (cosine - least) / range)));
}

export interface ProseRequest {
  readonly coverage: Coverage;
  /** How much meaning counts, 0 to 1; words count the rest. */
  readonly semanticWeight: number;
}

/** A judged chunk with all that speaks for it. */
export interface Judgement {
  readonly chunk: JudgedChunk;
  readonly raw: RawEvidence;
  readonly evidence: Float32Array;
}

/**
 * The order for a question in prose: the best by words and the best by meaning are judged together, by a sum of
 * weighted evidence whose weights model/fit-ranking.ts learned. A score is the exponential of that sum, so that
 * factors (`settle`) and ratios (relevance) keep their meaning.
 */
export function rankProse(judgements: readonly Judgement[], request: ProseRequest): Candidate[] {
  const { coverage, semanticWeight } = request;
  const weighing = evidenceNames.map((name) => weightOf(name, semanticWeight));
  const sums = judgements.map(({ evidence }) => sumOf(evidence, weighing));
  const best = sums.reduce((max, sum) => Math.max(max, sum), Number.NEGATIVE_INFINITY);
  return judgements
    .map(({ chunk: { id, place, words }, raw, evidence }, index) => {
      const meaning = Math.min(1, at(evidence, meaningAt));
      // An exact name is a full answer, whatever other words the question has.
      const isNamed = (words?.reasons.name ?? 0) >= 1;
      return {
        shard: id.shard,
        part: id.part,
        chunk: id.chunk,
        place,
        score: Math.exp(at(sums, index) - best),
        coverage: isNamed ? 1 : Math.max(coverage(raw.words), meaning * semanticWeight ** 2),
        reasons: reasonsOf(evidence, weighing),
      };
    })
    .sort(byScore);
}

const meaningAt = evidenceNames.indexOf("meaning");
export const meaningNames: ReadonlySet<EvidenceName> = new Set<EvidenceName>([
  "meaning",
  "file_meaning",
  "known_meaning",
]);
/** What a chunk is counts whatever finds it. */
const ofPlace = /^(is_|length$)/;

/** The weight of each kind of evidence at a weight of meaning: 0.7 is what was fitted. */
function weightOf(name: EvidenceName, semanticWeight: number): number {
  if (semanticWeight === 0) return withoutMeaning[name] ?? 0;
  const weight = withMeaning[name] ?? 0;
  if (meaningNames.has(name)) return weight * Math.min(1, semanticWeight / 0.7);
  return ofPlace.test(name) ? weight : weight * Math.min(1, (1 - semanticWeight) / 0.3);
}

function sumOf(values: Float32Array, weighing: readonly number[]): number {
  return values.reduce((sum, value, index) => sum + value * at(weighing, index), 0);
}

/** What each evidence added to the score, zeros left out. */
function reasonsOf(values: Float32Array, weighing: readonly number[]): Record<string, number> {
  const reasons: Record<string, number> = {};
  for (const [index, name] of evidenceNames.entries()) {
    const share = at(values, index) * at(weighing, index);
    if (share !== 0) reasons[name] = share;
  }
  return reasons;
}
