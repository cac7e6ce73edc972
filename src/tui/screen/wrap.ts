import { clustersOf, isPlain } from "./clusters.ts";

/** A row of a wrapped text: from `start` up to, not including, `end`. */
export interface WrappedRow {
  readonly start: number;
  readonly end: number;
}

/** Breaks a text at spaces into rows of at most `cols` columns; a longer word is split. */
export function wrapText(text: string, cols: number): WrappedRow[] {
  const maxCols = Math.max(1, cols);
  if (text.length <= maxCols && isPlain(text)) return [{ start: 0, end: text.length }];
  return isPlain(text) ? wrapPlain(text, maxCols) : wrapClusters(text, maxCols);
}

/** The rows of a wrapped text as strings. */
export function wrapLines(text: string, cols: number): string[] {
  return wrapText(text, cols).map(({ start, end }) => text.slice(start, end));
}

function wrapPlain(text: string, cols: number): WrappedRow[] {
  const rows: WrappedRow[] = [];
  let start = 0;
  while (text.length - start > cols) {
    const space = text.lastIndexOf(" ", start + cols);
    // Not in the indentation, and not where only a list's dash would remain before a very long word.
    const word = text.indexOf(" ", space + 1);
    const isBeforeLong = (word < 0 ? text.length : word) - space > cols && space - start < cols / 4;
    const isUseful = space > start && text.slice(start, space).trim() !== "" && !isBeforeLong;
    const end = isUseful ? space : start + cols;
    rows.push({ start, end });
    start = isUseful ? space + 1 : end;
  }
  rows.push({ start, end: text.length });
  return rows;
}

function wrapClusters(text: string, cols: number): WrappedRow[] {
  const rows: WrappedRow[] = [];
  let start = 0;
  let used = 0;
  let at = 0;
  let space = -1; // the last position in this row where it can break
  let usedAtSpace = 0;
  for (const { text: glyph, width } of clustersOf(text)) {
    const index = text.indexOf(glyph, at);
    if (used + width > cols && index > start) {
      const breaksAtSpace = space > start;
      if (glyph === " ") space = index; // the row is exactly full
      const end = glyph === " " || breaksAtSpace ? space : index;
      used = glyph === " " ? -1 : breaksAtSpace ? used - usedAtSpace : 0;
      rows.push({ start, end });
      start = end === space ? end + 1 : end;
      space = -1;
    }
    if (glyph === " " && text.slice(start, index).trim() !== "") {
      space = index;
      usedAtSpace = used + 1;
    }
    used += width;
    at = index + glyph.length;
  }
  rows.push({ start, end: text.length });
  return rows;
}
