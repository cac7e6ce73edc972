import {
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  SymbolKind,
} from "vscode-languageserver/node";
import { readMarkdown } from "../../markdown/document.ts";
import { parentHeadings } from "../../markdown/heading-places.ts";
import type { Heading } from "../../markdown/headings.ts";
import { outline } from "../../specs/outline.ts";
import { defaultVocabulary, type Vocabulary } from "../../specs/vocabulary.ts";
import { blockRange, lineRange, linesOf } from "../session/positions.ts";

/** The headings as a tree: requirements and scenarios by their names. */
export function documentSymbols(text: string, vocabulary: Vocabulary = defaultVocabulary): DocumentSymbol[] {
  const document = readMarkdown(text);
  const lines = linesOf(text);
  const parents = parentHeadings(document.headings);
  const symbols = new Map<Heading, DocumentSymbol>();
  const roots: DocumentSymbol[] = [];
  for (const mark of outline(document, vocabulary)) {
    const { heading } = mark;
    const named = mark.kind === "requirement" || mark.kind === "scenario" ? mark.name : heading.text;
    const symbol: DocumentSymbol = {
      // Clients refuse a symbol without a name.
      name: named.trim() || "(no name)",
      kind: kinds[mark.kind],
      range: blockRange(lines, heading.line, heading.endLine),
      selectionRange: lineRange(lines, heading.line),
      children: [],
    };
    if (mark.kind === "requirement" || mark.kind === "scenario") symbol.detail = mark.kind;
    symbols.set(heading, symbol);
    const parent = parents.get(heading);
    const siblings = (parent && symbols.get(parent)?.children) ?? roots;
    siblings.push(symbol);
  }
  return roots;
}

const kinds = {
  title: SymbolKind.Module,
  section: SymbolKind.Namespace,
  requirement: SymbolKind.Class,
  scenario: SymbolKind.Method,
  aside: SymbolKind.String,
  inner: SymbolKind.String,
} as const;

/** Sections, fences, comments and front matter of more than one line. */
export function foldingRanges(text: string): FoldingRange[] {
  const { headings, fences, comments, frontMatter, lines } = readMarkdown(text);
  const lastText = (end: number) => {
    let line = end;
    while (line > 0 && (lines[line - 1]?.text.trim() ?? "") === "") line--;
    return line;
  };
  const ranges = [
    ...headings.map(({ line, endLine }) => range(line, lastText(endLine), FoldingRangeKind.Region)),
    ...fences.map(({ line, endLine }) => range(line, endLine, FoldingRangeKind.Region)),
    ...comments.map(({ line, endLine }) => range(line, endLine, FoldingRangeKind.Comment)),
    ...(frontMatter.present
      ? [range(frontMatter.startLine, frontMatter.endLine, FoldingRangeKind.Imports)]
      : []),
  ];
  return ranges.filter(({ startLine, endLine }) => endLine > startLine);
}

function range(from: number, to: number, kind: FoldingRangeKind): FoldingRange {
  return { startLine: from - 1, endLine: to - 1, kind };
}
