import { byCodePoint } from "../../kernel/order.ts";
import type { Candidate } from "./boost.ts";
import type { Corpus } from "./corpus.ts";
import { weights } from "./weights.ts";

/**
 * The final order: greedily the best, each further chunk of a file counting less, so that one long file does not
 * fill the page. Equal scores go by path and line: the same index gives the same list, however it was built.
 */
export function settle(
  corpus: Corpus,
  candidates: readonly Candidate[],
  limit: number,
  furtherChunk: number = weights.furtherChunk,
): Candidate[] {
  const left = candidates.map((candidate) => ({ candidate, place: placeOf(corpus, candidate) }));
  const taken = new Map<string, number>();
  const chosen: Candidate[] = [];
  while (chosen.length < limit && left.length > 0) {
    let best = 0;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < left.length; at++) {
      const entry = left[at];
      if (!entry) continue;
      const score = entry.candidate.score * (taken.get(entry.place.path) ?? 1);
      const current = left[best];
      if (score > bestScore || (score === bestScore && current && byPlace(entry.place, current.place) < 0)) {
        best = at;
        bestScore = score;
      }
    }
    const [entry] = left.splice(best, 1);
    if (!entry) break;
    const factor = taken.get(entry.place.path) ?? 1;
    const reasons = { ...entry.candidate.reasons, same_file: factor };
    chosen.push({ ...entry.candidate, score: entry.candidate.score * factor, reasons });
    taken.set(entry.place.path, factor * furtherChunk);
  }
  return chosen;
}

interface Place {
  readonly path: string;
  readonly line: number;
}

function placeOf(corpus: Corpus, { part, chunk }: Candidate): Place {
  const segment = corpus.parts[part]?.live.segment;
  return {
    path: segment?.paths[segment.chunkFiles[chunk] ?? 0] ?? "",
    line: segment?.chunkLines[chunk * 2] ?? 0,
  };
}

function byPlace(a: Place, b: Place): number {
  return byCodePoint(a.path, b.path) || a.line - b.line;
}
