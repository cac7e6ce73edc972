const GUTTER = "  │ ";
const COLUMNS = 72;

/**
 * Words of an agent inside a question of ours: a bar stands before each of their lines, also before those that a
 * narrow terminal would make of a long one, so that they cannot pass for our own prompt.
 */
export function quoteAgent(text: string, columns = COLUMNS): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that a terminal may take for a line break
  const lines = text.split(/\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/);
  return lines
    .flatMap((line) => folded(line.replaceAll("\t", " "), Math.max(8, columns - GUTTER.length)))
    .map((line) => `${GUTTER}${line}`)
    .join("\n");
}

/** Pieces of at most so many columns; characters that may be wide count twice. */
function folded(line: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let width = 0;
  for (const char of line) {
    const wide = (char.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1;
    if (width + wide > columns) {
      pieces.push(piece);
      piece = "";
      width = 0;
    }
    piece += char;
    width += wide;
  }
  return [...pieces, piece];
}
