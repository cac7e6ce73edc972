import { at } from "../../kernel/array.ts";
import { wrapText } from "../screen/wrap.ts";
import type { TextPage } from "../state/model.ts";

/** A row of the document: a part of a line. */
export interface PageRow {
  /** 0-based. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

const cache = new WeakMap<TextPage, { readonly cols: number; readonly rows: readonly PageRow[] }>();

/** The rows of a page at a width. The last width is cached, so that drawing does not wrap again. */
export function pageRows(page: TextPage, cols: number): readonly PageRow[] {
  const cached = cache.get(page);
  if (cached?.cols === cols) return cached.rows;
  const rows: PageRow[] = [];
  for (const [line, text] of page.lines.entries()) {
    for (const { start, end } of wrapText(text, cols)) rows.push({ line, start, end });
  }
  cache.set(page, { cols, rows });
  return rows;
}

/** The 0-based line of a row; of the last row when there are fewer. */
export function lineOfRow(rows: readonly PageRow[], row: number): number {
  return rows[Math.min(row, rows.length - 1)]?.line ?? 0; // a page may be empty
}

/** The first row of a 0-based line; the last row when there are fewer lines. */
export function rowOfLine(rows: readonly PageRow[], line: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(rows, middle).line < line) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low);
}
