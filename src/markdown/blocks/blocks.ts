import {
  atxTitle,
  closesFence,
  commentEnd,
  type FenceStart,
  isAsciiLetter,
  isTableDelimiter,
  isThematicBreak,
  looksLikeDefinition,
  mayStartBlock,
  type RawHtmlStart,
  readAtxStart,
  readFenceStart,
  readListStart,
  readRawHtmlStart,
  startsText,
  underlineLevel,
} from "./block-starts.ts";
import { type Comment, CommentScan, opensComment } from "./comment-scan.ts";
import { Containers, skipQuoteMark } from "./containers.ts";
import { LineCursor } from "./cursor.ts";
import {
  type DraftLine,
  isHidden,
  type LineKind,
  type LineRole,
  type ListMarker,
  noSpans,
  visibleText,
} from "./line.ts";
import type { Span } from "./lines.ts";
import { Lookahead, looksLikeHeading } from "./lookahead.ts";

/** A heading as the block scan saw it. */
export interface HeadingMark {
  readonly level: number;
  readonly style: "atx" | "setext";
  /** As written, without closing hashes and comments. */
  readonly title: string;
  /** Index of its line; of the first one, where a setext title is wrapped. */
  readonly first: number;
  /** Index of its last line: the underline of a setext heading. */
  readonly last: number;
  /** Where it starts in the whole text, and where the line after it does. */
  readonly start: number;
  readonly end: number;
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

/** A fence, comment or HTML block of the document itself that nothing closes. */
export interface OpenBlock {
  readonly line: number;
  /** What opens it, and what would close it: "```", `<!--` and `-->`. */
  readonly opening: string;
  readonly closing: string;
  /** The line of the heading that it would have hidden, and that is read all the same. */
  readonly headingLine: number | undefined;
}

export interface BlockScan {
  readonly headings: readonly HeadingMark[];
  readonly comments: readonly Comment[];
  readonly fences: readonly Fence[];
  readonly unclosed: readonly OpenBlock[];
}

/**
 * One pass over the lines that fills them in, by the block rules of CommonMark 0.31 (containers, fences, comments, setext and
 * ATX headings) with the exceptions that `LineKind` names. Headings in block quotes and list items are not
 * headings of the document. The first `frontMatterLines` lines are front matter.
 *
 * No heading is hidden by accident: a block that nothing closes ends before the first heading in it, and so
 * does one that only the end of a later block of its kind closes. The scan then goes on from that heading.
 *
 * Shortcuts change nothing but the time that it takes; tests compare both ways.
 */
export function scanBlocks(
  text: string,
  lines: readonly DraftLine[],
  frontMatterLines: number,
  hasShortcuts = true,
): BlockScan {
  return new BlockScanner(text, lines, hasShortcuts).scanAll(frontMatterLines);
}

/** A block whose lines are not Markdown, up to its own end or the end of the container that holds it. */
type Verbatim = HtmlBlock | CommentBlock | FenceBlock;
interface OpenedBlock {
  readonly depth: number;
  readonly line: number;
  readonly opening: string;
  readonly closing: string;
}
interface HtmlBlock extends OpenedBlock, RawHtmlStart {
  readonly kind: "html";
}
interface CommentBlock extends OpenedBlock {
  readonly kind: "comment";
}
interface FenceBlock extends OpenedBlock, FenceStart {
  readonly kind: "fence";
  readonly indent: number;
}

const space = 0x20;
const hash = 0x23;
const dash = 0x2d;
const lessThan = 0x3c;

/** What nearly every bullet is, shared by all of them. */
const bulletAtMargin: readonly ListMarker[] = [{ marker: "-", index: 0, column: 0 }];

/** How often a scan goes back from the end of the text; then every block ends at a heading. */
const maxRescans = 16;

interface Paragraph {
  readonly first: number;
  definitionsOnly: boolean;
  table: boolean;
}

/** Whether a line inside a block opens another of its kind. In an example of Markdown it may. */
function reopens(text: string, at: number, block: Verbatim): boolean {
  if (block.kind === "comment") {
    const open = text.indexOf(block.opening, at);
    return open >= 0 && !text.slice(0, open).includes(block.closing);
  }
  if (block.kind === "html") return readRawHtmlStart(text, at)?.opening === block.opening;
  const { char, length } = block;
  if (text[at] !== char || /^(?:md|mdx|markdown)\b/i.test(block.info)) return false;
  const fence = readFenceStart(text, at);
  return fence !== undefined && fence.length >= length && fence.info !== "";
}

/** The title of a setext heading: its lines joined with one space. */
function wrappedTitle(lines: readonly DraftLine[]): string {
  const parts = lines.map((line) => visibleText(line, line.content).trim());
  return parts.filter((part) => part !== "").join(" ");
}

class BlockScanner {
  private readonly text: string;
  private readonly lines: readonly DraftLine[];
  private readonly hasShortcuts: boolean;
  private readonly headings: HeadingMark[] = [];
  private readonly fences: Fence[] = [];
  private readonly unclosed: OpenBlock[] = [];
  private readonly comments: CommentScan;
  private readonly ahead: Lookahead;
  private readonly containers = new Containers();
  private readonly cursor = new LineCursor();
  private verbatim: Verbatim | undefined;
  private paragraph: Paragraph | undefined;
  /** Whether four columns of indentation start code here. */
  private codeMayStart = true;
  /** Index of the line to scan next. */
  private next = 0;
  private rescans = 0;

