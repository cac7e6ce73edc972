import { randomHex } from "../kernel/hash.ts";
import { printable } from "../kernel/text.ts";

/** How text is set off on a terminal; every function returns its input unchanged where color is off. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly accent: (text: string) => string;
  readonly width: number;
}

/** Stands before every sequence of a style. It is different in each process, so no file can contain it. */
let mark: string | undefined;

function styleMark(): string {
  mark ??= `\u001b<${randomHex(12)}>`;
  return mark;
}

export function createStyle(colour: boolean, width: number): Style {
  const paint = (open: number, close: number) => (text: string) =>
    colour ? `${styleMark()}${open}m${text}${styleMark()}${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    good: paint(32, 39),
    warn: paint(33, 39),
    bad: paint(31, 39),
    accent: paint(36, 39),
    width,
  };
}

/** Text as a terminal may get it: what a style added becomes its sequence, all other controls become visible. */
export function forTerminal(text: string): string {
  if (mark === undefined) return printable(text);
  const [first = "", ...styled] = text.split(mark);
  const pieces = styled.map((piece) => {
    const end = piece.indexOf("m") + 1;
    return `\u001b[${piece.slice(0, end)}${printable(piece.slice(end))}`;
  });
  return printable(first) + pieces.join("");
}
