import { atxTitle } from "./blocks/block-starts.ts";
import type { HeadingMark } from "./blocks/blocks.ts";
import { type Line, visibleText } from "./blocks/line.ts";
import { plainText } from "./inline/plain-text.ts";
import { headingSlug, uniqueSlugs } from "./slug.ts";

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** The title as written, trimmed, without closing hashes and comments; inline Markdown is kept. */
  readonly title: string;
  /** The title as read: emphasis, code and links stripped to their text. */
  readonly text: string;
  /** 1-based line of the title (the first one, where a setext title is wrapped). */
  readonly line: number;
  /** The first line after the heading; one past the last line of the document when nothing follows. */
  readonly contentLine: number;
  /** The last line before the next heading of any level. */
  readonly ownEndLine: number;
  /** The last line of the section: before the next heading of the same or a higher rank, or the last one. */
  readonly endLine: number;
  /** Unique in the document; empty when the title holds no letter or number. */
  readonly slug: string;
  readonly style: "atx" | "setext";
}

export function buildHeadings(marks: readonly HeadingMark[], lines: readonly Line[]): Heading[] {
  const ends = sectionEnds(marks, lines.length);
  const slugs = new Slugs();
  marks.forEach((mark, index) => {
    const ownEndLine = marks[index + 1]?.first ?? lines.length;
    slugs.headings.push(
      new ReadHeading(mark, titleOf(mark, lines), ownEndLine, ends[index] ?? lines.length, slugs, index),
    );
  });
  return slugs.headings;
}

class ReadHeading implements Heading {
  readonly level: number;
  readonly title: string;
  readonly line: number;
  readonly contentLine: number;
  readonly ownEndLine: number;
  readonly endLine: number;
  readonly style: "atx" | "setext";
  private readonly slugs: Slugs;
  private readonly index: number;

  constructor(
    { level, style, first, last }: HeadingMark,
    title: string,
    ownEndLine: number,
    endLine: number,
    slugs: Slugs,
    index: number,
  ) {
    this.level = level;
    this.title = title;
    this.line = first + 1;
    this.contentLine = last + 2;
    this.ownEndLine = ownEndLine;
    this.endLine = endLine;
    this.style = style;
    this.slugs = slugs;
    this.index = index;
  }

  get text(): string {
    return plainText(this.title);
  }

  get slug(): string {
    return this.slugs.at(this.index);
  }
}

/** The slugs of all headings, made when the first is asked for: few readers do, and each depends on those above. */
class Slugs {
  readonly headings: Heading[] = [];
  private made: readonly string[] | undefined;

  at(index: number): string {
    if (this.made === undefined) {
      const unique = uniqueSlugs();
      this.made = this.headings.map(({ title }) => unique(headingSlug(title)));
    }
    return this.made[index] ?? "";
  }
}

function titleOf(mark: HeadingMark, lines: readonly Line[]): string {
  if (mark.style === "atx") {
    const line = lines[mark.first];
    return line === undefined ? "" : atxTitle(visibleText(line, mark.titleStart));
  }
  const parts: string[] = [];
  for (const line of lines.slice(mark.first, mark.last)) {
    const part = visibleText(line, line.content).trim();
    if (part !== "") parts.push(part);
  }
  return parts.join(" ");
}

/** For each heading the line before the next one of its own or a higher rank. */
function sectionEnds(marks: readonly HeadingMark[], lastLine: number): number[] {
  const ends: number[] = new Array(marks.length).fill(lastLine);
  const open: number[] = [];
  marks.forEach(({ level, first }, index) => {
    while (open.length > 0) {
      const top = open[open.length - 1] ?? 0;
      if ((marks[top]?.level ?? 0) < level) break;
      ends[top] = first;
      open.pop();
    }
    open.push(index);
  });
  return ends;
}
