import { sha256 } from "../../kernel/hash.ts";
import { literalContent } from "./found.ts";
import type { Span, Syntax } from "./syntax.ts";

/**
 * The hash of a test: its tokens by the grammar, without comments and white space. Its own name and title are left
 * out where they first occur, so that a result still fits a test that was only renamed.
 */
export function testHash(
  syntax: Pick<Syntax, "text" | "tokens">,
  span: Span,
  names: readonly string[] = [],
): string {
  const spans: Span[] = [];
  for (const name of names) {
    if (spans.some(({ from, to }) => syntax.text.slice(from, to) === name)) continue;
    const found = nameSpan(syntax, span, name, spans);
    if (found !== undefined) spans.push(found);
  }
  return `t1:${tokenDigest(syntax, span, spans)}`;
}

/** Where a name is written as an identifier or as a literal. Undefined for one that is written in another way. */
function nameSpan(
  { text, tokens }: Pick<Syntax, "text" | "tokens">,
  { from, to }: Span,
  name: string,
  taken: readonly Span[],
): Span | undefined {
  if (name === "") return undefined;
  const spellings = [name, JSON.stringify(name).slice(1, -1), name.replaceAll("'", "\\'")];
  for (let at = firstFrom(tokens, from); at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.from >= to) return undefined;
    if (taken.some((each) => each.from <= token.from && token.to <= each.to)) continue;
    const word = text.slice(token.from, token.to);
    if (literalContent(word) === name) return token;
    const written = spellings.find((each) => text.startsWith(each, token.from)) ?? name;
    const end = token.from + written.length;
    // A literal with escapes or holes is several tokens, its quotes among them.
    const isWhole = text.startsWith(written, token.from) && tokens[firstFrom(tokens, end) - 1]?.to === end;
    if (isWhole) return withQuotes(text, { from: token.from, to: end });
  }
  return undefined;
}

function withQuotes(text: string, { from, to }: Span): Span {
  const quote = text[from - 1] ?? "";
  return /["'`]/.test(quote) && text[to] === quote ? { from: from - 1, to: to + 1 } : { from, to };
}

/** The hash of code, made in the same way. */
export function codeHash(syntax: Pick<Syntax, "text" | "tokens">, span: Span): string {
  return `c1:${tokenDigest(syntax, span)}`;
}

/** The hash of a whole text that has no grammar: its lines without white space around them, empty ones left out. */
export function textHash(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  return `c1:${sha256(lines.filter((line) => line !== "").join("\n")).slice(0, 12)}`;
}

function tokenDigest(
  { text, tokens }: Pick<Syntax, "text" | "tokens">,
  { from, to }: Span,
  leftOut: readonly Span[] = [],
): string {
  const words: string[] = [];
  for (let at = firstFrom(tokens, from); at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.from >= to) break;
    if (leftOut.some((span) => span.from <= token.from && token.to <= span.to)) continue;
    // An empty token is the border of a block.
    if (token.to <= to) words.push(token.from === token.to ? "\u23ce" : text.slice(token.from, token.to));
  }
  return sha256(words.join(" ").replaceAll("\r\n", "\n")).slice(0, 12);
}

function firstFrom(tokens: readonly Span[], offset: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.from ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
