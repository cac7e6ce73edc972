import { clustersOf, isPlain } from "./clusters.ts";
import { normal, overlay, type Style } from "./style.ts";

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** A part of the screen; `x` and `y` are its upper left corner. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly cols: number;
  readonly rows: number;
}

/** A piece of text in one style. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

export function span(text: string, style: Style = normal): Span {
  return { text, style };
}

/**
 * The screen as cells. Drawing is clipped. A wide character that would be half outside becomes a space, and
 * overwriting one half of a wide character erases the other: every cell always states what it shows.
 */
export class Grid {
  readonly cols: number;
  readonly rows: number;
  /** The character of a cell; empty for the right half of a wide character. */
  readonly glyphs: string[];
  readonly styles: Uint16Array;
  /** 1 where the cursor must be positioned again after the cell. */
  readonly uncertain: Uint8Array;
  cursor: { readonly x: number; readonly y: number } | undefined;

  constructor({ cols, rows }: Size) {
    this.cols = Math.max(0, Math.floor(cols));
    this.rows = Math.max(0, Math.floor(rows));
    const cells = this.cols * this.rows;
    this.glyphs = new Array<string>(cells).fill(" ");
    this.styles = new Uint16Array(cells);
    this.uncertain = new Uint8Array(cells);
  }

  /** Writes a text into row `y` of `clip`, starting at its column `x`; returns the column after the text. */
  put(clip: Rect, x: number, y: number, text: string, style: Style = normal): number {
    const row = clip.y + y;
    if (y < 0 || y >= clip.rows || row < 0 || row >= this.rows) return x;
    const right = Math.min(clip.x + clip.cols, this.cols);
    let at = clip.x + x;
    if (isPlain(text)) {
      for (let index = 0; index < text.length && at < right; index++, at++) {
        if (at >= clip.x) this.#set(row, at, text.charAt(index), style, 1, false);
      }
      return at - clip.x;
    }
    for (const { text: glyph, width, uncertain: disputed } of clustersOf(text)) {
      if (at >= right) break;
      const fits = at >= clip.x && at + width <= right;
      // In the last column, a wrong width would make the terminal wrap or scroll.
      const isAtEdge = disputed && at + width >= this.cols;
      if (fits && !isAtEdge) this.#set(row, at, glyph, style, width, disputed);
      else
        for (let cell = Math.max(at, clip.x); cell < Math.min(at + width, right); cell++)
          this.#set(row, cell, " ", style, 1, false);
      at += width;
    }
    return Math.min(at, right) - clip.x;
  }

  putSpans(clip: Rect, x: number, y: number, spans: readonly Span[], above: Style = normal): number {
    let at = x;
    for (const { text, style } of spans) at = this.put(clip, at, y, text, overlay(style, above));
    return at;
  }

  fill(rect: Rect, glyph = " ", style: Style = normal): void {
    for (let y = 0; y < rect.rows; y++) this.put(rect, 0, y, glyph.repeat(Math.max(0, rect.cols)), style);
  }

  /** The text of a row. */
  rowText(y: number): string {
    return this.glyphs.slice(y * this.cols, (y + 1) * this.cols).join("");
  }

  text(): string {
    return Array.from({ length: this.rows }, (_, y) => this.rowText(y).trimEnd()).join("\n");
  }

  #set(row: number, x: number, glyph: string, style: Style, width: 1 | 2, disputed: boolean): void {
    const cell = row * this.cols + x;
    this.#breakWide(row, x);
    if (width === 2) this.#breakWide(row, x + 1);
    this.glyphs[cell] = glyph;
    this.styles[cell] = style;
    this.uncertain[cell] = disputed ? 1 : 0;
    if (width === 2) {
      this.glyphs[cell + 1] = "";
      this.styles[cell + 1] = style;
      this.uncertain[cell + 1] = 0;
    }
  }

  /** Turns a wide character into spaces when one of its halves is about to be overwritten. */
  #breakWide(row: number, x: number): void {
    const cell = row * this.cols + x;
    if (x > 0 && this.glyphs[cell] === "") this.glyphs[cell - 1] = " ";
    if (x + 1 < this.cols && this.glyphs[cell + 1] === "") this.glyphs[cell + 1] = " ";
  }
}
