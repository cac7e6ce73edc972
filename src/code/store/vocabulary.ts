import { hashFactor, hashStart, WordTable } from "../text/word-table.ts";
import { joined, termsOf } from "../text/words.ts";
import { NumberList } from "./bytes.ts";

/** Long runs are data (base64, hashes), not words. */
export const longestWord = 64;

/** Words and the terms that they stand under, each by number. The terms of a word are made once. */
export class Vocabulary {
  /** The texts of the terms, by number. */
  readonly terms: string[] = [];
  /** Numbers of terms, those of one word after those of the other; a word's begin at `termStarts`. */
  readonly wordTerms = new NumberList();
  readonly termStarts = new NumberList();
  private readonly words = new WordTable();
  private readonly termIds = new Map<string, number>();
  private readonly exactIds = new Map<string, number>();

  constructor() {
    this.termStarts.push(0);
  }

  get size(): number {
    return this.words.size;
  }

  /** The number of the word `text.slice(from, to)`, whose units mix to `hash`. */
  wordAt(text: string, from: number, to: number, hash: number): number {
    const word = this.words.numberAt(text, from, to, hash);
    if (word === this.termStarts.length - 1) this.learn(word);
    return word;
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

  private learn(word: number): void {
    for (const term of termsOf(this.words.textOf(word))) this.wordTerms.push(this.termId(term));
    this.termStarts.push(this.wordTerms.length);
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
}

const mostWords = 200_000;
let shared = new Vocabulary();

/** The vocabulary of this thread; a new one when the last has grown too large to keep. */
export function sharedVocabulary(): Vocabulary {
  if (shared.size > mostWords) shared = new Vocabulary();
  return shared;
}
