/** The look of a cell in one number, so that two cells are compared at once. */
export type Style = number;

const FG = 0;
const BG = 5;
const BOLD = 1 << 10;
const DIM = 1 << 11;
const ITALIC = 1 << 12;
const UNDERLINE = 1 << 13;
const INVERSE = 1 << 14;

const colours = ["red", "green", "yellow", "blue", "magenta", "cyan", "white", "grey"] as const;
export type Colour = (typeof colours)[number];

export interface Look {
  readonly fg?: Colour;
  readonly bg?: Colour;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

/** Sixteen colours only: they are the person's own choice in every terminal. */
export function styleOf(look: Look): Style {
  return (
    (look.fg ? (colours.indexOf(look.fg) + 1) << FG : 0) |
    (look.bg ? (colours.indexOf(look.bg) + 1) << BG : 0) |
    (look.bold ? BOLD : 0) |
    (look.dim ? DIM : 0) |
    (look.italic ? ITALIC : 0) |
    (look.underline ? UNDERLINE : 0) |
    (look.inverse ? INVERSE : 0)
  );
}

export const normal: Style = 0;

/** One look on top of another: the upper colours win, everything else adds up. */
export function over(below: Style, above: Style): Style {
  const fg = above & 31 || below & 31;
  const bg = (above >> BG) & 31 || (below >> BG) & 31;
  return ((below | above) & ~1023) | fg | (bg << BG);
}

export function lookOf(style: Style): Look {
  const colour = (shift: number) => colours[((style >> shift) & 31) - 1];
  const [fg, bg] = [colour(FG), colour(BG)];
  return {
    ...(fg ? { fg } : {}),
    ...(bg ? { bg } : {}),
    bold: (style & BOLD) !== 0,
    dim: (style & DIM) !== 0,
    italic: (style & ITALIC) !== 0,
    underline: (style & UNDERLINE) !== 0,
    inverse: (style & INVERSE) !== 0,
  };
}

const sequences = new Map<Style, string>();

/** The escape sequence that sets exactly this look, whatever was before. */
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
  const made = `\u001b[${codes.join(";")}m`;
  sequences.set(style, made);
  return made;
}
