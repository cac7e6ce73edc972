import { joined, termsOf } from "../text/words.ts";
import { NumberList } from "./bytes.ts";

/** Long runs are data (base64, hashes), not words. */
export const longestWord = 64;

/** How the units of a word are mixed into the hash under which the vocabulary knows it. */
export const hashStart = (Math.random() * 0x7fffffff) | 0; // differs by process, so that no repository can aim at it
export const hashFactor = 0x01000193;

/**
 * Words and the terms that they stand under, each by number. Code repeats its words: a word that was met before
 * is found from its place in the text alone, without making a string of it, and its terms are known.
 */
export class Vocabulary {
  /** The texts of the terms, by number. */
  readonly terms: string[] = [];
  /** Numbers of terms, those of one word after those of the other; a word's begin at `termStarts`. */
  readonly wordTerms = new NumberList();
  readonly termStarts = new NumberList();
  private readonly termIds = new Map<string, number>();
  private readonly exactIds = new Map<string, number>();
  private readonly words: string[] = [];
  private readonly hashes = new NumberList();
  /** Open addressing; the number of a word plus one, 0 where nothing is. */
  private slots = new Uint32Array(1 << 14);

  constructor() {
    this.termStarts.push(0);
  }

  get size(): number {
    return this.words.length;
  }

  /** The number of the word `text.slice(from, to)`, whose units mix to `hash`. */
  wordAt(text: string, from: number, to: number, hash: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    const mixed = (hash ^ (hash >>> 15)) >>> 0;
    let slot = mixed & mask;
    for (;;) {
      const known = (slots[slot] ?? 0) - 1;
      if (known < 0) return this.add(ownCopy(text.slice(from, to)), mixed, slot);
      if (this.hashes.at(known) === mixed && isAt(this.words[known] ?? "", text, from, to)) return known;
      slot = (slot + 1) & mask;
    }
  }

  wordOf(text: string): number {
    let hash = hashStart;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), hashFactor);
    return this.wordAt(text, 0, text.length, hash);
  }

  /** The term that says "this is it", apart from mere mentions: a declared name as a whole. */
  exactTerm(name: string): number {
    let id = this.exactIds.get(name);
    if (id === undefined) {
      id = this.termId(`=${joined(name)}`);
      this.exactIds.set(name, id);
    }
    return id;
  }

  private add(word: string, mixed: number, slot: number): number {
    const id = this.words.length;
    this.words.push(word);
    this.hashes.push(mixed);
    this.slots[slot] = id + 1;
    for (const term of termsOf(word)) this.wordTerms.push(this.termId(term));
    this.termStarts.push(this.wordTerms.length);
    if (this.words.length * 2 > this.slots.length) this.grow();
    return id;
  }

  private termId(term: string): number {
    let id = this.termIds.get(term);
    if (id === undefined) {
      id = this.terms.length;
      this.termIds.set(term, id);
      this.terms.push(term);
    }
    return id;
  }

  private grow(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < this.words.length; id++) {
      let slot = this.hashes.at(id) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.slots = slots;
  }
}

function isAt(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
  }
  return true;
}

/** A slice keeps the whole text that it was cut from in memory; what is kept must not. */
function ownCopy(slice: string): string {
  const encoding = /[^\w]/.test(slice) ? "utf16le" : "latin1";
  return Buffer.from(slice, encoding).toString(encoding);
}

const mostWords = 200_000;
let shared = new Vocabulary();

/** The vocabulary of this thread; a new one when the last has grown too large to keep. */
export function sharedVocabulary(): Vocabulary {
  if (shared.size > mostWords) shared = new Vocabulary();
  return shared;
}
