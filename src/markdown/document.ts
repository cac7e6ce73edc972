import { type Fence, type OpenBlock, scanBlocks } from "./blocks/blocks.ts";
import type { Comment } from "./blocks/comment-scan.ts";
import { type DraftLine, draftLine, type Line } from "./blocks/line.ts";
import { byteOrderMark, joinLines, splitLinesInto } from "./blocks/lines.ts";
import { readPlainHeadings } from "./blocks/plain-headings.ts";
import { buildHeadings, type Heading } from "./headings.ts";
import { type FrontMatterSplit, splitFrontMatterLines } from "./yaml/front-matter.ts";

/** Reads any text; nothing is an error, and `renderMarkdown` gives the same bytes back. */
export function readMarkdown(text: string): MarkdownDocument {
  return new MarkdownDocument(text);
}

/** A Markdown text with every line accounted for. It is read when a question needs it, and no further. */
export class MarkdownDocument {
  readonly text: string;
  /** A byte order mark, or nothing. It is part of `text` and of no line. */
  readonly bom: string;
  #outline: Outline | undefined;
  #scan: Scan | undefined;
  /** How much of the text was read in parts. */
  #partLength = 0;

  constructor(text: string) {
    this.text = text;
    this.bom = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  }

  /** Headings outside code, comments, block quotes and list items, in document order. */
  get headings(): readonly Heading[] {
    return this.#readOutline().headings;
  }

  get comments(): readonly Comment[] {
    return this.#readOutline().comments;
  }

  /** Blocks that nothing closes. */
  get unclosed(): readonly OpenBlock[] {
    return this.#readOutline().unclosed;
  }

  get lineCount(): number {
    return this.#readOutline().lineCount;
  }

  get lines(): readonly Line[] {
    return this.#readAll().lines;
  }

  get fences(): readonly Fence[] {
    return this.#readAll().fences;
  }

  get frontMatter(): FrontMatterSplit {
    return this.#readAll().frontMatter;
  }

  /** Lines by their 1-based numbers, both ends included; numbers outside the document are cut off. */
  linesBetween(from: number, to: number): readonly Line[] {
    return this.#readPart(from, to) ?? this.lines.slice(Math.max(0, from - 1), Math.max(0, to));
  }

  #readOutline(): Outline {
    this.#outline ??= readPlainOutline(this.text) ?? this.#readAll();
    return this.#outline;
  }

  #readAll(): Scan {
    this.#scan ??= scanText(this.text, this.bom);
    this.#outline ??= this.#scan;
    return this.#scan;
  }

  /**
   * The lines from one heading of a plain text to another, or to its end: a heading ends every block above it, so they
   * can be read by themselves. Undefined for other lines and texts, and once all parts together are as long as the text.
   */
  #readPart(from: number, to: number): Line[] | undefined {
    const { headings, lineCount } = this.#readOutline();
    if (this.#scan !== undefined) return undefined;
    const start = headingAt(headings, from - 1)?.offset;
    const end = to >= lineCount ? this.text.length : headingAt(headings, to + 1)?.offset;
    if (start === undefined || end === undefined) return undefined;
    this.#partLength += end - start;
    if (this.#partLength > this.text.length) return undefined;
    const [, ...lines] = scanText(this.text.slice(start, end), "").lines;
    for (const line of lines) {
      line.number += from - 2;
      line.offset += start;
    }
    return lines;
  }
}

/** What is known of a plain text before its lines are read. */
interface Outline {
  readonly headings: readonly Heading[];
  readonly comments: readonly Comment[];
  readonly unclosed: readonly OpenBlock[];
  readonly lineCount: number;
}

interface Scan extends Outline {
  readonly lines: DraftLine[];
  readonly fences: readonly Fence[];
  readonly frontMatter: FrontMatterSplit;
}

function readPlainOutline(text: string): Outline | undefined {
  const plain = readPlainHeadings(text);
  if (plain === undefined) return undefined;
  const { lineCount } = plain;
  const headings = buildHeadings(plain.headings, lineCount, text.length);
  return { headings, comments: [], unclosed: [], lineCount };
}

function scanText(text: string, bom: string): Scan {
  const lines = splitLinesInto(text, bom.length, draftLine);
  const frontMatter = splitFrontMatterLines(text, bom, lines);
  const { headings: marks, ...blocks } = scanBlocks(text, lines, frontMatter.bodyLine - 1);
  const headings = buildHeadings(marks, lines.length, text.length);
  return { lines, lineCount: lines.length, frontMatter, headings, ...blocks };
}

/** The heading on a line; they are sorted by line. */
function headingAt(headings: readonly Heading[], line: number): Heading | undefined {
  let low = 0;
  let high = headings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return headings[low]?.line === line ? headings[low] : undefined;
}

export function renderMarkdown(document: Pick<MarkdownDocument, "bom" | "lines">): string {
  return document.bom + joinLines(document.lines);
}
