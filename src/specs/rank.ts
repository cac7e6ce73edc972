import type { IndexEntry } from "./search-index.ts";
import { queryTerms, termsOf } from "./terms.ts";

/** How well an entry answers; between 0 and 1. */
export interface Ranked<T> {
  readonly item: T;
  readonly entry: IndexEntry;
  readonly score: number;
}

/** Below this an answer has too little to do with the question to be one. */
const threshold = 0.2;

/**
 * Ranks entries by what share of the question they answer, rare words weighing more than common ones. Words
 * in a name count most, so that asking for a name finds the thing of that name first.
 */
export function rank<T>(items: readonly { item: T; entry: IndexEntry }[], query: string): Ranked<T>[] {
  const terms = queryTerms(query);
  if (terms.length === 0) return [];
  const weights = weigh(
    items.map(({ entry }) => entry),
    terms,
  );
  const whole = sum(weights.values());
  const phrase = ` ${termsOf(query).join(" ")} `;
  const ranked = items.map(({ item, entry }) => ({
    item,
    entry,
    score: score(entry, weights, whole, phrase),
  }));
  return ranked.filter((each) => each.score >= threshold).sort((a, b) => b.score - a.score);
}

function score(
  entry: IndexEntry,
  weights: ReadonlyMap<string, number>,
  whole: number,
  phrase: string,
): number {
  let inName = 0;
  let anywhere = 0;
  let often = 0;
  for (const [term, weight] of weights) {
    const name = presence(entry.n, term);
    const text = name === 1 ? 1 : presence(entry.t, term);
    inName += weight * name;
    anywhere += weight * Math.max(name, text);
    often += weight * saturation(entry.t, term);
  }
  if (anywhere === 0) return 0;
  const length = entry.n.split(" ").length - 2;
  // A name that says little else than the question is nearer to it than a long one that mentions it.
  const density = Math.min(1, weights.size / Math.max(1, length));
  const isPhrase = entry.n.includes(phrase) || entry.t.includes(phrase) ? 1 : 0;
  const isName = entry.n === phrase ? 1 : 0;
  const parts = 0.5 * anywhere + 0.25 * inName + 0.05 * often + 0.1 * inName * density;
  return Math.min(1, parts / whole + 0.05 * isPhrase + 0.05 * isName);
}

/** 1 for the term itself, less for a longer word that starts with it. */
function presence(terms: string, term: string): number {
  if (terms.includes(` ${term} `)) return 1;
  return term.length >= 3 && terms.includes(` ${term}`) ? 0.6 : 0;
}

/** Goes from 0 to 1 with the number of times that a term is there. */
function saturation(terms: string, term: string): number {
  let times = 0;
  for (let at = terms.indexOf(` ${term} `); at >= 0 && times < 8; at = terms.indexOf(` ${term} `, at + 1))
    times++;
  return times / (times + 2);
}

/**
 * The rarer a term, the more it says. One that is nowhere is missed, so that a question about something else
 * finds nothing; but people ask in more words than specs have, so it is missed less than a rare one.
 */
function weigh(entries: readonly IndexEntry[], terms: readonly string[]): Map<string, number> {
  const total = entries.length + 1;
  return new Map(
    terms.map((term) => {
      const holding = entries.filter(
        (entry) => presence(entry.n, term) > 0 || presence(entry.t, term) > 0,
      ).length;
      const weight = Math.log(1 + total / (holding + 1));
      return [term, holding === 0 ? 0.4 * weight : weight];
    }),
  );
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
