const longest = 240;

/**
 * The part of a text around a place, on one line, cut between words and never inside a character.
 *
 * @example snippetOf(text, (line) => line.indexOf("password"))
 */
export function snippetOf(text: string, placeIn: (line: string) => number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= longest) return line;
  const start = Math.max(0, placeIn(line) - longest / 4);
  const from = start === 0 ? 0 : boundaryAfter(line, start);
  const to = from + longest >= line.length ? line.length : boundaryBefore(line, from + longest);
  return `${from > 0 ? "…" : ""}${line.slice(from, to).trim()}${to < line.length ? "…" : ""}`;
}

function boundaryAfter(line: string, index: number): number {
  const blank = line.indexOf(" ", index);
  return blank >= 0 && blank - index < 40 ? blank + 1 : wholeCharacter(line, index);
}

function boundaryBefore(line: string, index: number): number {
  const blank = line.lastIndexOf(" ", index);
  return index - blank < 40 ? blank : wholeCharacter(line, index);
}

/** The start of the character, as people see characters, that holds this place. */
function wholeCharacter(line: string, index: number): number {
  const from = Math.max(0, index - 64);
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(
    line.slice(from, index + 64),
  );
  return from + (segments.containing(index - from)?.index ?? index - from);
}
