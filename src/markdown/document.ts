import { type Fence, type OpenBlock, scanBlocks } from "./blocks/blocks.ts";
import type { Comment } from "./blocks/comment-scan.ts";
import { draftLine, type Line } from "./blocks/line.ts";
import { byteOrderMark, joinLines, splitLinesInto } from "./blocks/lines.ts";
import { buildHeadings, type Heading } from "./headings.ts";
import { type FrontMatterSplit, splitFrontMatterLines } from "./yaml/front-matter.ts";

/** A Markdown text with every line accounted for. */
export interface MarkdownDocument {
  readonly text: string;
  /** A byte order mark, or nothing. It is part of `text` and of no line. */
  readonly bom: string;
  readonly lines: readonly Line[];
  readonly frontMatter: FrontMatterSplit;
  /** Headings outside code, comments, block quotes and list items, in document order. */
  readonly headings: readonly Heading[];
  readonly comments: readonly Comment[];
  readonly fences: readonly Fence[];
  /** Blocks that nothing closes. */
  readonly unclosed: readonly OpenBlock[];
}

/** Reads any text; nothing is an error, and `renderMarkdown` gives the same bytes back. */
export function readMarkdown(text: string): MarkdownDocument {
  const bom = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  const lines = splitLinesInto(text, bom.length, draftLine);
  const frontMatter = splitFrontMatterLines(text, bom, lines);
  const { headings, ...blocks } = scanBlocks(text, lines, frontMatter.bodyLine - 1);
  return { text, bom, lines, frontMatter, headings: buildHeadings(headings, lines), ...blocks };
}

export function renderMarkdown(document: Pick<MarkdownDocument, "bom" | "lines">): string {
  return document.bom + joinLines(document.lines);
}

/** Lines by their 1-based numbers, both ends included; numbers outside the document are cut off. */
export function linesBetween(document: MarkdownDocument, from: number, to: number): readonly Line[] {
  return document.lines.slice(Math.max(0, from - 1), Math.max(0, to));
}
