import type { Line } from "../markdown/blocks/line.ts";
import { type MarkdownDocument, readMarkdown } from "../markdown/document.ts";
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
  const open: Title[] = [];
  const titles = titlesOf(document);
  add(1, (titles[0]?.line ?? lines.count + 1) - 1, []);
  for (const [index, title] of titles.entries()) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= title.level) open.pop();
    open.push(title);
    const next = titles[index + 1];
    const last = (next?.line ?? lines.count + 1) - 1;
    const isBare = isBlankBetween(lines, title.contentLine, last);
    // A heading with nothing but subsections is in their breadcrumbs already.
    if (isBare && next && next.level > title.level) continue;
    add(
      title.line,
      last,
      open.map((each) => each.text),
    );
  }
  return chunks;
}

type Title = Pick<Heading, "level" | "text" | "line" | "contentLine">;

/** Headings of Markdown and of HTML, in which many a README writes its first one. */
function titlesOf({ lines, headings }: MarkdownDocument): readonly Title[] {
  const html = lines.flatMap((line, at) => {
    const level = line.kind === "prose" ? /^\s*<h([1-6])\b/i.exec(line.text)?.[1] : undefined;
    return level === undefined ? [] : (htmlTitle(lines, at, Number(level)) ?? []);
  });
  return html.length === 0 ? headings : [...headings, ...html].sort((a, b) => a.line - b.line);
}

const maxHtmlTitleLength = 12;

function htmlTitle(lines: readonly Line[], at: number, level: number): Title | undefined {
  const end = new RegExp(`</h${level}\\s*>`, "i");
  const size = lines.slice(at, at + maxHtmlTitleLength).findIndex((line) => end.test(line.text)) + 1;
  if (size === 0) return undefined;
  const source = lines.slice(at, at + size).map((line) => line.text);
  const inner = source.join(" ").split(end, 1)[0] ?? "";
  const text = inner
    .replace(/<[^>]{0,500}>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? undefined : { level, text, line: at + 1, contentLine: at + size + 1 };
}

function isBlankBetween(lines: LineTable, first: number, last: number): boolean {
  for (let line = first; line <= last; line++) if (!lines.isBlank(line)) return false;
  return true;
}

/** The text after a label is a name of its own: `Requirement: Session timeout` defines `Session timeout`. */
function namesIn(title: string): string[] {
  const labeled = /^(\p{L}+):\s+(\S.*)$/u.exec(title);
  return labeled ? labeled.slice(1) : [title];
}
