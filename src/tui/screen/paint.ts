import { at } from "../../kernel/array.ts";
import { isAscii } from "./clusters.ts";
import type { Grid } from "./grid.ts";
import { normal, sequenceOf } from "./style.ts";

export interface PaintOptions {
  /** When off, no colors or other styles are sent. */
  readonly color: boolean;
  /** For terminals without UTF-8: characters outside ASCII become `?`. */
  readonly ascii: boolean;
  /** Terminals with an East Asian locale may draw lines and bullets two columns wide. */
  readonly ambiguousIsWide: boolean;
}

const SYNC_ON = "\u001b[?2026h";
const SYNC_OFF = "\u001b[?2026l";

/** The bytes that turn one screen into the next; empty when nothing changed. */
export function paint(before: Grid | undefined, after: Grid, options: PaintOptions): string {
  const same = before !== undefined && before.cols === after.cols && before.rows === after.rows;
  const out: string[] = [];
  if (!same) out.push("\u001b[0m\u001b[2J");
  const pen: Pen = { style: -1 };
  for (let y = 0; y < after.rows; y++) paintRow(same ? before : undefined, after, y, options, pen, out);
  const cursor = cursorText(same ? before : undefined, after, out.length > 0);
  if (out.length === 0 && cursor === "") return "";
  if (options.color && pen.style !== -1 && pen.style !== normal) out.push(sequenceOf(normal));
  return `${SYNC_ON}${out.join("")}${cursor}${SYNC_OFF}`;
}

interface Pen {
  style: number;
}

function paintRow(
  before: Grid | undefined,
  after: Grid,
  y: number,
  options: PaintOptions,
  pen: Pen,
  out: string[],
): void {
  const start = y * after.cols;
  const [first, last] = changedRange(before, after, start);
  if (first > last) return;
  let cursor = -1; // the known column of the terminal's cursor; -1 when it is not known
  for (let x = first; x <= last; x++) {
    const cell = start + x;
    const glyph = at(after.glyphs, cell);
    if (glyph === "") continue; // drawn with its left half
    const isWide = after.glyphs[cell + 1] === "" && x + 1 < after.cols;
    if (cursor !== x) out.push(moveTo(x, y));
    if (options.color && after.styles[cell] !== pen.style) {
      pen.style = at(after.styles, cell);
      out.push(sequenceOf(pen.style));
    }
    const text = options.ascii && !isAscii(glyph) ? "?".repeat(isWide ? 2 : 1) : glyph;
    const isUncertain =
      !options.ascii && (after.uncertain[cell] === 1 || (options.ambiguousIsWide && !isAscii(glyph)));
    // A terminal that draws it narrower would keep the old content in the second column.
    if (isUncertain && isWide) out.push(`  ${moveTo(x, y)}`);
    out.push(text);
    cursor = isUncertain ? -1 : x + (isWide ? 2 : 1);
  }
}

/**
 * The columns of a row that must be drawn. A row with a character of uncertain width is drawn to its end,
 * because a terminal that draws it wider has overwritten what follows.
 */
function changedRange(before: Grid | undefined, after: Grid, start: number): [number, number] {
  const { cols } = after;
  if (before === undefined) return [0, cols - 1];
  let first = 0;
  let last = cols - 1;
  while (first < cols && isSame(before, after, start + first)) first++;
  if (first === cols) return [1, 0];
  while (isSame(before, after, start + last)) last--;
  if (first > 0 && after.glyphs[start + first] === "") first--;
  for (let x = 0; x < cols; x++) {
    if (before.uncertain[start + x] === 0 && after.uncertain[start + x] === 0) continue;
    return [Math.min(first, x), cols - 1];
  }
  return [first, last];
}

function isSame(before: Grid, after: Grid, cell: number): boolean {
  return before.glyphs[cell] === after.glyphs[cell] && before.styles[cell] === after.styles[cell];
}

function cursorText(before: Grid | undefined, after: Grid, painted: boolean): string {
  const { cursor } = after;
  const unchanged = before?.cursor?.x === cursor?.x && before?.cursor?.y === cursor?.y;
  if (before !== undefined && unchanged && !(painted && cursor)) return "";
  return cursor ? `${moveTo(cursor.x, cursor.y)}\u001b[?25h` : "\u001b[?25l";
}

function moveTo(x: number, y: number): string {
  return `\u001b[${y + 1};${x + 1}H`;
}
