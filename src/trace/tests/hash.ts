import { sha256 } from "../../kernel/hash.ts";
import type { Span, Syntax } from "./syntax.ts";

/** The hash of a test: its tokens by the grammar, without comments and white space. */
export function testHash(syntax: Pick<Syntax, "text" | "tokens">, span: Span): string {
  return `t1:${tokenDigest(syntax, span)}`;
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

function tokenDigest({ text, tokens }: Pick<Syntax, "text" | "tokens">, { from, to }: Span): string {
  const words: string[] = [];
  for (let at = firstFrom(tokens, from); at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.from >= to) break;
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
