/** The style of a cell in one number, so that comparing two cells is one operation. */
export type Style = number;

const FG = 0;
const BG = 5;
const BOLD = 1 << 10;
const DIM = 1 << 11;
const ITALIC = 1 << 12;
const UNDERLINE = 1 << 13;
const INVERSE = 1 << 14;

const colors = ["red", "green", "yellow", "blue", "magenta", "cyan", "white", "gray"] as const;
export type Color = (typeof colors)[number];

export interface StyleSpec {
  readonly fg?: Color;
  readonly bg?: Color;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

/** Only the sixteen basic colors, which users choose themselves in every terminal. */
export function styleOf(spec: StyleSpec): Style {
  return (
    (spec.fg ? (colors.indexOf(spec.fg) + 1) << FG : 0) |
    (spec.bg ? (colors.indexOf(spec.bg) + 1) << BG : 0) |
    (spec.bold ? BOLD : 0) |
    (spec.dim ? DIM : 0) |
    (spec.italic ? ITALIC : 0) |
    (spec.underline ? UNDERLINE : 0) |
    (spec.inverse ? INVERSE : 0)
  );
}

export const normal: Style = 0;

/** One style on top of another: the upper colors win, attributes add up. */
export function overlay(below: Style, above: Style): Style {
  const fg = above & 31 || below & 31;
  const bg = (above >> BG) & 31 || (below >> BG) & 31;
  return ((below | above) & ~1023) | fg | (bg << BG);
}

export function specOf(style: Style): StyleSpec {
  const color = (shift: number) => colors[((style >> shift) & 31) - 1];
  return {
    fg: color(FG),
    bg: color(BG),
    bold: (style & BOLD) !== 0,
    dim: (style & DIM) !== 0,
    italic: (style & ITALIC) !== 0,
    underline: (style & UNDERLINE) !== 0,
    inverse: (style & INVERSE) !== 0,
  };
}

const sequences = new Map<Style, string>();

/** The escape sequence that sets exactly this style, whatever was set before. */
export function sequenceOf(style: Style): string {
  const cached = sequences.get(style);
  if (cached !== undefined) return cached;
  const codes = [0];
  if (style & BOLD) codes.push(1);
  if (style & DIM) codes.push(2);
  if (style & ITALIC) codes.push(3);
  if (style & UNDERLINE) codes.push(4);
  if (style & INVERSE) codes.push(7);
  const fg = style & 31;
  const bg = (style >> BG) & 31;
  if (fg) codes.push(fg === 8 ? 90 : 30 + fg);
  if (bg) codes.push(bg === 8 ? 100 : 40 + bg);
  const sequence = `\u001b[${codes.join(";")}m`;
  sequences.set(style, sequence);
  return sequence;
}
