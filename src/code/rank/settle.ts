import type { Candidate } from "./candidate.ts";
import { byScore } from "./places.ts";
import { weights } from "./weights.ts";

/**
 * The final order: each further chunk of a file counts less, so that one long file does not fill the page. Files of
 * two repositories with the same path are two files.
 */
export function settle(
  candidates: readonly Candidate[],
  limit: number,
  furtherChunk: number = weights.furtherChunk,
): Candidate[] {
  const factors = new Map<string, number>();
  return (
    candidates
      .toSorted(byScore)
      .map((candidate) => {
        const { place } = candidate;
        const file = `${place.repository}\0${place.path}`;
        const factor = factors.get(file) ?? 1;
        factors.set(file, factor * furtherChunk);
        return { candidate, place, factor, score: candidate.score * factor };
      })
      .sort(byScore)
      .slice(0, limit)
      // Only now, because most of them are not shown.
      .map(({ candidate, factor, score }) => {
        const reasons = { ...candidate.reasons, same_file: factor };
        return { ...candidate, score, reasons };
      })
  );
}
