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
 * share that docs/model.md measures, about one half. A query that names a symbol trusts words more.
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
      reasons: { ...known?.reasons, meaning },
    });
  }
  return [...merged.values()]
    .filter((candidate) => candidate.score > 0)
    .sort((a, b) => b.score - a.score || a.part - b.part || a.chunk - b.chunk);
}

/** Where a query names a symbol and something of that name is declared, words know best. */
function weightFor(query: Query, lexical: readonly Candidate[], semanticWeight: number): number {
  if (query.kind === "prose" || semanticWeight === 1) return semanticWeight ** 2;
  return (lexical[0]?.reasons.name ?? 0) > 0 ? 0 : semanticWeight ** 4;
}

function nearestChunks(
  corpus: Corpus,
  query: Query,
  semantic: readonly Float32Array[],
  roles: boolean,
): { part: number; chunk: number; score: number }[] {
  const found: { part: number; chunk: number; score: number }[] = [];
  for (const [part, scores] of semantic.entries()) {
    const segment = corpus.parts[part]?.live.segment;
    for (let chunk = 0; segment && chunk < scores.length; chunk++) {
      const bare = scores[chunk] ?? Number.NaN;
      if (Number.isNaN(bare)) continue;
      const role = fileRoles[segment.roleOf(segment.chunkFiles[chunk] ?? 0)] ?? "source";
      // Half as strict as for words: nearness is spread over a narrow range.
      const factor = roles && !query.wants.has(role) ? (1 + weights.role[role]) / 2 : 1;
      const score = bare * factor;
      if (score > leastNearness) found.push({ part, chunk, score });
    }
  }
  return found.sort((a, b) => b.score - a.score || a.part - b.part || a.chunk - b.chunk).slice(0, nearest);
}
