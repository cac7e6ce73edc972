import {
  closesFence,
  closesRawHtml,
  type FenceStart,
  isTableDelimiter,
  isThematicBreak,
  looksLikeDefinition,
  opensRawHtml,
  readAtxStart,
  readFenceStart,
  readListStart,
  underlineLevel,
} from "./block-starts.ts";
import { type Comment, CommentScan, opensComment } from "./comment-scan.ts";
import { Containers, skipQuoteMark } from "./containers.ts";
import { LineCursor } from "./cursor.ts";
import { isHidden, type Line, type LineKind, type LineRole, type ListMarker } from "./line.ts";
import type { RawLine, Span } from "./lines.ts";

/** A heading as the block scan saw it: the lines that hold it, by index. */
export interface HeadingMark {
  readonly level: number;
  readonly style: "atx" | "setext";
  readonly first: number;
  /** The underline of a setext heading; the line itself otherwise. */
  readonly last: number;
  /** Where an ATX title starts in its line. */
  readonly titleStart: number;
}

/** A fenced code block. */
export interface Fence {
  readonly line: number;
  readonly endLine: number;
  /** The fence itself: "```", "~~~~". */
  readonly fence: string;
  /** The info string, trimmed. */
  readonly info: string;
  readonly closed: boolean;
}

export interface BlockScan {
  readonly lines: readonly Line[];
  readonly headings: readonly HeadingMark[];
  readonly comments: readonly Comment[];
  readonly fences: readonly Fence[];
}

/**
 * One pass over the lines, by the block rules of CommonMark 0.31 (containers, fences, comments, setext and
 * ATX headings) with the exceptions that `LineKind` names. Headings in block quotes and list items are not
 * headings of the document. `bodyIndex` is the first line after the front matter.
 */
export function scanBlocks(text: string, raw: readonly RawLine[], bodyIndex: number): BlockScan {
  const scanner = new BlockScanner(text, raw);
  for (const [index, line] of raw.entries()) {
    if (index < bodyIndex) scanner.emit(line, "front-matter", "body", 0);
    else scanner.scan(index, line);
  }
  return scanner.finish();
}

/** A block whose lines are not Markdown, up to its own end or the end of the container that holds it. */
type Verbatim = HtmlBlock | CommentBlock | FenceBlock;
type HtmlBlock = { readonly kind: "html"; readonly depth: number };
type CommentBlock = { readonly kind: "comment"; readonly depth: number };
interface FenceBlock extends FenceStart {
  readonly kind: "fence";
  readonly depth: number;
  readonly line: number;
  readonly indent: number;
}

interface Paragraph {
  readonly first: number;
  definitionsOnly: boolean;
  table: boolean;
}

const noItems: readonly ListMarker[] = [];
const noSpans: readonly Span[] = [];

class BlockScanner {
  private readonly text: string;
  private readonly lines: Line[] = [];
  private readonly headings: HeadingMark[] = [];
  private readonly fences: Fence[] = [];
  private readonly comments: CommentScan;
  private readonly containers = new Containers();
  private verbatim: Verbatim | undefined;
  private paragraph: Paragraph | undefined;
  /** Whether four columns of indentation start code here. */
  private codeMayStart = true;

  constructor(text: string, raw: readonly RawLine[]) {
    this.text = text;
    this.comments = new CommentScan(text, raw);
  }

  scan(index: number, raw: RawLine): void {
    if (this.comments.runsInto(raw)) {
      return this.emitText(raw, "continuation", 0, noItems, this.comments.continueInline(index, raw));
    }
    const cursor = new LineCursor(raw.text);
    const matched = this.containers.match(cursor);
    if (this.verbatim !== undefined && matched < this.verbatim.depth)
      this.endVerbatim(raw.number - 1, raw.offset);
    if (this.verbatim !== undefined) this.continueVerbatim(index, raw, cursor, this.verbatim);
    else if (cursor.blank) this.blankLine(raw, cursor, matched);
    else this.startBlocks(index, raw, cursor, matched);
  }

  finish(): BlockScan {
    this.endVerbatim(this.lines.length, this.text.length);
    return { lines: this.lines, headings: this.headings, comments: this.comments.found, fences: this.fences };
  }

