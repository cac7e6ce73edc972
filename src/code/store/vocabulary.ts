import { WordTable } from "../text/word-table.ts";
import { joined, storedTerm, termsOf, wordsOf } from "../text/words.ts";

/** Long runs are data (base64, hashes), not words. */
export const maxWordLength = 64;

/** Numbers of terms. */
export interface NameTerms {
  readonly terms: readonly number[];
  /** The term that says "this is it", apart from mere mentions: the name as a whole. */
  readonly exact: number;
}

/** Words and the terms that they are indexed under. The terms of a word are computed once. */
export class Vocabulary {
  /** The texts of the terms, by number. */
  readonly terms: string[] = [];
  /** Words with the numbers of their terms. */
  readonly words = new WordTable();
  private readonly termIds = new Map<string, number>();
  private readonly names = new Map<string, NameTerms>();

  /** The place in `words` of `text.slice(from, to)`, whose units mix to `hash`. */
  wordAt(text: string, units: Uint16Array, from: number, to: number, hash: number): number {
    const place = this.words.find(units, from, to, hash);
    if (place >= 0) return place;
    const terms = termsOf(text.slice(from, to)).map((term) => this.termId(term));
    return this.words.add(units, from, to, hash, terms);
  }

  /** A declared name, or the words of a path. */
  nameTerms(name: string): NameTerms {
    let nameTerms = this.names.get(name);
    if (nameTerms === undefined) {
      const words = [...wordsOf(name)].filter(({ text }) => text.length <= maxWordLength);
      const terms = words.flatMap(({ text }) => termsOf(text)).map((term) => this.termId(term));
      nameTerms = { terms, exact: this.termId(`=${joined(name)}`) };
      this.names.set(name, nameTerms);
    }
    return nameTerms;
  }

  private termId(text: string): number {
    const term = storedTerm(text);
    let id = this.termIds.get(term);
    if (id === undefined) {
      id = this.terms.length;
      this.termIds.set(term, id);
      this.terms.push(term);
    }
    return id;
  }
}

const maxWords = 200_000;
let shared = new Vocabulary();

/** The vocabulary of this thread; a new one when the last has grown too large to keep. */
export function sharedVocabulary(): Vocabulary {
  if (shared.words.size > maxWords) shared = new Vocabulary();
  return shared;
}
