export type LineEnding = "\n" | "\r\n" | "\r" | "";

/** One line as it stands in the file. */
export interface RawLine {
  /** 1-based, as editors count. */
  readonly number: number;
  /** Without its ending. */
  readonly text: string;
  /** Empty only on a last line without a newline. */
  readonly ending: LineEnding;
  /** Where the line starts in the whole text, a byte order mark included, in UTF-16 units. */
  readonly offset: number;
}

/** A piece of a string: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const byteOrderMark = "\uFEFF";

/**
 * LF, CRLF and lone CR end a line, mixed as they may be; nothing else does (U+2028 is legal inside a line).
 * A text that ends with a newline has no empty last line, so the lines joined are always the text.
 */
export function splitLines(text: string, from = 0): RawLine[] {
  return splitLinesInto(text, from, (number, text, ending, offset) => ({ number, text, ending, offset }));
}

/** The same with lines of the caller's making, so that a large text needs one object for each line, not two. */
export function splitLinesInto<T>(
  text: string,
  from: number,
  make: (number: number, text: string, ending: LineEnding, offset: number) => T,
): T[] {
  const lines: T[] = [];
  let start = from;
  let lf = indexOrEnd(text, "\n", start);
  let cr = indexOrEnd(text, "\r", start);
  while (start < text.length) {
    if (lf < start) lf = indexOrEnd(text, "\n", start);
    if (cr < start) cr = indexOrEnd(text, "\r", start);
    const end = Math.min(lf, cr);
    const ending = endingAt(text, end);
    lines.push(make(lines.length + 1, text.slice(start, end), ending, start));
    start = end + ending.length;
  }
  return lines;
}

export function joinLines(lines: readonly Pick<RawLine, "text" | "ending">[]): string {
  return lines.map((line) => line.text + line.ending).join("");
}

/** The ending that a new line should get in this text: the commonest one, LF when there is none. */
export function commonEnding(text: string): Exclude<LineEnding, ""> {
  let crlf = 0;
  let cr = 0;
  for (let at = text.indexOf("\r"); at >= 0; at = text.indexOf("\r", at + 1)) {
    if (text[at + 1] === "\n") crlf++;
    else cr++;
  }
  let lf = -crlf;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lf++;
  if (crlf > lf && crlf >= cr) return "\r\n";
  return cr > lf ? "\r" : "\n";
}

export function isBlank(text: string, from = 0): boolean {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x09) return false;
  }
  return true;
}

function endingAt(text: string, index: number): LineEnding {
  const char = text[index];
  if (char === "\n") return "\n";
  if (char !== "\r") return "";
  return text[index + 1] === "\n" ? "\r\n" : "\r";
}

function indexOrEnd(text: string, char: string, from: number): number {
  const index = text.indexOf(char, from);
  return index < 0 ? text.length : index;
}
