import { findEmphasis } from "./emphasis.ts";
import { type InlineToken, readInline } from "./inline.ts";
import { decodeReferences } from "./link-tail.ts";

/**
 * What a reader sees of inline Markdown: emphasis, code marks, escapes, links and the usual inline tags give
 * way to their text, line breaks become spaces. Unknown tags stay, so that `List<String>` keeps its meaning.
 *
 * @example plainText("**Use** [`read`](docs.md)") // "Use read"
 */
export function plainText(inline: string): string {
  if (!/[\\`*_~[<&\n]/.test(inline)) return inline.trim();
  const pieces = new Pieces(inline);
  for (const token of readInline(inline, () => false)) pieces.apply(token);
  for (const tag of inline.matchAll(inlineTag)) pieces.removeText(tag.index, tag.index + tag[0].length);
  findEmphasis(
    inline,
    (index) => pieces.isText(index),
    (start, end) => pieces.remove(start, end),
  );
  return pieces
    .join()
    .split("\n")
    .map((line) => line.trim())
    .join(" ")
    .trim();
}

const inlineTag =
  /<\/?(?:a|abbr|b|br|code|del|em|i|img|ins|kbd|mark|p|q|s|samp|small|span|strong|sub|sup|u|var)(?:\s[^<>]*)?\/?>/gi;

const text = 0;
const removed = 1;
const literal = 2;

/** Every character of a string is text, removed, or literal (not to be read as Markdown again). */
class Pieces {
  private readonly source: string;
  private readonly states: Uint8Array;

  constructor(source: string) {
    this.source = source;
    this.states = new Uint8Array(source.length);
  }

  apply(token: InlineToken): void {
    this.remove(token.start, token.textStart);
    this.remove(token.textEnd, token.end);
    if (token.kind === "link" || token.kind === "image") return;
    this.states.fill(literal, token.textStart, token.textEnd);
    if (token.kind === "code") this.trimCode(token);
  }

  remove(start: number, end: number): void {
    this.states.fill(removed, start, end);
  }

  removeText(start: number, end: number): void {
    if (this.isText(start)) this.remove(start, end);
  }

  isText(index: number): boolean {
    return this.states[index] === text;
  }

  join(): string {
    let joined = "";
    for (let start = 0; start < this.source.length; ) {
      const state = this.states[start];
      let end = start + 1;
      while (end < this.source.length && this.states[end] === state) end++;
      const piece = this.source.slice(start, end);
      if (state === text) joined += decodeReferences(piece);
      else if (state === literal) joined += piece;
      start = end;
    }
    return joined;
  }

  /** One blank on each side of a code span is padding, unless there is nothing else. */
  private trimCode({ textStart, textEnd }: InlineToken): void {
    const code = this.source.slice(textStart, textEnd);
    if (!/^\s/.test(code) || !/\s$/.test(code) || code.trim() === "") return;
    this.remove(textStart, textStart + 1);
    this.remove(textEnd - 1, textEnd);
  }
}
