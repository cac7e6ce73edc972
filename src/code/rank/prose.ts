import { at } from "../../kernel/array.ts";
import { fileRoles } from "../store/records.ts";
import { type Candidate, coverageOf } from "./boost.ts";
import type { Corpus } from "./corpus.ts";
import {
  type EvidenceName,
  evidenceFor,
  evidenceNames,
  type JudgedChunk,
  type Nearness,
} from "./evidence.ts";
import type { LexicalScores } from "./lexical.ts";
import { withMeaning, withoutMeaning } from "./prose-weights.ts";
import type { Query } from "./query.ts";
import { weights } from "./weights.ts";

/** How many chunks by words, and how many by meaning, are judged. */
const maxByEach = 150;
/** What is less near than this has nothing to do with the question. */
const minNearness = 0.2;

/** With a chunk that holds this share of the question, its words are the code's own. */
const knownWords = 0.5;

/** Whether some chunk says most of what the question says: then words know best. */
export function saysItself(words: readonly Candidate[]): boolean {
  return words.slice(0, 50).some(({ coverage }) => coverage >= knownWords);
}

export interface ProseRequest {
  readonly corpus: Corpus;
  readonly query: Query;
  readonly lexical: LexicalScores;
  /** By words, best first. */
  readonly words: readonly Candidate[];
  /** Cosine of every chunk with the question, by part; NaN where there is none. */
  readonly semantic?: readonly Float32Array[];
  /** How much meaning counts, 0 to 1; words count the rest. */
  readonly semanticWeight: number;
}

/**
 * The order for a question in prose: the best by words and the best by meaning are judged together, by a sum of
 * weighted evidence whose weights model/fit-ranking.ts learned. A score is the exponential of that sum, so that
 * factors (`settle`) and ratios (relevance) keep their meaning.
 */
export function rankProse(request: ProseRequest): Candidate[] {
  const candidates = chunksToJudge(request);
  const weighing = evidenceNames.map((name) => weightOf(name, request));
  const sums = candidates.evidence.map((values) => sumOf(values, weighing));
  const best = sums.reduce((max, sum) => Math.max(max, sum), Number.NEGATIVE_INFINITY);
  const coverage = coverageOf(request.query, request.lexical);
  return candidates.chunks
    .map(({ part, chunk, words }, index) => {
      const evidence = at(candidates.evidence, index);
      const covered = coverage(at(at(request.lexical.parts, part).words, chunk));
      const meaning = Math.min(1, at(evidence, meaningAt));
      // An exact name is a full answer, whatever other words the question has.
      const isNamed = (words?.reasons.name ?? 0) >= 1;
      return {
        part,
        chunk,
        score: Math.exp(at(sums, index) - best),
        coverage: isNamed ? 1 : Math.max(covered, meaning * request.semanticWeight ** 2),
        reasons: reasonsOf(evidence, weighing),
      };
    })
    .sort((a, b) => b.score - a.score || a.part - b.part || a.chunk - b.chunk);
}

/** What is judged, and the evidence for each; the fit of the weights starts here too. */
export function chunksToJudge(request: ProseRequest): { chunks: JudgedChunk[]; evidence: Float32Array[] } {
  const { corpus, query, lexical, semantic, words } = request;
  const near = semantic ? nearestChunks(corpus, query, semantic) : [];
  const chunks = new Map<string, JudgedChunk>();
  for (const candidate of words.slice(0, maxByEach)) {
    const { part, chunk } = candidate;
    chunks.set(`${part} ${chunk}`, { part, chunk, words: candidate });
  }
  const others = new Map(words.slice(maxByEach).map((each) => [`${each.part} ${each.chunk}`, each]));
  for (const { part, chunk } of near) {
    const key = `${part} ${chunk}`;
    if (!chunks.has(key)) chunks.set(key, { part, chunk, words: others.get(key) });
  }
  const list = [...chunks.values()];
  const nearness = semantic && near.length > 0 ? nearnessFrom(corpus, semantic, near, list) : undefined;
  return { chunks: list, evidence: evidenceFor(corpus, query, lexical, list, nearness) };
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
function weightOf(name: EvidenceName, { semantic, semanticWeight }: ProseRequest): number {
  if (!semantic || semanticWeight === 0) return withoutMeaning[name] ?? 0;
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

interface Near {
  readonly part: number;
  readonly chunk: number;
  readonly score: number;
}

/** The nearest chunks; tests, documents and the like must be nearer than sources to be looked at. */
function nearestChunks(corpus: Corpus, query: Query, semantic: readonly Float32Array[]): Near[] {
  const factors = fileRoles.map((role) => (query.wants.has(role) ? 1 : (1 + weights.role[role]) / 2));
  const nearest: Near[] = [];
  let least = minNearness;
  for (const [part, scores] of semantic.entries()) {
    const segment = corpus.parts[part]?.live.segment;
    if (!segment) continue;
    for (let chunk = 0; chunk < scores.length; chunk++) {
      const score = scores[chunk] ?? Number.NaN;
      // A chunk without a vector is not a number, and fails this too.
      if (!(score > least)) continue;
      const weightedScore = score * (factors[segment.roleOf(segment.fileOf(chunk))] ?? 1);
      if (weightedScore <= least) continue;
      nearest.push({ part, chunk, score: weightedScore });
      if (nearest.length >= maxByEach * 8) least = keepBest(nearest);
    }
  }
  keepBest(nearest);
  return nearest;
}

/** Keeps the nearest, and returns the score of the last of them. */
function keepBest(chunks: Near[]): number {
  chunks.sort((a, b) => b.score - a.score || a.part - b.part || a.chunk - b.chunk);
  chunks.length = Math.min(chunks.length, maxByEach);
  return chunks.length < maxByEach ? minNearness : at(chunks, -1).score;
}

/** Cosines as shares between the last that is looked at and the best: whatever model made them. */
function nearnessFrom(
  corpus: Corpus,
  semantic: readonly Float32Array[],
  near: readonly Near[],
  chunks: readonly JudgedChunk[],
): Nearness {
  const best = at(near, 0).score;
  const least = near.length < maxByEach ? minNearness : at(near, -1).score;
  const share = (cosine: number) =>
    Number.isNaN(cosine) ? 0 : Math.max(-1, Math.min(1.5, (cosine - least) / (best - least || 1)));
  const tops = nearestByFile(corpus, semantic, chunks);
  return {
    of: (part, chunk) => share(at(at(semantic, part), chunk)),
    nearestIn: (part, file) => share(tops.get(`${part} ${file}`) ?? Number.NaN),
  };
}

/** The cosine of the nearest chunk of each file that holds a judged one. */
function nearestByFile(
  corpus: Corpus,
  semantic: readonly Float32Array[],
  chunks: readonly JudgedChunk[],
): Map<string, number> {
  const tops = new Map<string, number>();
  for (const { part, chunk } of chunks) {
    const { segment } = at(corpus.parts, part).live;
    const file = segment.fileOf(chunk);
    const key = `${part} ${file}`;
    if (tops.has(key)) continue;
    let max = Number.NEGATIVE_INFINITY;
    const scores = at(semantic, part);
    const end = segment.firstChunk(file + 1);
    for (let near = segment.firstChunk(file); near < end; near++) {
      const cosine = at(scores, near);
      if (cosine > max) max = cosine;
    }
    tops.set(key, max);
  }
  return tops;
}
