import type { RawLine } from "./lines.ts";

/** A line that readers take for a heading anywhere; one hash may be a comment in a script. */
export function looksLikeHeading(text: string): boolean {
  return headingLike.test(text);
}

const headingLike = /^ {0,3}#{2,6}[ \t]/;

/**
 * Finds lines further down. What was found is remembered, so that a scan from top to bottom looks at each line
 * once for each pattern, however often it asks.
 */
export class Lookahead {
  private readonly lines: readonly RawLine[];
  private readonly known = new Map<RegExp, { readonly from: number; readonly at: number }>();

  constructor(lines: readonly RawLine[]) {
    this.lines = lines;
  }

  /** Index of the first line at or after `from` that looks like a heading; the number of lines without one. */
  headingFrom(from: number): number {
    return this.matchFrom(from, headingLike);
  }

  /** Index of the first line at or after `from` that the pattern fits; the number of lines without one. */
  matchFrom(from: number, pattern: RegExp): number {
    const known = this.known.get(pattern);
    if (known !== undefined && known.from <= from && from <= known.at) return known.at;
    // Asked again from further up, only the lines above what is known are looked at.
    const isAbove = known !== undefined && from < known.from;
    const end = isAbove ? known.from : this.lines.length;
    let at = from;
    while (at < end && !pattern.test(this.lines[at]?.text ?? "")) at++;
    if (isAbove && at === end) at = known.at;
    this.known.set(pattern, { from, at });
    return at;
  }
}
