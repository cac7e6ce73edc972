import type { MarkdownDocument } from "../document.ts";
import { visibleText } from "./line.ts";

export interface Paragraph {
  /** 1-based. */
  readonly line: number;
  readonly endLine: number;
  /** Lines joined with one space, inline Markdown kept, comments left out. */
  readonly text: string;
  /** Whether it is the text of a list item. */
  readonly item: boolean;
}

/** The paragraphs between two lines (1-based, both included), also those of list items and quotes. */
export function readParagraphs(
  document: MarkdownDocument,
  fromLine = 1,
  toLine = document.lines.length,
): Paragraph[] {
  const paragraphs: { line: number; endLine: number; parts: string[]; item: boolean }[] = [];
  let open = false;
  for (const line of document.linesBetween(fromLine, toLine)) {
    if (line.kind === "comment") continue;
    if (line.kind !== "prose" || (line.role !== "text" && line.role !== "continuation")) {
      open = false;
      continue;
    }
    if (line.role === "text" || !open) {
      paragraphs.push({ line: line.number, endLine: line.number, parts: [], item: line.items.length > 0 });
    }
    open = true;
    const paragraph = paragraphs.at(-1);
    const text = visibleText(line, line.content).trim();
    if (text !== "") paragraph?.parts.push(text);
    if (paragraph !== undefined) paragraph.endLine = line.number;
  }
  return paragraphs.map(({ parts, ...rest }) => ({ ...rest, text: parts.join(" ") }));
}
