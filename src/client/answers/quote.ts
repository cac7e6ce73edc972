const gutter = "  │ ";
const defaultColumns = 72;

/**
 * Quotes an agent's text inside one of our questions. Every line has a bar before it, including lines that a narrow
 * terminal would wrap, so that the text cannot imitate our own prompt.
 */
export function quoteAgent(text: string, columns = defaultColumns): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all characters that a terminal may show as a line break
  const lines = text.split(/\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/);
  return lines
    .flatMap((line) => wrapped(line.replaceAll("\t", " "), Math.max(8, columns - gutter.length)))
    .map((line) => `${gutter}${line}`)
    .join("\n");
}

/** Splits a line into pieces of limited width; characters that may be wide count twice. */
function wrapped(line: string, columns: number): string[] {
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
