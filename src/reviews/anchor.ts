import { readMarkdown } from "../markdown/document.ts";
import { headingAt } from "../markdown/heading-places.ts";

/** Where a comment was put: the words, and where they were then. */
export interface Anchor {
  readonly quote: string;
  readonly heading?: string | undefined;
  readonly line?: number | undefined;
}

export interface AnchorPlace {
  /** 1-based. */
  readonly line: number;
  readonly endLine: number;
  /** The heading above the words now. */
  readonly heading: string | undefined;
}

/**
 * Where the quoted words are in a text now; undefined when they are gone. Only letters and digits are compared, so
 * that words selected on a rendered page are found in their Markdown, and a rewrapped paragraph stays found. Among
 * several places the one under the same heading and closest to the old line counts.
 */
export function findAnchor(text: string, { quote, heading, line = 1 }: Anchor): AnchorPlace | undefined {
  const wanted = lettersOf(quote);
  const places =
    wanted.letters === ""
      ? exactPlaces(text, quote)
      : letterPlaces(lettersOf(withoutTargets(text)), wanted.letters);
  if (places.length === 0) return undefined;
  const { headings } = readMarkdown(text);
  const found = places.map(([from, to]) => {
    return { line: from, endLine: to, heading: headingAt(headings, from)?.text };
  });
  const rank = (place: AnchorPlace) =>
    Math.abs(place.line - line) + (heading !== undefined && place.heading === heading ? 0 : 1_000_000);
  return found.reduce((best, place) => (rank(place) < rank(best) ? place : best));
}

interface Letters {
  readonly letters: string;
  /** The line of each letter. */
  readonly lines: readonly number[];
}

/** The letters and digits of a text, in one form of Unicode. */
function lettersOf(text: string): Letters {
  const lines: number[] = [];
  const parts: string[] = [];
  let number = 1;
  for (const line of text.split("\n")) {
    const letters = line.normalize("NFC").replace(/[^\p{L}\p{N}\p{M}]+/gu, "");
    parts.push(letters);
    for (let index = 0; index < letters.length; index++) lines.push(number);
    number++;
  }
  return { letters: parts.join(""), lines };
}

/** The addresses of links are in the source and not on the page. */
function withoutTargets(text: string): string {
  return text.replace(/\]\([^()\n]{0,2000}\)/g, "]");
}

const maxPlaces = 1_000;

function letterPlaces({ letters, lines }: Letters, wanted: string): [number, number][] {
  const places: [number, number][] = [];
  for (
    let at = letters.indexOf(wanted);
    at >= 0 && places.length < maxPlaces;
    at = letters.indexOf(wanted, at + 1)
  )
    places.push([lines[at] ?? 1, lines[at + wanted.length - 1] ?? 1]);
  return places;
}

/** For a quote of nothing but punctuation. */
function exactPlaces(text: string, quote: string): [number, number][] {
  const wanted = quote.trim();
  const places: [number, number][] = [];
  if (wanted === "") return places;
  for (const [index, line] of text.split("\n").entries())
    if (line.includes(wanted) && places.length < maxPlaces) places.push([index + 1, index + 1]);
  return places;
}
