import { at } from "../../../kernel/array.ts";
import { fieldCount } from "../../store/fields.ts";
import { type LengthNorms, lengthNorms } from "../lexical.ts";
import { isSpelledAsCode, type Query } from "../query.ts";

/** What one shard counts for a question. Numbers of several shards are added, so that nothing depends on the cut. */
export interface Statistics {
  /** Living chunks, and the lengths of each field in all of them. */
  readonly size: number;
  readonly sums: readonly number[];
  /** Chunks that hold each term of the query, each name that may be a mention, each name spelled as code. */
  readonly holders: readonly number[];
  readonly mentions: readonly number[];
  readonly coded: readonly number[];
}

/** What every shard must know of all the others to score as one index would. */
export type Constants = Statistics;

export function addStatistics(all: readonly Statistics[], query: Query): Constants {
  const add = (count: number, of: (each: Statistics) => readonly number[]) =>
    Array.from({ length: count }, (_, index) => all.reduce((sum, each) => sum + (of(each)[index] ?? 0), 0));
  return {
    size: all.reduce((sum, { size }) => sum + size, 0),
    sums: add(fieldCount, ({ sums }) => sums),
    holders: add(query.terms.length, ({ holders }) => holders),
    mentions: add(query.mentions.size, ({ mentions }) => mentions),
    coded: add(codedNames(query).length, ({ coded }) => coded),
  };
}

/** Words of a query in code spelling: where one occurs nowhere, every hit is a guess. */
export function codedNames({ words }: Query): string[] {
  return words.filter(isSpelledAsCode);
}

export function averagesOf({ size, sums }: Constants): number[] {
  return sums.map((sum) => Math.max(1, sum / Math.max(1, size)));
}

export interface TermWeights {
  readonly terms: readonly { readonly weight: number; readonly word: number }[];
  readonly norms: LengthNorms;
}

export function termWeights({ terms }: Query, constants: Constants): TermWeights {
  return {
    terms: terms.map(({ weight, word }, index) => ({ weight: idf(constants, index) * weight, word })),
    norms: lengthNorms(averagesOf(constants)),
  };
}

function idf({ size, holders }: Constants, term: number): number {
  const count = at(holders, term);
  return Math.log(1 + (size - count + 0.5) / (count + 0.5));
}

/** How rare each word is: the largest inverse frequency among its terms; words that occur nowhere are not in it. */
export function rarityOf({ terms }: Query, constants: Constants): Map<number, number> {
  const rarity = new Map<number, number>();
  for (const [index, { word }] of terms.entries()) {
    if (at(constants.holders, index) === 0) continue;
    rarity.set(word, Math.max(rarity.get(word) ?? 0, idf(constants, index)));
  }
  return rarity;
}

/** The share of the query's rarity in a set of its words. */
export type Coverage = (words: number) => number;

/** Shares are few (one per set of words), so they are worked out once each. */
export function coverageOf(query: Query, constants: Constants): Coverage {
  const rarity = rarityOf(query, constants);
  const count = Math.min(32, query.words.length);
  const known = [...rarity].filter(([word]) => word >= 0);
  const highest = known.reduce((max, [, value]) => Math.max(max, value), 1);
  // A word that occurs nowhere has the highest rarity: the answer cannot be complete.
  const weights = Array.from({ length: count }, (_, word) => rarity.get(word) ?? highest);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const shares = new Map<number, number>();
  return (words) => {
    let share = shares.get(words);
    if (share === undefined) {
      share = weights.reduce((sum, weight, word) => sum + (words & (1 << word) ? weight : 0), 0) / total;
      shares.set(words, share);
    }
    return share;
  };
}
