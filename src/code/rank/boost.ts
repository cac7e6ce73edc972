import { field, frequency } from "../store/fields.ts";
import { fileRoles } from "../store/records.ts";
import type { Corpus } from "./corpus.ts";
import { type AllowedFiles, type LexicalScores, listOf } from "./lexical.ts";
import type { Query } from "./query.ts";

/** A chunk that may be an answer. */
export interface Candidate {
  /** Which part of the corpus. */
  readonly part: number;
  readonly chunk: number;
  score: number;
  /** Share of the query's words, by rarity, that the chunk holds. */
  readonly coverage: number;
  /** Why it stands where it stands: named factors, in the order in which they were applied. */
  readonly reasons: Record<string, number>;
}

/** How much a file's role leaves of a score, unless the query asks for that role. */
const roleFactor: Readonly<Record<string, number>> = {
  source: 1,
  test: 0.55,
  example: 0.6,
  generated: 0.45,
  vendored: 0.5,
  docs: 0.5,
  data: 0.45,
};

const definitionBoost = 1.6;
const containerBoost = 0.25;
const stemBoost = 0.5;
const kept = 300;

/**
 * Turns bare scores into candidates, best first. Boosts are added in units of the best bare score, so they mean
 * the same in small and large repositories; then what a file is, and how much of the query is there, scale it.
 */
export function candidatesOf(
  corpus: Corpus,
  query: Query,
  lexical: LexicalScores,
  options: { readonly allowed?: AllowedFiles; readonly roles: boolean },
): Candidate[] {
  const best = bestScore(lexical);
  const boosts = nameBoosts(corpus, query, options.allowed);
  const coverage = coverageOf(query, lexical);
  const factors = fileRoles.map((role) =>
    options.roles && !query.wants.has(role) ? (roleFactor[role] ?? 1) : 1,
  );
  const top = new Top(kept);
  for (const [part, { scores, words, part: place }] of lexical.parts.entries()) {
    const { segment } = place.live;
    const boosted = boosts[part];
    for (let chunk = 0; chunk < scores.length; chunk++) {
      const bare = scores[chunk] ?? 0;
      const boost = boosted?.get(chunk) ?? 0;
      if (bare === 0 && boost === 0) continue;
      const share = coverage(words[chunk] ?? 0);
      const factor = factors[segment.roleOf(segment.chunkFiles[chunk] ?? 0)] ?? 1;
      const score = (bare * (0.5 + 0.5 * share) + boost * best) * factor;
      if (score > top.least) {
        const reasons = { lexical: bare, coverage: share, name: boost, role: factor };
        top.add({ part, chunk, score, coverage: share, reasons });
      }
    }
  }
  return top.sorted();
}

function bestScore({ parts }: LexicalScores): number {
  let best = 0;
  for (const { scores } of parts) for (const score of scores) if (score > best) best = score;
  return best || 1;
}

/** What exact names are worth, by chunk: declared here, enclosing, or the file's own name. */
function nameBoosts(corpus: Corpus, query: Query, allowed: AllowedFiles | undefined): Map<number, number>[] {
  return corpus.parts.map((part, index) => {
    const boosts = new Map<number, number>();
    for (const [name, worth] of query.names) {
      const list = listOf(part, `=${name}`);
      for (let at = 0; at < list.living; at++) {
        const chunk = list.chunks[at] ?? 0;
        if (allowed?.[index]?.[part.live.segment.chunkFiles[chunk] ?? 0] === 0) continue;
        const fields = list.fields[at] ?? 0;
        const defines = frequency(fields, field.name) > 0;
        const encloses = frequency(fields, field.container) > 0;
        const isFile = frequency(fields, field.path) > 0;
        const boost =
          worth *
          ((defines ? definitionBoost : encloses ? containerBoost : 0) +
            (isFile ? (defines ? stemBoost * 1.5 : stemBoost) : 0));
        boosts.set(chunk, Math.max(boosts.get(chunk) ?? 0, boost));
      }
    }
    return boosts;
  });
}

/** Shares are few (one per set of words), so they are worked out once each. */
function coverageOf(query: Query, { rarity }: LexicalScores): (words: number) => number {
  const count = Math.min(32, query.words.length);
  const known = [...rarity].filter(([word]) => word >= 0);
  const highest = known.reduce((most, [, value]) => Math.max(most, value), 1);
  // A word that stands nowhere is as rare as can be: the answer cannot be complete.
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

/** The best few of many, without sorting all. */
class Top {
  least = 0;
  private items: Candidate[] = [];
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  add(candidate: Candidate): void {
    this.items.push(candidate);
    if (this.items.length < this.size * 4) return;
    this.items = this.sorted();
    this.least = this.items.at(-1)?.score ?? 0;
  }

  sorted(): Candidate[] {
    return this.items.sort(byScore).slice(0, this.size);
  }
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.part - b.part || a.chunk - b.chunk;
}
