import { type Candidate, lastScore } from "../rank/candidate.ts";
import { byScore, keyOf } from "../rank/places.ts";
import { minNearness } from "../rank/prose.ts";
import type { Query } from "../rank/query.ts";
import type { NearCandidate } from "../rank/rounds/messages.ts";

/** How much meaning counts unless a caller says otherwise. */
export const defaultSemanticWeight = 0.7;

/** How many of the nearest chunks are looked at. */
export const nearestCount = 300;

/**
 * Lexical and semantic candidates as one list. Each channel is brought to 0…1 by its own best, then weighted:
 * 0 leaves the lexical order as it is, 1 the semantic one; between them the curve makes the usual 0.7 the best
 * share that docs/model.md measures, about half. A query that names a symbol trusts words more.
 */
export function blend(
  query: Query,
  lexical: readonly Candidate[],
  near: readonly NearCandidate[],
  semanticWeight: number,
): Candidate[] {
  const weight = weightFor(query, lexical, semanticWeight);
  const bestNear = near[0]?.score ?? 1;
  const minScore = lastScore(near, nearestCount, minNearness);
  const nearness = (score: number) => Math.max(0, (score - minScore) / (bestNear - minScore || 1));
  const bestWords = lexical[0]?.score ?? 1;
  const merged = new Map<string, Candidate>();
  for (const candidate of lexical) {
    const words = candidate.score / bestWords;
    merged.set(keyOf(candidate), {
      ...candidate,
      score: (1 - weight) * words,
      reasons: { ...candidate.reasons, words },
    });
  }
  for (const { shard, part, chunk, place, score } of near) {
    const key = keyOf({ shard, part, chunk });
    const candidate = merged.get(key);
    const meaning = nearness(score);
    merged.set(key, {
      shard,
      part,
      chunk,
      place,
      coverage: Math.max(candidate?.coverage ?? 0, meaning * weight),
      score: (candidate?.score ?? 0) + weight * meaning,
      reasons: { ...candidate?.reasons, meaning, nearness: score },
    });
  }
  return [...merged.values()].filter((candidate) => candidate.score > 0).sort(byScore);
}

/** Where a query names a symbol and something of that name is declared, words know best. */
function weightFor(query: Query, lexical: readonly Candidate[], semanticWeight: number): number {
  if (query.kind === "prose" || semanticWeight === 1) return semanticWeight ** 1.8;
  return (lexical[0]?.reasons.name ?? 0) > 0 ? 0 : semanticWeight ** 4;
}
