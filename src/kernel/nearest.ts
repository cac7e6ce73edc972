import { at } from "./array.ts";
import { byCodePoint } from "./order.ts";

/**
 * The candidates that a person may have meant, best first. Ignores case. A candidate counts when it contains the word,
 * is contained in it, or its edit distance is at most a third of its length.
 */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const folded = word.toLowerCase();
  const neighbors: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const distance = distanceTo(folded, candidate.toLowerCase());
    if (distance !== undefined) neighbors.push({ candidate, distance });
  }
  neighbors.sort((a, b) => a.distance - b.distance || byCodePoint(a.candidate, b.candidate));
  return neighbors.slice(0, limit).map((entry) => entry.candidate);
}

/** "Did you mean `x` or `y`?", or an empty string when no candidate is close. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  return formatSuggestions(nearest(word, candidates).map((name) => `\`${name}\``));
}

/** The same question for names that are already formatted. */
export function formatSuggestions(names: readonly string[]): string {
  return names.length === 0 ? "" : `Did you mean ${names.join(" or ")}?`;
}

function distanceTo(folded: string, candidate: string): number | undefined {
  if (folded === "" || candidate === "") return undefined;
  if (folded === candidate) return 0;
  const edits = editDistance(folded, candidate);
  const allowed = Math.max(1, Math.floor(Math.max(folded.length, candidate.length) / 3));
  if (edits <= allowed) return edits;
  if (folded.length >= 3 && candidate.includes(folded)) return allowed + 1;
  if (candidate.length >= 3 && folded.includes(candidate)) return allowed + 2;
  return undefined;
}

/** Edits (insert, delete, replace, swap of neighbors) between two strings, in UTF-16 units. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, at(beforeLast, j - 2) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}
