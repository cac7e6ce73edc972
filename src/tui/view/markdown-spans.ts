import { at } from "../../kernel/array.ts";
import type { Line } from "../../markdown/blocks/line.ts";
import { type MarkdownDocument, readMarkdown } from "../../markdown/document.ts";
import type { Span } from "../screen/grid.ts";
import { normal, overlay, type Style } from "../screen/style.ts";
import { theme } from "../screen/theme.ts";
import type { TextPage } from "../state/model.ts";

const documents = new WeakMap<TextPage, MarkdownDocument>();
const lines = new WeakMap<TextPage, Map<number, readonly Span[]>>();

/** A line of a page with highlighting. The texts of the spans joined are the line. */
export function lineSpans(page: TextPage, index: number): readonly Span[] {
  const text = at(page.lines, index);
  if (!page.markdown) return [{ text, style: normal }];
  const cache = lines.get(page) ?? new Map<number, readonly Span[]>();
  lines.set(page, cache);
  const cached = cache.get(index);
  if (cached) return cached;
  const document = documents.get(page) ?? readMarkdown(page.lines.join("\n"));
  documents.set(page, document);
  const spans = highlight(document.lines[index], text);
  cache.set(index, spans);
  return spans;
}

/** The spans of a part of a line. */
export function sliceSpans(spans: readonly Span[], start: number, end: number): Span[] {
  const slice: Span[] = [];
  let offset = 0;
  for (const { text, style } of spans) {
    const part = text.slice(Math.max(0, start - offset), Math.max(0, end - offset));
    if (part !== "") slice.push({ text: part, style });
    offset += text.length;
  }
  return slice;
}

/** Highlights every occurrence of a text. */
export function markMatches(spans: readonly Span[], find: string, style: Style): Span[] {
  const text = spans.map((span) => span.text).join("");
  const lower = text.toLowerCase();
  const pattern = find.toLowerCase();
  const marked: Span[] = [];
  let offset = 0;
  for (let hit = lower.indexOf(pattern); hit >= 0; hit = lower.indexOf(pattern, offset)) {
    marked.push(...sliceSpans(spans, offset, hit));
    const part = sliceSpans(spans, hit, hit + pattern.length);
    marked.push(...part.map((span) => ({ ...span, style: overlay(span.style, style) })));
    offset = hit + pattern.length;
  }
  return [...marked, ...sliceSpans(spans, offset, text.length)];
}

function highlight(line: Line | undefined, text: string): Span[] {
  if (!line) return [{ text, style: normal }];
  if (line.kind === "fenced-code" || line.kind === "indented-code") return [{ text, style: theme.code }];
  if (line.kind !== "prose") return [{ text, style: theme.dim }];
  if (line.role === "heading" || line.role === "underline") return [{ text, style: theme.heading }];
  if (line.role === "break") return [{ text, style: theme.dim }];
  return inline(text, line.quoted ? theme.quote : normal);
}

/** Open questions, code, comments, strong, emphasis, links, check boxes and list marks, in order of priority. */
const tokens =
  /(\[NEEDS CLARIFICATION[^\]]{0,500}\])|(`[^`]{1,500}`)|(<!--.{0,500}?-->)|(\*\*[^*]{1,500}\*\*|__[^_]{1,500}__)|(?<![\w*])(\*[^*\s][^*]{0,500}\*|_[^_\s][^_]{0,500}_)(?!\w)|(\[[^\]]{1,300}\]\([^)]{1,500}\))|(^\s*(?:[-*+]|\d{1,9}[.)])\s{1,9}\[[^\]]?\])|(^\s*(?:[-*+]|\d{1,9}[.)])\s)/g;
const tokenStyles = [theme.bad, theme.code, theme.dim, theme.strong, theme.emphasis, theme.link] as const;

function inline(text: string, base: Style): Span[] {
  const spans: Span[] = [];
  let offset = 0;
  for (const match of text.matchAll(tokens)) {
    const index = match.index;
    if (index > offset) spans.push({ text: text.slice(offset, index), style: base });
    spans.push({ text: match[0], style: overlay(base, styleOfToken(match)) });
    offset = index + match[0].length;
  }
  if (offset < text.length) spans.push({ text: text.slice(offset), style: base });
  return spans;
}

function styleOfToken(match: RegExpMatchArray): Style {
  const which = match.slice(1).findIndex((group) => group !== undefined);
  if (which === 6) return /\[[xX]\]$/.test(match[0]) ? theme.good : theme.warn;
  return tokenStyles[which] ?? theme.accent;
}
