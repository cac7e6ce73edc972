import { termsOf, wordsOf } from "../../code/text/words.ts";

/** A document of a change, by line. */
export interface ChangeText<Entry> {
  readonly entry: Entry;
  readonly path: string;
  readonly text: string;
}

export interface ChangeHit<Entry> {
  readonly entry: Entry;
  /** Between 0 and 1: how much of the question, counted by rarity, the change has. */
  readonly score: number;
  /** The line that says most of it. */
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** At least this share of a question must be there, counted by rarity. */
const minScore = 0.34;

/**
 * Changes that hold the words of a question, the best first. Words count by how few changes have them; among equals
 * the change whose one line has most of them wins. Archives are small: they are read for each search and need no index.
 */
export function searchChanges<Entry extends { readonly name: string }>(
  texts: readonly ChangeText<Entry>[],
  query: string,
  limit: number,
): ChangeHit<Entry>[] {
  const asked = [...new Set(termsIn(query))];
  const found = new Map<Entry, Map<string, number>>();
  const best = new Map<Entry, { path: string; line: number; text: string; terms: Set<string> }>();
  for (const { entry, path, text } of texts) {
    const counts = found.get(entry) ?? new Map<string, number>();
    // The name of a change says what it is about, often in another language than its text.
    const named = found.has(entry) ? [] : namedTerms(entry, asked);
    for (const term of named) counts.set(term, 1);
    if (named.length > 0) best.set(entry, { path, line: 1, text: entry.name, terms: new Set(named) });
    found.set(entry, counts);
    for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
      const terms = new Set(termsIn(line));
      const held = new Set(asked.filter((term) => terms.has(term)));
      for (const term of held) counts.set(term, (counts.get(term) ?? 0) + 1);
      if (held.size > (best.get(entry)?.terms.size ?? 0))
        best.set(entry, { path, line: index + 1, text: line, terms: held });
    }
  }
  const rarity = new Map(asked.map((term) => [term, rarityOf(term, found)]));
  const weight = (terms: Iterable<string>) =>
    [...terms].reduce((sum, term) => sum + (rarity.get(term) ?? 0), 0);
  const whole = weight(asked);
  const hits = [...found].flatMap(([entry, counts]) => {
    const place = best.get(entry);
    const score = whole === 0 ? 0 : weight(counts.keys()) / whole;
    if (place === undefined || score < minScore) return [];
    const { path, line, text, terms } = place;
    // Words of one line belong together.
    const rank = score + (weight(terms) + weight(namedTerms(entry, asked))) / whole;
    return [{ entry, score, rank, path, line, text: text.trim() }];
  });
  return hits
    .sort((a, b) => b.rank - a.rank)
    .slice(0, limit)
    .map(({ rank: _, ...hit }) => hit);
}

function rarityOf<Entry>(term: string, found: ReadonlyMap<Entry, ReadonlyMap<string, number>>): number {
  const having = [...found.values()].filter((counts) => counts.has(term)).length;
  return Math.log(1 + (found.size - having + 0.5) / (having + 0.5));
}

function namedTerms({ name }: { readonly name: string }, asked: readonly string[]): string[] {
  const terms = new Set(termsIn(name));
  return asked.filter((term) => terms.has(term));
}

function* termsIn(text: string): Generator<string> {
  for (const { text: word } of wordsOf(text)) yield* termsOf(word);
}