  constructor(text: string, lines: readonly DraftLine[], hasShortcuts: boolean) {
    this.text = text;
    this.lines = lines;
    this.hasShortcuts = hasShortcuts;
    this.comments = new CommentScan(text, lines);
    this.ahead = new Lookahead(lines);
  }

  scanAll(frontMatterLines: number): BlockScan {
    const { lines, headings, fences, unclosed } = this;
    for (let line = lines[this.next]; line !== undefined; line = lines[this.next]) {
      this.next++;
      if (line.number <= frontMatterLines) this.emit(line, "front-matter", "body", 0);
      else this.scan(line);
      if (this.next === lines.length && this.verbatim !== undefined) {
        this.rescans++;
        this.endUnclosed(this.verbatim, lines.length);
      }
    }
    return { headings, comments: this.comments.found, fences, unclosed };
  }

  private scan(line: DraftLine): void {
    if (this.comments.runsInto(line)) {
      return this.emitText(line, "continuation", 0, this.comments.continueInline(line));
    }
    if (this.verbatim === undefined && this.hasShortcuts && this.scanPlain(line)) return;
    const cursor = this.cursor.start(line.text);
    const matched = this.containers.match(cursor);
    if (this.verbatim !== undefined && matched < this.verbatim.depth) {
      this.endVerbatim(line.number - 1, line.offset);
    }
    if (this.verbatim !== undefined) this.continueVerbatim(line, cursor, this.verbatim);
    else if (cursor.blank) this.blankLine(line, cursor, matched);
    else this.startBlocks(line, cursor, matched);
  }

  /**
   * The lines that most documents consist of: empty ones, and headings, bullets and text at the left margin. The
   * first characters tell what they are; the result is what `startBlocks` would make of them.
   */
  private scanPlain(line: DraftLine): boolean {
    const { text } = line;
    if (text === "") return this.scanEmpty(line);
    const first = text.charCodeAt(0);
    if (first === hash) return this.startHeading(line, 0, 0);
    if (isAsciiLetter(first)) {
      if (this.paragraph === undefined) this.startParagraph(line, 0, 0);
      else this.continueParagraph(line, 0, this.paragraph, 0);
      return true;
    }
    if (first !== dash || !startsText(text, 2) || text.charCodeAt(1) !== space) return false;
    this.closeTo(0);
    line.items = bulletAtMargin;
    this.containers.push({ quote: false, width: 2, empty: false });
    this.startParagraph(line, 2, 1);
    return true;
  }

  private scanEmpty(line: DraftLine): boolean {
    if (this.containers.inQuote) return false;
    this.closeTo(this.containers.depthAfterBlank);
    this.emit(line, "prose", "blank", 0);
    return true;
  }

  private emit(line: DraftLine, kind: LineKind, role: LineRole, content: number, comments = noSpans): void {
    this.codeMayStart = role === "blank" || kind === "indented-code" || kind === "front-matter";
    line.kind = kind;
    line.role = role;
    line.content = content;
    line.quoted = this.containers.inQuote;
    line.comments = comments;
  }

  private emitText(line: DraftLine, role: LineRole, content: number, comments: readonly Span[]): void {
    const hidden = comments.length > 0 && isHidden(line.text, comments);
    this.emit(line, hidden ? "comment" : "prose", hidden ? "body" : role, content, comments);
  }

  private blankLine(line: DraftLine, cursor: LineCursor, matched: number): void {
    this.closeTo(matched);
    this.emit(line, "prose", "blank", cursor.nonspace);
  }

