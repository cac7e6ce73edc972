import type { Candidate } from "../rank/boost.ts";
import type { Corpus } from "../rank/corpus.ts";
import type { Query } from "../rank/query.ts";
import { weights } from "../rank/weights.ts";
import { fileRoles } from "../store/records.ts";

/** How much meaning counts unless a caller says otherwise. */
export const defaultSemanticWeight = 0.7;

const nearest = 300;
/** What is less near than this has nothing to do with the question; without it small folders would list all they have. */
const leastNearness = 0.2;

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
  const leastNear = near.length < nearest ? leastNearness : (near.at(-1)?.score ?? 0);
  const nearness = (score: number) => Math.max(0, (score - leastNear) / (bestNear - leastNear || 1));
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
    const known = merged.get(key);
    const meaning = nearness(score);
    merged.set(key, {
      part,
      chunk,
      coverage: Math.max(known?.coverage ?? 0, meaning * weight),
      score: (known?.score ?? 0) + weight * meaning,
      reasons: { ...known?.reasons, meaning, nearness: score },
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
  const weighed = semantic.map((scores, part) => {
    const segment = corpus.parts[part]?.live.segment;
    const out = new Float32Array(scores.length);
    if (!segment) return out;
    for (let chunk = 0; chunk < scores.length; chunk++) {
      const score = scores[chunk] ?? Number.NaN;
      // A chunk without a vector is not a number, and fails this too.
      if (score > leastNearness)
        out[chunk] = score * (factors[segment.roleOf(segment.chunkFiles[chunk] ?? 0)] ?? 1);
    }
    return out;
  });
  const least = Math.max(leastNearness, nearnessOf(weighed, nearest));
  const found: Near[] = [];
  for (const [part, scores] of weighed.entries()) {
    for (let chunk = 0; chunk < scores.length; chunk++) {
      const score = scores[chunk] ?? 0;
      if (score > least) found.push({ part, chunk, score });
    }
  }
  return found.sort((a, b) => b.score - a.score || a.part - b.part || a.chunk - b.chunk).slice(0, nearest);
}

const bins = 1024;

/** A nearness that at least `wanted` chunks exceed, found by counting instead of sorting; 0 if there are fewer. */
function nearnessOf(weighed: readonly Float32Array[], wanted: number): number {
  const counts = new Uint32Array(bins + 1);
  for (const scores of weighed) {
    for (let chunk = 0; chunk < scores.length; chunk++) {
      const bin = Math.max(0, Math.min(bins, Math.floor((scores[chunk] ?? 0) * bins)));
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
  }
  let reached = 0;
  for (let bin = bins; bin > 0; bin--) {
    reached += counts[bin] ?? 0;
    // One bin lower: what lies exactly on the border counts as well.
    if (reached >= wanted) return (bin - 1) / bins;
  }
  return 0;
}
