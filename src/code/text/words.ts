import { stem } from "./stem.ts";

/**
 * Text as the ranker sees it. A word is a run of letters, digits and underscores. It is indexed under
 * the stems of its parts (`URLSessionTasks` → `url`, `session`, `task`) and, when it has several, joined and
 * exact (`urlsessiontasks`), so that `url_session_tasks` and `urlsessiontasks` find it too.
 */
export interface Word {
  readonly text: string;
  readonly from: number;
}

/** The words of a text with their places. */
export function* wordsOf(text: string): Generator<Word> {
  let at = 0;
  while (at < text.length) {
    const end = wordEnd(text, at);
    if (end > at) yield { text: text.slice(at, end), from: at };
    at = Math.max(end, at + 1);
  }
}

/** Where the word that starts at `at` ends; `at` itself when none starts there. */
function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isWordUnit(text.charCodeAt(end))) end++;
  return end;
}

const asciiWord = new Uint8Array(128);
for (const range of ["09", "AZ", "az", "__"]) {
  for (let code = range.charCodeAt(0); code <= range.charCodeAt(1); code++) asciiWord[code] = 1;
}

export function isWordUnit(unit: number): boolean {
  if (unit < 128) return asciiWord[unit] === 1;
  return isForeignWordUnit(unit);
}

const foreignUnits = new Map<number, boolean>();

/** Letters of other scripts; both halves of a surrogate pair count, so that an emoji name stays one word. */
function isForeignWordUnit(unit: number): boolean {
  if (unit >= 0xd800 && unit <= 0xdfff) return true;
  let known = foreignUnits.get(unit);
  if (known === undefined) {
    known = /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(unit));
    foreignUnits.set(unit, known);
  }
  return known;
}

/** Parts of an identifier, in lower case: humps, underscores, and borders between letters and digits. */
export function partsOf(word: string): string[] {
  return asciiParts(word) ?? foreignParts(word);
}

function foreignParts(word: string): string[] {
  const found = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}_]+/gu);
  return found?.map((part) => part.toLowerCase()) ?? [];
}

const [large, small, digit, underscore] = [1, 2, 3, 4];
const asciiKinds = new Uint8Array(128);
for (const [range, kind] of [
  ["AZ", large],
  ["az", small],
  ["09", digit],
  ["__", underscore],
] as const) {
  for (let code = range.charCodeAt(0); code <= range.charCodeAt(1); code++) asciiKinds[code] = kind;
}

/** The same for nearly all words, several times as fast; undefined when something else is in the word. */
function asciiParts(word: string): string[] | undefined {
  const lower = word.toLowerCase();
  const parts: string[] = [];
  let from = 0;
  let last = underscore;
  for (let at = 0; at < word.length; at++) {
    const kind = asciiKinds[word.charCodeAt(at)] ?? 0;
    if (kind === 0) return undefined;
    if (kind === last) continue;
    // The last of several capitals begins the next hump: `URLSession`.
    const border = last === large && kind === small ? at - 1 : at;
    if (last !== underscore && border > from) parts.push(lower.slice(from, border));
    from = border > from || last === underscore ? border : from;
    last = kind;
  }
  if (last !== underscore) parts.push(lower.slice(from));
  return parts;
}

/** The whole word without case and underscores: the form under which spellings of one name meet. */
export function joined(word: string): string {
  return word.replaceAll("_", "").toLowerCase();
}

/** A term as it is stored: half of a surrogate pair has no bytes of its own, so all halves are one character. */
export function storedTerm(term: string): string {
  return /\p{Surrogate}/u.test(term) ? term.replace(/\p{Surrogate}/gu, "\ufffd") : term;
}

/** The terms of one word: stems of its parts, then the joined form when there are several parts. */
export function termsOf(word: string): readonly string[] {
  const parts = partsOf(word);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return partTerms(only);
  const terms: string[] = [];
  for (const part of parts) terms.push(...partTerms(part));
  if (parts.length > 1) terms.push(joined(word));
  // `iOS16`, `eBook`: people write a lone small letter together with what follows.
  const [first, second] = parts;
  if (parts.length > 2 && second !== undefined && first?.length === 1 && /^\p{Ll}\p{Lu}/u.test(word))
    terms.push(first + second);
  return terms;
}

/** Names are made of a few thousand parts, over and over. */
const maxKnownParts = 50_000;
const knownParts = new Map<string, readonly string[]>();

function partTerms(part: string): readonly string[] {
  let terms = knownParts.get(part);
  if (terms === undefined) {
    terms = newPartTerms(part);
    if (knownParts.size >= maxKnownParts) knownParts.clear();
    knownParts.set(part, terms);
  }
  return terms;
}

/** Scripts without spaces between words are found by pairs of characters. */
function newPartTerms(part: string): string[] {
  if (part.length === 1 && part >= "a" && part <= "z") return [];
  if (!/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(part) || part.length < 3) return [stem(part)];
  // By code point: half of a surrogate pair is not text, and all of them would be stored as the same term.
  const characters = [...part];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
