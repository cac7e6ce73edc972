import { readByteClass } from "./byte-class.ts";

/**
 * A glob pattern as git reads it in ignore files, on bytes: convert every text with `byteText` first. Matching
 * backtracks to the last wildcard of each kind and never further, so that a hostile pattern costs at most its
 * length times the square of the path's length, not exponential time.
 */
export interface Glob {
  /** Bytes to match; negative numbers are the wildcards below, those from `classBase` down are classes. */
  readonly tokens: readonly number[];
  readonly classes: readonly Uint8Array[];
}

const oneByte = -1; // ?
const withinSegment = -2; // *
const anything = -3; // ** at the end or before an escaped slash
const anyFolders = -4; // **/ matches zero or more folders
const classBase = -5;
const slash = 0x2f;

/** The UTF-8 bytes of a text, one per character: git's `?` matches one byte, not one character. */
export function byteText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
  return /^[\x00-\x7f]*$/.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** Lower-cases ASCII letters, which is how git compares under `core.ignorecase`. */
export function foldCase(bytes: string): string {
  return bytes.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const maxPatternBytes = 1024;

/** Reads a pattern; undefined when it is malformed or over 1 KB, and then it matches nothing, as in git. */
export function parseGlob(pattern: string, ignoreCase: boolean): Glob | undefined {
  if (pattern.length > maxPatternBytes) return undefined;
  const tokens: number[] = [];
  const classes: Uint8Array[] = [];
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at];
    if (char === "*") {
      at = readStars(pattern, at, tokens);
    } else if (char === "?") {
      tokens.push(oneByte);
      at++;
    } else if (char === "[") {
      const byteClass = readByteClass(pattern, at, ignoreCase);
      if (byteClass === undefined) return undefined;
      tokens.push(classBase - classes.length);
      classes.push(byteClass.members);
      at = byteClass.end;
    } else {
      if (char === "\\") at++;
      if (at === pattern.length) return undefined;
      const unit = pattern.charCodeAt(at++);
      tokens.push(ignoreCase ? foldByte(unit) : unit);
    }
  }
  return { tokens, classes };
}

/** Two or more stars are special only where they fill a segment; elsewhere they count as one. */
function readStars(pattern: string, start: number, tokens: number[]): number {
  let end = start;
  while (pattern[end] === "*") end++;
  const fills =
    end - start > 1 &&
    (start === 0 || pattern[start - 1] === "/") &&
    (end === pattern.length || pattern[end] === "/" || pattern.startsWith("\\/", end));
  if (fills && pattern[end] === "/") {
    tokens.push(anyFolders);
    return end + 1;
  }
  tokens.push(fills ? anything : withinSegment);
  return end;
}

/** Whether the glob matches `text` from `from` to its end. */
export function matchGlob(glob: Glob, text: string, from: number): boolean {
  const { tokens } = glob;
  let [token, at] = [0, from];
  // Where to resume after a dead end: behind the last `*`, else behind the last `**`.
  let [star, starAt, globstar, globstarAt] = [-1, 0, -1, 0];
  for (;;) {
    const expected = tokens[token];
    if (expected === undefined && at === text.length) return true;
    if (expected === withinSegment) {
      [star, starAt] = [token++, at];
    } else if (expected === anything || expected === anyFolders) {
      [globstar, globstarAt, star] = [token++, at, -1];
    } else if (
      expected !== undefined &&
      at < text.length &&
      matchesByte(glob, expected, text.charCodeAt(at))
    ) {
      token++;
      at++;
    } else if (star >= 0 && starAt < text.length && text.charCodeAt(starAt) !== slash) {
      [token, at] = [star + 1, ++starAt];
    } else if (globstar >= 0) {
      globstarAt = nextStart(text, globstarAt, tokens[globstar] === anyFolders);
      if (globstarAt < 0) return false;
      [token, at, star] = [globstar + 1, globstarAt, -1];
    } else return false;
  }
}

/** The next position where the rest of the pattern can match, or -1. */
function nextStart(text: string, at: number, behindSlash: boolean): number {
  if (behindSlash) return text.indexOf("/", at) + 1 || -1;
  return at < text.length ? at + 1 : -1;
}

function matchesByte(glob: Glob, expected: number, unit: number): boolean {
  if (expected >= 0) return expected === unit;
  if (expected === oneByte) return unit !== slash;
  return glob.classes[classBase - expected]?.[unit] === 1;
}

function foldByte(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}