  emit(
    raw: RawLine,
    kind: LineKind,
    role: LineRole,
    content: number,
    items = noItems,
    comments = noSpans,
  ): void {
    this.codeMayStart = role === "blank" || kind === "indented-code" || kind === "front-matter";
    const { number, text, ending, offset } = raw;
    const quoted = this.containers.inQuote;
    this.lines.push({ number, text, ending, offset, kind, role, content, quoted, items, comments });
  }

  private emitText(
    raw: RawLine,
    role: LineRole,
    content: number,
    items: readonly ListMarker[],
    comments: readonly Span[],
  ) {
    const hidden = comments.length > 0 && isHidden(raw.text, comments);
    this.emit(raw, hidden ? "comment" : "prose", hidden ? "body" : role, content, items, comments);
  }

  private blankLine(raw: RawLine, cursor: LineCursor, matched: number): void {
    this.closeTo(matched);
    this.emit(raw, "prose", "blank", cursor.nonspace);
  }

  /** Opens the quotes and list items that start on the line, then the block that they hold. */
  private startBlocks(index: number, raw: RawLine, cursor: LineCursor, matched: number): void {
    const items: ListMarker[] = [];
    let depth = matched;
    while (!cursor.blank && (cursor.indent < 4 || this.containers.inList(depth))) {
      const interrupted =
        this.paragraph !== undefined && depth === matched && matched === this.containers.depth;
      if (this.startLeaf(index, raw, cursor, depth, interrupted, items)) return;
      if (!this.startContainer(cursor, depth, interrupted, items)) break;
      depth++;
    }
    const opened = depth > matched;
    if (cursor.blank) this.emit(raw, "prose", "marker", cursor.nonspace, items);
    else if (this.paragraph !== undefined && !opened) this.continueParagraph(index, raw, cursor, matched);
    else if (cursor.indent >= 4 && !this.containers.inList(depth) && (this.codeMayStart || opened)) {
      this.closeTo(depth);
      this.emit(raw, "indented-code", "body", cursor.nonspace, items);
    } else this.startParagraph(index, raw, cursor, depth, items);
  }

  /** A quote or a list item. `interrupted`: the line would otherwise go on with the open paragraph. */
  private startContainer(
    cursor: LineCursor,
    depth: number,
    interrupted: boolean,
    items: ListMarker[],
  ): boolean {
    if (depth >= this.containers.limit) return false;
    if (skipQuoteMark(cursor)) {
      this.closeTo(depth);
      this.containers.push({ quote: true, width: 0, empty: false });
      return true;
    }
    const start = readListStart(cursor.text, cursor.nonspace);
    if (start === undefined) return false;
    if (interrupted && (start.empty || (start.ordinal ?? 1) !== 1)) return false;
    this.closeTo(depth);
    const { indent, nonspace } = cursor;
    items.push({ marker: start.marker, index: nonspace, column: cursor.column + indent });
    cursor.skipTo(nonspace + start.marker.length);
    // Five or more blanks after a marker are one blank and indented content.
    const padding = cursor.blank || cursor.indent > 4 ? 1 : cursor.indent;
    cursor.skipColumns(padding);
    this.containers.push({
      quote: false,
      width: indent + start.marker.length + padding,
      empty: cursor.blank,
    });
    return true;
  }

  /** A block that ends with its line, or one that is not Markdown. False when the line starts neither. */
  private startLeaf(
    index: number,
    raw: RawLine,
    cursor: LineCursor,
    depth: number,
    interrupted: boolean,
    items: readonly ListMarker[],
  ): boolean {
    const { text } = raw;
    const at = cursor.nonspace;
    switch (text[at]) {
      case "#":
        return this.startHeading(index, raw, at, depth, items);
      case "`":
      case "~":
        return this.startFence(raw, cursor, depth, items);
      case "<":
        return this.startHtml(index, raw, at, depth, items);
      default:
        if (interrupted && this.startUnderline(index, raw, at)) return true;
        if (!isThematicBreak(text, at)) return false;
        this.closeTo(depth);
        this.emit(raw, "prose", "break", at, items);
        return true;
    }
  }

  private startHeading(
    index: number,
    raw: RawLine,
    at: number,
    depth: number,
    items: readonly ListMarker[],
  ): boolean {
    const start = readAtxStart(raw.text, at);
    if (start === undefined) return false;
    this.closeTo(depth);
    const { level, titleStart } = start;
    if (depth === 0) this.headings.push({ level, style: "atx", first: index, last: index, titleStart });
    const comments = this.comments.readInline(index, raw, titleStart, "line");
    this.emit(raw, "prose", "heading", at, items, comments);
    return true;
  }

