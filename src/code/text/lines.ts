/** Where lines begin and end. A line break is LF, CRLF or a lone CR; it belongs to no line. */
export interface LineTable {
  readonly count: number;
  readonly lineAt: (offset: number) => number;
  readonly startOf: (line: number) => number;
  /** Without the line break. */
  readonly endOf: (line: number) => number;
  readonly textOf: (line: number) => string;
  readonly isBlank: (line: number) => boolean;
  /** Columns of leading white space, a tab counting four. */
  readonly indentOf: (line: number) => number;
  /** The next border between characters: an offset inside a surrogate pair is moved behind it. */
  readonly characterEnd: (offset: number) => number;
}

export function lineTable(text: string): LineTable {
  const starts = lineStarts(text);
  const startOf = (line: number) => starts[line - 1] ?? text.length;
  const endOf = (line: number) => {
    const start = startOf(line);
    let end = starts[line] ?? text.length;
    if (end > start && text.charCodeAt(end - 1) === lf) end--;
    if (end > start && text.charCodeAt(end - 1) === cr) end--;
    return end;
  };
  const textOf = (line: number) => text.slice(startOf(line), endOf(line));
  return {
    count: starts.length,
    lineAt: (offset) => lineIn(starts, offset),
    startOf,
    endOf,
    textOf,
    isBlank: (line) => isBlank(text, startOf(line), endOf(line)),
    indentOf: (line) => indentOf(text, startOf(line), endOf(line)),
    characterEnd: (offset) => ((text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset + 1 : offset),
  };
}

const lf = 10;
const cr = 13;
const tab = 9;
const space = 32;

function lineStarts(text: string): number[] {
  const starts = [0];
  if (text.includes("\r")) {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === lf || (unit === cr && text.charCodeAt(at + 1) !== lf)) starts.push(at + 1);
    }
  } else for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  // A break at the very end opens no further line.
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
  return starts;
}

function lineIn(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== space && unit !== tab && unit !== 0x0c && unit !== cr) return false;
  }
  return true;
}

function indentOf(text: string, from: number, to: number): number {
  let columns = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === space) columns++;
    else if (unit === tab) columns += 4;
    else break;
  }
  return columns;
}
