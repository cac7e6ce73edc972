import { readMarkdown } from "../markdown/document.ts";
import type { Heading } from "../markdown/headings.ts";
import type { Chunk } from "./chunk.ts";
import { type LineTable, lineTable } from "./text/lines.ts";
import { piecesOf } from "./text/pieces.ts";

/**
 * A Markdown file as sections: each heading with the text up to the next heading of any rank. Long sections
 * are cut at blank lines; every piece keeps the heading's name and breadcrumb.
 */
export function sectionsOf(text: string): Chunk[] {
  const document = readMarkdown(text);
  const lines = lineTable(text);
  const chunks: Chunk[] = [];
  const add = (first: number, last: number, titles: readonly string[]) => {
    const title = titles.at(-1);
    for (const piece of piecesOf(lines, first, last)) {
      chunks.push({
        kind: "section",
        names: title ? namesIn(title) : [],
        symbols: title ? [title] : [],
        containers: titles.slice(0, -1).flatMap(namesIn),
        ...(titles.length > 0 ? { breadcrumb: titles.join(" > ") } : {}),
        ...piece,
      });
    }
  };
  const open: Heading[] = [];
  const firstHeading = document.headings[0]?.line ?? lines.count + 1;
  add(1, firstHeading - 1, []);
  for (const [index, heading] of document.headings.entries()) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    open.push(heading);
    const next = document.headings[index + 1];
    const isBare = isBlankBetween(lines, heading.contentLine, heading.ownEndLine);
    // A heading with nothing but subsections is in their breadcrumbs already.
    if (isBare && next && next.level > heading.level) continue;
    add(
      heading.line,
      heading.ownEndLine,
      open.map((each) => each.text),
    );
  }
  return chunks;
}

function isBlankBetween(lines: LineTable, first: number, last: number): boolean {
  for (let line = first; line <= last; line++) if (!lines.isBlank(line)) return false;
  return true;
}

/** What stands after a label is a name of its own: `Requirement: Session timeout` defines `Session timeout`. */
function namesIn(title: string): string[] {
  const labelled = /^(\p{L}+):\s+(\S.*)$/u.exec(title);
  return labelled ? labelled.slice(1) : [title];
}
