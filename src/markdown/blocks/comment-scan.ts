import { CodeSpans } from "../inline/code-spans.ts";
import { noSpans } from "./line.ts";
import { isBlank, type RawLine, type Span } from "./lines.ts";
import { looksLikeHeading } from "./lookahead.ts";

/** An HTML comment: guidance for agents and people that no rendering shows. */
export interface Comment {
  /** 1-based line of `<!--`. */
  readonly line: number;
  /** 1-based line of `-->`, or the last line that belongs to it. */
  readonly endLine: number;
  /** Where `<!--` starts in the whole text. */
  readonly offset: number;
  /** Where the comment ends in the whole text, `-->` included. */
  readonly end: number;
  /** The text between the marks, trimmed, with LF between lines. */
  readonly text: string;
  /** False when the end of the document or of its list item came before `-->`. */
  readonly closed: boolean;
}

const opening = "<!--";
const closing = "-->";

export function opensComment(text: string, index: number): boolean {
  return text.startsWith(opening, index);
}

/**
 * Finds the comments of a text that is scanned from top to bottom. Two sorts, as in CommonMark: one that
 * starts a line runs to `-->` over anything; one within a paragraph must close before the next blank line or
 * heading, otherwise its `<!--` is text. Looking ahead is remembered, so the whole text is read once.
 */
export class CommentScan {
  readonly found: Comment[] = [];
  private readonly text: string;
  private readonly lines: readonly RawLine[];
  private block: { readonly line: number; readonly offset: number } | undefined;
  private inlineEnd = 0;
  private readonly hasOpening: boolean;
  private nextClose = -1;
  private nextBreak = -1;

  constructor(text: string, lines: readonly RawLine[]) {
    this.text = text;
    this.lines = lines;
    this.hasOpening = text.includes(opening);
  }

  get blockOpen(): boolean {
    return this.block !== undefined;
  }

  /** Whether a comment that started within an earlier line still runs here. */
  runsInto(raw: RawLine): boolean {
    return raw.offset < this.inlineEnd;
  }

  /** The comment parts of a line that starts with `<!--` at `from`, or that an open comment reaches. */
  readBlock(raw: RawLine, from: number): Span[] {
    const spans: Span[] = [];
    for (let start = from; ; ) {
      // `<!-->` closes itself, hence the search from the second character on.
      const searchFrom = this.block === undefined ? start + 2 : start;
      this.block ??= { line: raw.number, offset: raw.offset + start };
      const close = raw.text.indexOf(closing, searchFrom);
      const end = close < 0 ? raw.text.length : close + closing.length;
      spans.push({ start, end });
      if (close < 0) return spans;
      this.endBlock(raw.number, raw.offset + end, true);
      start = skipBlanks(raw.text, end);
      if (!opensComment(raw.text, start)) return spans.concat(this.readInline(raw, end, "line"));
    }
  }

  /** Ends an open comment where its container or the document ends. */
  endBlock(endLine: number, end: number, closed = false): void {
    if (this.block === undefined) return;
    this.add(this.block.line, this.block.offset, endLine, end, closed);
    this.block = undefined;
  }

  /** The comment parts within a line of text, from `from` on. */
  readInline(raw: RawLine, from: number, within: "line" | "paragraph"): readonly Span[] {
    if (!this.hasOpening || !raw.text.includes(opening, from)) return noSpans;
    const spans: Span[] = [];
    const lineEnd = raw.offset + raw.text.length;
    const limit = within === "line" ? lineEnd : this.paragraphEnd(raw.number);
    const code = new CodeSpans(raw.text);
    for (let at = nextOpening(raw.text, from, code); at >= 0; ) {
      const end = this.closeAfter(raw.offset + at + 2);
      if (end > limit) break;
      this.add(raw.number, raw.offset + at, this.lineNumberAt(raw.number, end), end, true);
      spans.push({ start: at, end: Math.min(end, lineEnd) - raw.offset });
      if (end > lineEnd) this.inlineEnd = end;
      at = end >= lineEnd ? -1 : nextOpening(raw.text, end - raw.offset, code);
    }
    return spans;
  }

  /** The comment parts of a line that a comment of an earlier line runs into. */
  continueInline(raw: RawLine): Span[] {
    const end = Math.min(this.inlineEnd - raw.offset, raw.text.length);
    return [{ start: 0, end }, ...this.readInline(raw, end, "paragraph")];
  }

  private add(line: number, offset: number, endLine: number, end: number, closed: boolean): void {
    const source = this.text.slice(offset, end);
    const inner = source.slice(opening.length, Math.max(opening.length, source.length - (closed ? 3 : 0)));
    const text = inner.trim().replace(/\r\n?/g, "\n");
    this.found.push({ line, endLine, offset, end, text, closed });
  }

  /** The end of the next `-->` that starts at or after `offset`; Infinity when there is none. */
  private closeAfter(offset: number): number {
    if (this.nextClose < offset) {
      const close = this.text.indexOf(closing, offset);
      this.nextClose = close < 0 ? Number.POSITIVE_INFINITY : close;
    }
    return this.nextClose + closing.length;
  }

  /** Where the next blank line or heading after a line starts; the end of the text when there is none. */
  private paragraphEnd(line: number): number {
    // The line's 1-based number is the index of the next one.
    if (this.nextBreak < line) {
      this.nextBreak = line;
      while (!endsParagraph(this.lines[this.nextBreak]?.text ?? "")) this.nextBreak++;
    }
    return this.lines[this.nextBreak]?.offset ?? this.text.length;
  }

  private lineNumberAt(from: number, end: number): number {
    let line = from;
    while ((this.lines[line]?.offset ?? Number.POSITIVE_INFINITY) < end) line++;
    return line;
  }
}

function endsParagraph(text: string): boolean {
  return isBlank(text) || looksLikeHeading(text);
}

/** Where the next `<!--` of a line starts that is neither escaped nor in a code span, or -1. */
function nextOpening(text: string, from: number, code: CodeSpans): number {
  let index = from;
  let open = text.indexOf(opening, index);
  while (open >= 0) {
    const blocker = escapeOrBacktick(text, index, open);
    if (blocker < 0) return open;
    index = text[blocker] === "\\" ? blocker + 2 : code.skip(blocker);
    if (open < index) open = text.indexOf(opening, index);
  }
  return -1;
}

function escapeOrBacktick(text: string, from: number, to: number): number {
  for (let index = from; index < to; index++) {
    const char = text[index];
    if (char === "\\" || char === "`") return index;
  }
  return -1;
}

function skipBlanks(text: string, from: number): number {
  let index = from;
  while (text[index] === " " || text[index] === "\t") index++;
  return index;
}
