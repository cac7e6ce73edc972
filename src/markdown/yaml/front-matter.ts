import { byteOrderMark, type RawLine, splitLines } from "../blocks/lines.ts";
import type { PositionedProblem } from "../problem.ts";

/**
 * A text cut at its front matter. Always `bom + open + raw + close + body === text`; without front matter
 * the first four but the mark are empty and `body` is everything after it.
 */
export interface FrontMatterSplit {
  readonly present: boolean;
  /** A byte order mark, or nothing. */
  readonly bom: string;
  /** The opening marker line with its ending. */
  readonly open: string;
  /** The lines between the markers, endings included. */
  readonly raw: string;
  /** The closing marker line with its ending. */
  readonly close: string;
  readonly body: string;
  /** What follows the opening dashes: `yaml` when nothing does. Anything but YAML is never read. */
  readonly language: string;
  /** Line of the opening marker; 0 when there is no front matter. */
  readonly startLine: number;
  /** Line of the closing marker; 0 when there is no front matter. */
  readonly endLine: number;
  /** The first line after the block. */
  readonly bodyLine: number;
  readonly problems: readonly PositionedProblem[];
}

/** `---` on the very first line opens, the next `---` or `...` line closes; trailing spaces are allowed. */
export function splitFrontMatter(text: string): FrontMatterSplit {
  const bom = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  return splitFrontMatterLines(text, bom, splitLines(text, bom.length));
}

/** The same over lines that are already cut. */
export function splitFrontMatterLines(
  text: string,
  bom: string,
  lines: readonly RawLine[],
): FrontMatterSplit {
  const first = lines[0];
  const language = first === undefined ? undefined : openingLanguage(first.text);
  if (first === undefined || language === undefined) return absent(text, bom, []);
  const close = lines.find((line, index) => index > 0 && closingMarker.test(line.text));
  if (close === undefined) return absent(text, bom, [unclosed(first), ...foreign(first, language)]);
  const rawStart = first.offset + first.text.length + first.ending.length;
  const bodyStart = close.offset + close.text.length + close.ending.length;
  return {
    present: true,
    bom,
    open: text.slice(first.offset, rawStart),
    raw: text.slice(rawStart, close.offset),
    close: text.slice(close.offset, bodyStart),
    body: text.slice(bodyStart),
    language,
    startLine: first.number,
    endLine: close.number,
    bodyLine: close.number + 1,
    problems: foreign(first, language),
  };
}

const closingMarker = /^(?:---|\.\.\.)[ \t]*$/;

/** The language of the block that this line opens, or undefined when it opens none. */
function openingLanguage(line: string): string | undefined {
  // Trimmed first: two runs of spaces in one pattern would backtrack quadratically.
  const match = /^---[ \t]*([A-Za-z][A-Za-z0-9+_.-]*)?$/.exec(line.trimEnd());
  if (match === null) return undefined;
  const language = (match[1] ?? "yaml").toLowerCase();
  return language === "yml" ? "yaml" : language;
}

function absent(text: string, bom: string, problems: readonly PositionedProblem[]): FrontMatterSplit {
  const body = text.slice(bom.length);
  const nothing = { open: "", raw: "", close: "", language: "yaml", startLine: 0, endLine: 0, bodyLine: 1 };
  return { present: false, bom, body, ...nothing, problems };
}

function unclosed(first: RawLine): PositionedProblem {
  return {
    rule: "front-matter-unclosed",
    message: `The front matter that opens on line ${first.number} is never closed.`,
    fix: "Put a line with `---` after its last field.",
    line: first.number,
    column: 1,
  };
}

function foreign(first: RawLine, language: string): PositionedProblem[] {
  if (language === "yaml") return [];
  return [
    {
      rule: "front-matter-language",
      message: `The front matter is marked as \`${language}\`; only YAML is read, and nothing is ever run.`,
      fix: "Write the fields as YAML between two lines of `---`.",
      line: first.number,
      column: 4,
    },
  ];
}
