import { clustersOf, isPlain } from "./clusters.ts";

/** A row of a wrapped text: from `start` up to, not including, `end`. */
export interface WrappedRow {
  readonly start: number;
  readonly end: number;
}

/** Breaks a text at blanks into rows of at most so many columns; a longer word is broken where it must be. */
export function wrapText(text: string, cols: number): WrappedRow[] {
  const most = Math.max(1, cols);
  if (text.length <= most && isPlain(text)) return [{ start: 0, end: text.length }];
  return isPlain(text) ? wrapPlain(text, most) : wrapClusters(text, most);
}

/** The same as texts. */
export function wrapLines(text: string, cols: number): string[] {
  return wrapText(text, cols).map(({ start, end }) => text.slice(start, end));
}

function wrapPlain(text: string, cols: number): WrappedRow[] {
  const rows: WrappedRow[] = [];
  let start = 0;
  while (text.length - start > cols) {
    const blank = text.lastIndexOf(" ", start + cols);
    // A blank among the indentation is no place to break, nor one that leaves a mere dash before a very long word.
    const word = text.indexOf(" ", blank + 1);
    const isBeforeLong = (word < 0 ? text.length : word) - blank > cols && blank - start < cols / 4;
    const isUseful = blank > start && text.slice(start, blank).trim() !== "" && !isBeforeLong;
    const end = isUseful ? blank : start + cols;
    rows.push({ start, end });
    start = isUseful ? blank + 1 : end;
  }
  rows.push({ start, end: text.length });
  return rows;
}

function wrapClusters(text: string, cols: number): WrappedRow[] {
  const rows: WrappedRow[] = [];
  let start = 0;
  let used = 0;
  let at = 0;
  let blank = -1; // the last place in this row where it may be broken
  let usedAtBlank = 0;
  for (const { text: glyph, width } of clustersOf(text)) {
    const index = text.indexOf(glyph, at);
    if (used + width > cols && index > start) {
      const atBlank = blank > start;
      if (glyph === " ") blank = index; // the row is exactly full
      const end = glyph === " " || atBlank ? blank : index;
      used = glyph === " " ? -1 : atBlank ? used - usedAtBlank : 0;
      rows.push({ start, end });
      start = end === blank ? end + 1 : end;
      blank = -1;
    }
    if (glyph === " " && text.slice(start, index).trim() !== "") {
      blank = index;
      usedAtBlank = used + 1;
    }
    used += width;
    at = index + glyph.length;
  }
  rows.push({ start, end: text.length });
  return rows;
}