  /** Opens the quotes and list items that start on the line, then the block that they hold. */
  private startBlocks(line: DraftLine, cursor: LineCursor, matched: number): void {
    // Whether the line would otherwise go on with the open paragraph, in all of its containers.
    let interrupts = this.paragraph !== undefined && matched === this.containers.depth;
    let depth = matched;
    while (mayStartBlock(cursor.code) && (cursor.indent < 4 || this.containers.inList(depth))) {
      if (cursor.code === lessThan) {
        const continues = this.paragraph !== undefined && depth === matched;
        if (this.startHtml(line, cursor.nonspace, depth, continues)) return;
        break;
      }
      if (this.startLeaf(line, cursor, depth, interrupts)) return;
      if (!this.startContainer(line, cursor, depth, interrupts)) break;
      interrupts = false;
      depth++;
    }
    const opened = depth > matched;
    const mayBeCode = cursor.indent >= 4 && !this.containers.inList(depth) && (this.codeMayStart || opened);
    if (cursor.blank) this.emit(line, "prose", "marker", cursor.nonspace);
    else if (this.paragraph !== undefined && !opened)
      this.continueParagraph(line, cursor.nonspace, this.paragraph, matched);
    else if (mayBeCode) this.indentedCode(line, cursor, depth);
    else this.startParagraph(line, cursor.nonspace, depth);
  }

  private startContainer(line: DraftLine, cursor: LineCursor, depth: number, interrupts: boolean): boolean {
    if (depth >= this.containers.limit) return false;
    if (skipQuoteMark(cursor)) {
      this.closeTo(depth);
      this.containers.push({ quote: true, width: 0, empty: false });
      return true;
    }
    const { indent, nonspace } = cursor;
    const start = readListStart(line.text, nonspace);
    if (start === undefined) return false;
    if (interrupts && (start.empty || (start.ordinal ?? 1) !== 1)) return false;
    this.closeTo(depth);
    const item = { marker: start.marker, index: nonspace, column: cursor.column + indent };
    line.items = line.items.length === 0 ? [item] : [...line.items, item];
    cursor.skipTo(nonspace + start.marker.length);
    // Five or more spaces after a marker are one space and indented content.
    const padding = cursor.blank || cursor.indent > 4 ? 1 : cursor.indent;
    cursor.skipColumns(padding);
    const width = indent + start.marker.length + padding;
    this.containers.push({ quote: false, width, empty: cursor.blank });
    return true;
  }

  /** A block that ends with its line, or one that is not Markdown. False when the line starts neither. */
  private startLeaf(line: DraftLine, cursor: LineCursor, depth: number, interrupts: boolean): boolean {
    const at = cursor.nonspace;
    switch (line.text[at]) {
      case "#":
        return this.startHeading(line, at, depth);
      case "`":
      case "~":
        return this.startFence(line, cursor, depth);
      default:
        if (interrupts && this.startUnderline(line, at)) return true;
        if (!isThematicBreak(line.text, at)) return false;
        this.closeTo(depth);
        this.emit(line, "prose", "break", at);
        return true;
    }
  }

  private startHeading(line: DraftLine, at: number, depth: number): boolean {
    const start = readAtxStart(line.text, at);
    if (start === undefined) return false;
    this.closeTo(depth);
    const { level, titleStart } = start;
    this.emit(line, "prose", "heading", at, this.comments.readInline(line, titleStart, "line"));
    if (depth === 0) this.addHeading(level, "atx", atxTitle(visibleText(line, titleStart)), line, line);
    return true;
  }

  private startUnderline(line: DraftLine, at: number): boolean {
    const level = underlineLevel(line.text, at);
    const paragraph = this.paragraph;
    if (level === undefined || paragraph === undefined) return false;
    if (paragraph.table || paragraph.definitionsOnly) return false;
    const { depth } = this.containers;
    if (depth === 0) {
      const title = this.lines.slice(paragraph.first, line.number - 1);
      this.addHeading(level, "setext", wrappedTitle(title), title[0] ?? line, line);
    }
    this.closeTo(depth);
    this.emit(line, "prose", "underline", at);
    return true;
  }

  private addHeading(
    level: number,
    style: HeadingMark["style"],
    title: string,
    first: DraftLine,
    last: DraftLine,
  ): void {
    this.headings.push({
      level,
      style,
      title,
      first: first.number - 1,
      last: last.number - 1,
      start: first.offset,
      end: last.offset + last.text.length + last.ending.length,
    });
  }

  private startFence(line: DraftLine, cursor: LineCursor, depth: number): boolean {
    const start = readFenceStart(line.text, cursor.nonspace);
    if (start === undefined) return false;
    this.closeTo(depth);
    const fence = start.char.repeat(start.length);
    const marks = { opening: fence, closing: fence, line: line.number, depth };
    this.verbatim = { kind: "fence", indent: cursor.indent, ...marks, ...start };
    this.emit(line, "fenced-code", "open", cursor.nonspace);
    return true;
  }

