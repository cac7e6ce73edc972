import type { Line } from "./blocks/line.ts";
import type { MarkdownDocument } from "./document.ts";
import type { Heading } from "./headings.ts";

/** A heading with the text under it. */
export interface Section {
  /** Undefined for the text before the first heading. */
  readonly heading: Heading | undefined;
  /** The headings from the outermost down to this one, as read; empty before the first heading. */
  readonly breadcrumb: readonly string[];
  /** First line, the heading included. */
  readonly line: number;
  /** Last line of its own text, before any heading. */
  readonly ownEndLine: number;
  /** Last line, its subsections included. */
  readonly endLine: number;
  readonly children: readonly Section[];
}

/**
 * The tree of sections. Text before the first heading is a section of its own when it is not blank. A level
 * may be skipped: the parent is the nearest earlier heading of a smaller level.
 */
export function sections(document: MarkdownDocument): Section[] {
  const roots: Section[] = [];
  const open: { level: number; section: Section; children: Section[] }[] = [];
  const preamble = preambleOf(document);
  if (preamble !== undefined) roots.push(preamble);
  for (const heading of document.headings) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    const parent = open.at(-1);
    const children: Section[] = [];
    const breadcrumb = [...(parent?.section.breadcrumb ?? []), heading.text];
    const { line, ownEndLine, endLine } = heading;
    const section: Section = { heading, breadcrumb, line, ownEndLine, endLine, children };
    (parent?.children ?? roots).push(section);
    open.push({ level: heading.level, section, children });
  }
  return roots;
}

/** Every section of a tree, parents before children. */
export function flattenSections(tree: readonly Section[]): Section[] {
  return tree.flatMap((section) => [section, ...flattenSections(section.children)]);
}

/** The text under a heading, subsections included. */
export function sectionLines(document: MarkdownDocument, heading: Heading): readonly Line[] {
  return document.linesBetween(heading.contentLine, heading.endLine);
}

/** The text under a heading before the next heading of any level. */
export function ownLines(document: MarkdownDocument, heading: Heading): readonly Line[] {
  return document.linesBetween(heading.contentLine, heading.ownEndLine);
}

/** The headings directly under a heading: those that no other heading of its section holds. */
export function childHeadings(document: MarkdownDocument, heading: Heading): Heading[] {
  const children: Heading[] = [];
  let covered = heading.ownEndLine;
  for (const candidate of document.headings) {
    if (candidate.line <= covered || candidate.line > heading.endLine) continue;
    children.push(candidate);
    covered = candidate.endLine;
  }
  return children;
}

function preambleOf(document: MarkdownDocument): Section | undefined {
  const line = document.frontMatter.bodyLine;
  const endLine = (document.headings[0]?.line ?? document.lines.length + 1) - 1;
  const hasText = document.linesBetween(line, endLine).some((each) => each.role !== "blank");
  return hasText
    ? { heading: undefined, breadcrumb: [], line, ownEndLine: endLine, endLine, children: [] }
    : undefined;
}
