import { LineCursor } from "./blocks/cursor.ts";
import { type Line, visibleText } from "./blocks/line.ts";
import type { MarkdownDocument } from "./document.ts";

export interface ListItem {
  /** `-`, `*`, `+`, `1.`, `2)`. */
  readonly marker: string;
  readonly ordered: boolean;
  /** 0-based column of the marker. */
  readonly indent: number;
  /** 1-based line of the marker. */
  readonly line: number;
  /** Last line that belongs to it, nested items included. */
  readonly endLine: number;
  /** Its first paragraph, wrapped lines joined with one space, inline Markdown and not comments kept. */
  readonly text: string;
  /** Further paragraphs, each on its first line. */
  readonly paragraphs: readonly { readonly line: number; readonly text: string }[];
  readonly children: readonly ListItem[];
}

/**
 * The list items that begin between two lines (1-based, both included), nested by indentation: an item two or
 * more columns to the right of an earlier one is inside it, so `1.` with bullets two columns in nests as its
 * author meant it.
 */
export function readListItems(
  document: MarkdownDocument,
  fromLine = 1,
  toLine = document.lines.length,
): ListItem[] {
  const reader = new ListReader();
  for (const line of document.linesBetween(fromLine, toLine)) reader.read(line);
  return reader.roots.map(finish);
}

/** Every item of a list, parents before children. */
export function flattenItems(items: readonly ListItem[]): ListItem[] {
  return items.flatMap((item) => [item, ...flattenItems(item.children)]);
}

interface Draft {
  readonly marker: string;
  readonly column: number;
  readonly line: number;
  endLine: number;
  /** Lines of each paragraph; the first is the item's own text. */
  readonly paragraphs: { line: number; parts: string[] }[];
  readonly children: Draft[];
}

class ListReader {
  readonly roots: Draft[] = [];
  private readonly open: Draft[] = [];

  read(line: Line): void {
    if (line.quoted || line.role === "blank") return;
    if (line.items.length > 0) return this.startItems(line);
    const { indent } = new LineCursor().start(line.text);
    if (line.kind === "comment" && indent < (this.open.at(-1)?.column ?? 0) + 2) return;
    // Indented code is never in a list: see `LineKind`.
    if (line.kind === "indented-code") this.leave(0);
    if (line.role === "body" || line.role === "close") return this.extend(line);
    if (line.role === "continuation") return this.append(line);
    this.leave(indent);
    this.extend(line);
    if (line.role !== "text") return;
    this.open.at(-1)?.paragraphs.push({ line: line.number, parts: [] });
    this.append(line);
  }

  private startItems(line: Line): void {
    for (const { marker, column } of line.items) {
      this.leave(column);
      const draft = { marker, column, line: line.number, endLine: line.number, paragraphs: [], children: [] };
      (this.open.at(-1)?.children ?? this.roots).push(draft);
      this.open.push(draft);
    }
    this.open.at(-1)?.paragraphs.push({ line: line.number, parts: [] });
    if (line.kind === "prose") this.append(line);
    else this.extend(line);
  }

  /** Ends the items that something at this column is not inside. */
  private leave(column: number): void {
    while (this.open.length > 0 && column < (this.open.at(-1)?.column ?? 0) + 2) this.open.pop();
  }

  private append(line: Line): void {
    const text = visibleText(line, line.content).trim();
    if (text !== "") this.open.at(-1)?.paragraphs.at(-1)?.parts.push(text);
    this.extend(line);
  }

  private extend(line: Line): void {
    for (const draft of this.open) draft.endLine = line.number;
  }
}

function finish(draft: Draft): ListItem {
  const [own, ...more] = draft.paragraphs;
  return {
    marker: draft.marker,
    ordered: draft.marker.length > 1,
    indent: draft.column,
    line: draft.line,
    endLine: draft.endLine,
    text: own?.parts.join(" ") ?? "",
    paragraphs: more.map(({ line, parts }) => ({ line, text: parts.join(" ") })),
    children: draft.children.map(finish),
  };
}