  /** In the middle of a paragraph only a block that ends before the next heading is meant as one. */
  private startHtml(line: DraftLine, at: number, depth: number, continues: boolean): boolean {
    const isComment = opensComment(line.text, at);
    const start = isComment
      ? { opening: "<!--", closing: "-->", end: commentEnd }
      : readRawHtmlStart(line.text, at);
    if (start === undefined || (continues && !this.endsBeforeHeading(line, start.end))) return false;
    this.closeTo(depth);
    const block = { ...start, depth, line: line.number };
    if (isComment) {
      const spans = this.comments.readBlock(line, at);
      if (this.comments.blockOpen) this.verbatim = { kind: "comment", ...block };
      this.emitText(line, "text", at, spans);
    } else {
      if (!start.end.test(line.text.slice(at))) this.verbatim = { kind: "html", ...block };
      this.emit(line, "raw-html", "body", at);
    }
    return true;
  }

  private endsBeforeHeading(line: DraftLine, end: RegExp): boolean {
    const at = line.number - 1;
    return this.ahead.matchFrom(at, end) < this.ahead.headingFrom(at);
  }

  private continueVerbatim(line: DraftLine, cursor: LineCursor, block: Verbatim): void {
    const at = cursor.nonspace;
    if (this.isLost(line, at, block)) return this.endUnclosed(block, line.number - 1);
    if (block.kind === "comment") {
      const spans = this.comments.readBlock(line, 0);
      if (!this.comments.blockOpen) this.verbatim = undefined;
      this.emitText(line, "text", at, spans);
    } else if (block.kind === "html") {
      if (block.end.test(line.text.slice(at))) this.verbatim = undefined;
      this.emit(line, "raw-html", "body", at);
    } else {
      const closes = cursor.indent <= Math.max(3, block.indent) && closesFence(line.text, at, block);
      this.emit(line, "fenced-code", closes ? "close" : "body", at);
      if (closes) this.endVerbatim(line.number, line.offset, true);
    }
  }

  /** Whether a block took a heading with it, since another of its kind opens before it is closed. */
  private isLost(line: DraftLine, at: number, block: Verbatim): boolean {
    if (block.depth > 0) return false;
    if (this.rescans >= maxRescans && looksLikeHeading(line.text)) return true;
    return reopens(line.text, at, block) && this.ahead.headingFrom(block.line) < line.number - 1;
  }

  /** Ends a block that no line before the one at index `end` closes: at the first heading in it, if there is one. */
  private endUnclosed(block: Verbatim, end: number): void {
    const { depth, line, opening, closing } = block;
    const last = depth > 0 ? end : Math.min(this.ahead.headingFrom(line), end);
    const isLost = last < this.lines.length;
    const headingLine = isLost ? last + 1 : undefined;
    if (depth === 0) this.unclosed.push({ line, opening, closing, headingLine });
    this.endVerbatim(last, this.lines[last]?.offset ?? this.text.length);
    this.next = last;
  }

  private endVerbatim(lastLine: number, end: number, closed = false): void {
    const block = this.verbatim;
    this.verbatim = undefined;
    this.comments.endBlock(lastLine, end);
    if (block?.kind !== "fence") return;
    const { line, char, length, info } = block;
    this.fences.push({ line, endLine: lastLine, fence: char.repeat(length), info, closed });
  }

  private indentedCode(line: DraftLine, cursor: LineCursor, depth: number): void {
    this.closeTo(depth);
    this.emit(line, "indented-code", "body", cursor.nonspace);
  }

  private startParagraph(line: DraftLine, at: number, depth: number): void {
    this.closeTo(depth);
    const definitionsOnly = looksLikeDefinition(line.text, at);
    this.paragraph = { first: line.number - 1, definitionsOnly, table: false };
    this.emitText(line, "text", at, this.comments.readInline(line, at, "paragraph"));
  }

  /** Also the lazy continuation of a paragraph in a quote or item that the line itself does not stay in. */
  private continueParagraph(line: DraftLine, at: number, paragraph: Paragraph, matched: number): void {
    if (matched === this.containers.depth && !paragraph.table && isTableDelimiter(line.text, at)) {
      paragraph.table = this.lines[line.number - 2]?.text.includes("|") === true;
    }
    if (!looksLikeDefinition(line.text, at)) paragraph.definitionsOnly = false;
    const [role, within] = paragraph.table
      ? (["table", "line"] as const)
      : (["continuation", "paragraph"] as const);
    this.emitText(line, role, at, this.comments.readInline(line, at, within));
  }

  /** Ends the paragraph and every container beyond `depth`; the rest holds something now. */
  private closeTo(depth: number): void {
    this.paragraph = undefined;
    this.containers.closeTo(depth);
    this.containers.fill();
  }
}
