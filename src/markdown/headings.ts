import type { HeadingMark } from "./blocks/blocks.ts";
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
  /** Where the heading starts in the whole text. */
  readonly offset: number;
  /** Where `contentLine` starts. */
  readonly contentOffset: number;
  /** Where the next heading of any level starts; the end of the text after the last one. */
  readonly ownEndOffset: number;
  /** Unique in the document; empty when the title holds no letter or number. */
  readonly slug: string;
  readonly style: "atx" | "setext";
}

/** The headings of a text of this length and so many lines. */
export function buildHeadings(marks: readonly HeadingMark[], lineCount: number, length: number): Heading[] {
  const ends = sectionEnds(marks, lineCount);
  const slugs = new Slugs();
  let index = 0;
  for (const mark of marks) {
    const next = marks[index + 1];
    const own = { line: next?.first ?? lineCount, offset: next?.start ?? length };
    slugs.headings.push(new ReadHeading(mark, own, ends[index] ?? lineCount, slugs, index++));
  }
  return slugs.headings;
}

class ReadHeading implements Heading {
  readonly level: number;
  readonly title: string;
  readonly line: number;
  readonly contentLine: number;
  readonly ownEndLine: number;
  readonly endLine: number;
  readonly offset: number;
  readonly contentOffset: number;
  readonly ownEndOffset: number;
  readonly style: "atx" | "setext";
  readonly #slugs: Slugs;
  readonly #index: number;

  constructor(
    mark: HeadingMark,
    ownEnd: { readonly line: number; readonly offset: number },
    endLine: number,
    slugs: Slugs,
    index: number,
  ) {
    this.level = mark.level;
    this.title = mark.title;
    this.line = mark.first + 1;
    this.contentLine = mark.last + 2;
    this.ownEndLine = ownEnd.line;
    this.endLine = endLine;
    this.offset = mark.start;
    this.contentOffset = mark.end;
    this.ownEndOffset = ownEnd.offset;
    this.style = mark.style;
    this.#slugs = slugs;
    this.#index = index;
  }

  get text(): string {
    return plainText(this.title);
  }

  get slug(): string {
    return this.#slugs.at(this.#index);
  }
}

/** The slugs of all headings, made when the first is asked for: few readers do, and each depends on those above. */
class Slugs {
  readonly headings: Heading[] = [];
  #made: readonly string[] | undefined;

  at(index: number): string {
    if (this.#made === undefined) {
      const unique = uniqueSlugs();
      this.#made = this.headings.map(({ title }) => unique(headingSlug(title)));
    }
    return this.#made[index] ?? "";
  }
}

/** For each heading the line before the next one of its own or a higher rank. */
function sectionEnds(marks: readonly HeadingMark[], lastLine: number): number[] {
  const ends: number[] = new Array(marks.length).fill(lastLine);
  const open: number[] = [];
  let index = 0;
  for (const { level, first } of marks) {
    while (open.length > 0) {
      const top = open[open.length - 1] ?? 0;
      if ((marks[top]?.level ?? 0) < level) break;
      ends[top] = first;
      open.pop();
    }
    open.push(index++);
  }
  return ends;
}
