/** A comment directly above a declaration. */
export interface DocComment {
  readonly doc: string;
  readonly from: number;
}

/**
 * The comment that ends on the line before `at`, markers removed; undefined when a blank line or code is there.
 * Lines of attributes (`@x`, `#[x]`) between the two are part of the declaration already.
 */
export function docAbove(text: string, at: number, lineComment: "//" | "#"): DocComment | undefined {
  const lineStart = lineStartOf(text, at);
  if (lineStart === undefined || text.slice(lineStart, at).trim() !== "") return undefined;
  const before = previousLine(text, lineStart);
  if (!before) return undefined;
  const trimmed = before.text.trim();
  if (trimmed.endsWith("*/")) return blockAbove(text, before);
  return trimmed.startsWith(lineComment) ? linesAbove(text, before, lineComment) : undefined;
}

/** Nobody writes a declaration so far to the right; in a file of one endless line each look back would cost it all. */
const maxLineLength = 4_000;

/** Where the line of a place begins; undefined in an endless line. */
export function lineStartOf(text: string, at: number): number | undefined {
  const from = Math.max(0, at - maxLineLength);
  const newline = text.slice(from, at).lastIndexOf("\n");
  if (newline >= 0) return from + newline + 1;
  return from === 0 ? 0 : undefined;
}

interface Line {
  readonly text: string;
  readonly from: number;
}

function previousLine(text: string, lineStart: number): Line | undefined {
  if (lineStart === 0) return undefined;
  const end = lineStart - 1;
  const from = text.lastIndexOf("\n", end - 1) + 1;
  return { text: text.slice(from, end), from };
}

function linesAbove(text: string, last: Line, marker: string): DocComment | undefined {
  const lines: string[] = [];
  let first = last;
  for (let line: Line | undefined = last; line; line = previousLine(text, line.from)) {
    const trimmed = line.text.trim();
    if (!trimmed.startsWith(marker) || trimmed.startsWith("#!") || trimmed.startsWith("#[")) break;
    lines.unshift(trimmed.replace(/^(\/{2,}[!/]?|#+:?) ?/, ""));
    first = line;
  }
  const doc = withoutTags(lines.join("\n"));
  const from = first.from + first.text.search(/\S/);
  return doc === "" || isDirective(doc) ? undefined : { doc, from };
}

function blockAbove(text: string, last: Line): DocComment | undefined {
  const end = last.from + last.text.lastIndexOf("*/");
  const from = text.lastIndexOf("/*", end);
  if (from < 0) return undefined;
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  if (text.slice(lineStart, from).trim() !== "") return undefined;
  const doc = text
    .slice(from + 2, end)
    .replace(/^[*!]/, "")
    .split("\n")
    .map((line) => line.trim().replace(/^\* ?/, ""))
    .join("\n")
    .trim();
  return doc === "" || isDirective(doc) ? undefined : { doc, from };
}

/** C# and others write XML into comments; only its text is worth finding. */
function withoutTags(doc: string): string {
  return doc
    .replace(
      /<\/?(summary|param|returns|remarks|para|see|seealso|typeparam|exception|c|code)\b[^>]{0,300}>/g,
      "",
    )
    .trim();
}

/** Comments for tools and separators, not for people. */
function isDirective(doc: string): boolean {
  return /^(MARK:|eslint|biome|prettier|@ts-|noqa|type:|pylint|swiftlint|region\b|endregion\b|go:|nolint|#|=+$|-+$)/.test(
    doc,
  );
}
