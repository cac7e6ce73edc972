import { wrapText } from "../screen/wrap.ts";
import type { TextPage } from "../state/model.ts";

/** A row of the screen that shows a part of a line. */
export interface PageRow {
  /** 0-based. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

const cache = new WeakMap<TextPage, { readonly cols: number; readonly rows: readonly PageRow[] }>();

/** The rows of a page at this width. Wrapped once for a page and a width, however often it is drawn. */
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

/** The first row of a line; the last row when there is no such line. */
export function rowOfLine(rows: readonly PageRow[], line: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low);
}
