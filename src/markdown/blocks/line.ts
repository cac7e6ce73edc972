import type { LineEnding, RawLine, Span } from "./lines.ts";

/**
 * Where a line lives:
 * - `front-matter`: the YAML block with its two markers
 * - `fenced-code`: between fences of backticks or tildes, fences included
 * - `indented-code`: four columns in, after a blank line, outside any list (in a list, deep indentation is
 *   nearly always careless nesting, so it stays prose there)
 * - `comment`: nothing on it but an HTML comment or a part of one
 * - `raw-html`: inside `<pre>`, `<script>`, `<style>`, `<textarea>`, `<?…?>`, `<!X…>` or `<![CDATA[…]]>`. Other
 *   tags do not hide Markdown here, though CommonMark lets them do so up to the next blank line: no heading is
 *   lost to a `<div>` above it, nor to a block that starts in mid-paragraph or that nothing closes
 * - `prose`: everything else, blank lines included
 */
export type LineKind = "front-matter" | "fenced-code" | "indented-code" | "comment" | "raw-html" | "prose";

/**
 * What a line does in its block. For prose: `blank`, `heading` (ATX), `underline` (of a setext heading),
 * `text` (first line of a paragraph), `continuation`, `table` (from the delimiter row on), `break`
 * (thematic break), `marker` (a list marker or quote mark with nothing after it). For fences: `open`,
 * `body`, `close`. For all others `body`.
 */
export type LineRole =
  | "blank"
  | "heading"
  | "underline"
  | "text"
  | "continuation"
  | "table"
  | "break"
  | "marker"
  | "open"
  | "body"
  | "close";

/** A list marker at the start of a line. */
export interface ListMarker {
  /** As written: `-`, `*`, `+`, `1.`, `2)`. */
  readonly marker: string;
  /** Its offset in the line's text. */
  readonly index: number;
  /** Its 0-based column, with tab stops every four columns. */
  readonly column: number;
}

/** One line with what the block scan found out about it. */
export interface Line extends RawLine {
  readonly kind: LineKind;
  readonly role: LineRole;
  /** Where its own content starts in `text`: after indentation, quote marks and list markers. */
  readonly content: number;
  /** Whether it is in a block quote. */
  readonly quoted: boolean;
  /** List items that begin on it, outermost first. */
  readonly items: readonly ListMarker[];
  /** The parts of `text` that are HTML comments. */
  readonly comments: readonly Span[];
}

/** A line that the block scan has still to fill in. */
export type DraftLine = { -readonly [Key in keyof Line]: Line[Key] };

/** Shared by all lines that have none: most lines of most documents. */
export const noItems: readonly ListMarker[] = [];
export const noSpans: readonly Span[] = [];

export function draftLine(number: number, text: string, ending: LineEnding, offset: number): DraftLine {
  // One literal: a large text has hundreds of thousands of lines.
  return {
    number,
    text,
    ending,
    offset,
    kind: "prose",
    role: "blank",
    content: 0,
    quoted: false,
    items: noItems,
    comments: noSpans,
  };
}

/** The line's text with every comment blanked out, so that columns stay as they are. */
export function maskedText(line: Line): string {
  return line.comments.length === 0 ? line.text : withComments(line, 0, (length) => " ".repeat(length));
}

/** The line's text from `from` on, without its comments. */
export function visibleText(line: Line, from = 0): string {
  return line.comments.length === 0 ? line.text.slice(from) : withComments(line, from, () => "");
}

/** Whether there are only spaces outside the comments. */
export function isHidden(text: string, comments: readonly Span[]): boolean {
  let at = 0;
  for (const { start, end } of comments) {
    if (text.slice(at, start).trim() !== "") return false;
    at = end;
  }
  return text.slice(at).trim() === "";
}

function withComments(line: Line, from: number, replacement: (length: number) => string): string {
  const pieces: string[] = [];
  let at = from;
  for (const { start, end } of line.comments) {
    if (end <= at) continue;
    pieces.push(line.text.slice(at, Math.max(at, start)), replacement(end - Math.max(at, start)));
    at = end;
  }
  pieces.push(line.text.slice(at));
  return pieces.join("");
}