  private startUnderline(index: number, raw: RawLine, at: number): boolean {
    const level = underlineLevel(raw.text, at);
    const paragraph = this.paragraph;
    if (level === undefined || paragraph === undefined) return false;
    if (paragraph.table || paragraph.definitionsOnly) return false;
    const depth = this.containers.depth;
    if (depth === 0) {
      this.headings.push({ level, style: "setext", first: paragraph.first, last: index, titleStart: 0 });
    }
    this.closeTo(depth);
    this.emit(raw, "prose", "underline", at);
    return true;
  }

  private startFence(raw: RawLine, cursor: LineCursor, depth: number, items: readonly ListMarker[]): boolean {
    const start = readFenceStart(raw.text, cursor.nonspace);
    if (start === undefined) return false;
    this.closeTo(depth);
    this.verbatim = { kind: "fence", depth, line: raw.number, indent: cursor.indent, ...start };
    this.emit(raw, "fenced-code", "open", cursor.nonspace, items);
    return true;
  }

  private startHtml(
    index: number,
    raw: RawLine,
    at: number,
    depth: number,
    items: readonly ListMarker[],
  ): boolean {
    if (opensComment(raw.text, at)) {
      this.closeTo(depth);
      const spans = this.comments.readBlock(index, raw, at);
      if (this.comments.blockOpen) this.verbatim = { kind: "comment", depth };
      this.emitText(raw, "text", at, items, spans);
      return true;
    }
    if (!opensRawHtml(raw.text, at)) return false;
    this.closeTo(depth);
    if (!closesRawHtml(raw.text, at)) this.verbatim = { kind: "html", depth };
    this.emit(raw, "raw-html", "body", at, items);
    return true;
  }

  private continueVerbatim(index: number, raw: RawLine, cursor: LineCursor, block: Verbatim): void {
    const at = cursor.nonspace;
    if (block.kind === "comment") {
      const spans = this.comments.readBlock(index, raw, 0);
      if (!this.comments.blockOpen) this.verbatim = undefined;
      this.emitText(raw, "text", at, noItems, spans);
    } else if (block.kind === "html") {
      if (closesRawHtml(raw.text, at)) this.verbatim = undefined;
      this.emit(raw, "raw-html", "body", at);
    } else {
      const closes = cursor.indent <= Math.max(3, block.indent) && closesFence(raw.text, at, block);
      this.emit(raw, "fenced-code", closes ? "close" : "body", at);
      if (closes) this.endVerbatim(raw.number, raw.offset, true);
    }
  }

  private endVerbatim(lastLine: number, end: number, closed = false): void {
    const block = this.verbatim;
    this.verbatim = undefined;
    this.comments.endBlock(lastLine, end);
    if (block?.kind !== "fence") return;
    const { line, char, length, info } = block;
    this.fences.push({ line, endLine: lastLine, fence: char.repeat(length), info, closed });
  }

  private startParagraph(
    index: number,
    raw: RawLine,
    cursor: LineCursor,
    depth: number,
    items: readonly ListMarker[],
  ): void {
    this.closeTo(depth);
    const at = cursor.nonspace;
    this.paragraph = { first: index, definitionsOnly: looksLikeDefinition(raw.text, at), table: false };
    this.emitText(raw, "text", at, items, this.comments.readInline(index, raw, at, "paragraph"));
  }

  /** Also the lazy continuation of a paragraph in a quote or item that the line itself does not stay in. */
  private continueParagraph(index: number, raw: RawLine, cursor: LineCursor, matched: number): void {
    const at = cursor.nonspace;
    const paragraph = this.paragraph;
    if (paragraph === undefined) return;
    if (matched === this.containers.depth && !paragraph.table && isTableDelimiter(raw.text, at)) {
      paragraph.table = this.lines.at(-1)?.text.includes("|") === true;
    }
    if (!looksLikeDefinition(raw.text, at)) paragraph.definitionsOnly = false;
    const within = paragraph.table ? "line" : "paragraph";
    const role = paragraph.table ? "table" : "continuation";
    this.emitText(raw, role, at, noItems, this.comments.readInline(index, raw, at, within));
  }

  /** Ends the paragraph and every container beyond `depth`; the rest holds something now. */
  private closeTo(depth: number): void {
    this.paragraph = undefined;
    this.containers.closeTo(depth);
    this.containers.fill();
  }
}
