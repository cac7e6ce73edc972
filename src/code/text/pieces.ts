import type { LineTable } from "./lines.ts";

/** Whole lines of a text, with their place. */
export interface Piece {
  readonly startLine: number;
  readonly endLine: number;
  readonly from: number;
  readonly to: number;
}

const maxLines = 80;
const aimLines = 50;
export const maxPieceChars = 4_000;

/** A run of lines, without blank ones at either end, in pieces of bearable size. */
export function* piecesOf(lines: LineTable, firstLine: number, lastLine: number): Generator<Piece> {
  let first = firstLine;
  let end = lastLine;
  while (end >= first && lines.isBlank(end)) end--;
  while (first <= end) {
    if (lines.isBlank(first)) {
      first++;
      continue;
    }
    const last = pieceEnd(lines, first, end);
    yield* cutLong(lines, first, last);
    first = last + 1;
  }
}

/** A single endless line (minified code, data) is cut inside; all other pieces are whole lines. */
function* cutLong(lines: LineTable, startLine: number, endLine: number): Generator<Piece> {
  const from = lines.startOf(startLine);
  const to = lines.endOf(endLine);
  for (let at = from; at < to; ) {
    const end = lines.characterEnd(Math.min(to, at + maxPieceChars));
    yield { startLine, endLine, from: at, to: end };
    at = end;
  }
}

/** The best line to stop at: all that is left if it fits, else the blank or least indented line near the aim. */
function pieceEnd(lines: LineTable, first: number, last: number): number {
  const fits = (to: number) => lines.endOf(to) - lines.startOf(first) <= maxPieceChars;
  if (last - first < maxLines && fits(last)) return last;
  let best = first;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let line = first; line < Math.min(last, first + maxLines); line++) {
    if (line > first && !fits(line)) break;
    const indent = lines.isBlank(line + 1) ? 0 : lines.indentOf(line + 1) + 4;
    const cost = indent + Math.abs(line - first + 1 - aimLines) / 2;
    if (cost > bestCost) continue;
    best = line;
    bestCost = cost;
  }
  return best;
}
