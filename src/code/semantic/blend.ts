import { at } from "../../kernel/array.ts";
import type { Candidate } from "../rank/boost.ts";
import type { Corpus } from "../rank/corpus.ts";
import type { Query } from "../rank/query.ts";
import { weights } from "../rank/weights.ts";
import { fileRoles } from "../store/records.ts";

/** How much meaning counts unless a caller says otherwise. */
export const defaultSemanticWeight = 0.7;

const nearest = 300;
/** What is less near than this has nothing to do with the question; without it small folders would list all they have. */
const minNearness = 0.2;

/**
 * Lexical and semantic candidates as one list. Each channel is brought to 0…1 by its own best, then weighted:
 * 0 leaves the lexical order as it is, 1 the semantic one; between them the curve makes the usual 0.7 the best
 * share that docs/model.md measures, about half. A query that names a symbol trusts words more.
 */
export function blend(
  corpus: Corpus,
  query: Query,
  lexical: readonly Candidate[],
  semantic: readonly Float32Array[],
  semanticWeight: number,
  roles: boolean,
): Candidate[] {
  const weight = weightFor(query, lexical, semanticWeight);
  const near = nearestChunks(corpus, query, semantic, roles);
  const bestNear = near[0]?.score ?? 1;
  const minScore = near.length < nearest ? minNearness : at(near, -1).score;
  const nearness = (score: number) => Math.max(0, (score - minScore) / (bestNear - minScore || 1));
  const bestWords = lexical[0]?.score ?? 1;
  const merged = new Map<string, Candidate>();
  for (const candidate of lexical) {
    const words = candidate.score / bestWords;
    merged.set(`${candidate.part} ${candidate.chunk}`, {
      ...candidate,
      score: (1 - weight) * words,
      reasons: { ...candidate.reasons, words },
    });
  }
  for (const { part, chunk, score } of near) {
    const key = `${part} ${chunk}`;
    const candidate = merged.get(key);
    const meaning = nearness(score);
    merged.set(key, {
      part,
      chunk,
      coverage: Math.max(candidate?.coverage ?? 0, meaning * weight),
      score: (candidate?.score ?? 0) + weight * meaning,
      reasons: { ...candidate?.reasons, meaning, nearness: score },
    });
  }
  return [...merged.values()]
    .filter((candidate) => candidate.score > 0)
    .sort((a, b) => b.score - a.score || a.part - b.part || a.chunk - b.chunk);
}

/** Where a query names a symbol and something of that name is declared, words know best. */
function weightFor(query: Query, lexical: readonly Candidate[], semanticWeight: number): number {
  if (query.kind === "prose" || semanticWeight === 1) return semanticWeight ** 1.8;
  return (lexical[0]?.reasons.name ?? 0) > 0 ? 0 : semanticWeight ** 4;
}

interface Near {
  readonly part: number;
  readonly chunk: number;
  readonly score: number;
}

function nearestChunks(
  corpus: Corpus,
  query: Query,
  semantic: readonly Float32Array[],
  roles: boolean,
): Near[] {
  // Half as strict as for words: nearness is spread over a narrow range.
  const factors = fileRoles.map((role) =>
    roles && !query.wants.has(role) ? (1 + weights.role[role]) / 2 : 1,
  );
  const weightedScores = semantic.map((scores, part) => {
    const segment = corpus.parts[part]?.live.segment;
    const out = new Float32Array(scores.length);
    if (!segment) return out;
    for (let chunk = 0; chunk < scores.length; chunk++) {
      const score = scores[chunk] ?? Number.NaN;
      // A chunk without a vector is not a number, and fails this too.
      if (score > minNearness) out[chunk] = score * (factors[segment.roleOf(segment.fileOf(chunk))] ?? 1);
    }
    return out;
  });
  const least = Math.max(minNearness, nearnessOf(weightedScores, nearest));
  const chunks: Near[] = [];
  for (const [part, scores] of weightedScores.entries()) {
    for (let chunk = 0; chunk < scores.length; chunk++) {
      const score = scores[chunk] ?? 0;
      if (score > least) chunks.push({ part, chunk, score });
    }
  }
  return chunks.sort((a, b) => b.score - a.score || a.part - b.part || a.chunk - b.chunk).slice(0, nearest);
}

const bins = 1024;

/** A nearness that at least `wanted` chunks exceed, found by counting instead of sorting; 0 if there are fewer. */
function nearnessOf(parts: readonly Float32Array[], count: number): number {
  const counts = new Uint32Array(bins + 1);
  for (const scores of parts) {
    for (let chunk = 0; chunk < scores.length; chunk++) {
      const bin = Math.max(0, Math.min(bins, Math.floor((scores[chunk] ?? 0) * bins)));
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
  }
  let total = 0;
  for (let bin = bins; bin > 0; bin--) {
    total += counts[bin] ?? 0;
    // One bin lower: what lies exactly on the border counts as well.
    if (total >= count) return (bin - 1) / bins;
  }
  return 0;
}
