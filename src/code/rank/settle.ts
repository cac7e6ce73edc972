import { at } from "../../kernel/array.ts";
import { byCodePoint } from "../../kernel/order.ts";
import type { Candidate } from "./boost.ts";
import type { Corpus } from "./corpus.ts";
import { weights } from "./weights.ts";

/**
 * The final order: each further chunk of a file counts less, so that one long file does not fill the page. Equal
 * scores go by path and line: the same index gives the same list, however it was built.
 */
export function settle(
  corpus: Corpus,
  candidates: readonly Candidate[],
  limit: number,
  furtherChunk: number = weights.furtherChunk,
): Candidate[] {
  const ranked = candidates
    .map((candidate) => ({ candidate, place: placeOf(corpus, candidate) }))
    .sort(byRank);
  const factors = new Map<string, number>();
  const discounted = ranked.map(({ candidate, place }) => {
    // Two repositories can have the same path; in one of them, a path is in one segment only.
    const file = `${candidate.part} ${place.path}`;
    const factor = factors.get(file) ?? 1;
    factors.set(file, factor * furtherChunk);
    const reasons = { ...candidate.reasons, same_file: factor };
    return { candidate: { ...candidate, score: candidate.score * factor, reasons }, place };
  });
  return discounted
    .sort(byRank)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

interface Place {
  readonly path: string;
  readonly line: number;
}

function placeOf(corpus: Corpus, { part, chunk }: Candidate): Place {
  const { segment } = at(corpus.parts, part).live;
  return { path: at(segment.paths, segment.fileOf(chunk)), line: segment.linesOf(chunk).first };
}

interface Placed {
  readonly candidate: Candidate;
  readonly place: Place;
}

function byRank(a: Placed, b: Placed): number {
  return (
    b.candidate.score - a.candidate.score ||
    byCodePoint(a.place.path, b.place.path) ||
    a.place.line - b.place.line
  );
}
