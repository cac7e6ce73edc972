import type { ChunkKind } from "../chunk.ts";
import { field, frequency } from "../store/fields.ts";
import { fileRoles } from "../store/records.ts";
import type { Corpus, CorpusPart, PathTerms } from "./corpus.ts";
import { type AllowedFiles, type LexicalScores, listOf } from "./lexical.ts";
import type { Query } from "./query.ts";
import { weights } from "./weights.ts";

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

const leastKept = 300;

/**
 * Turns bare scores into candidates, best first. Boosts are added in units of the best bare score, so they mean
 * the same in small and large repositories; then what a file is, and how much of the query is there, scale it.
 */
export function candidatesOf(
  corpus: Corpus,
  query: Query,
  lexical: LexicalScores,
  options: { readonly allowed?: AllowedFiles; readonly roles: boolean; readonly limit: number },
): Candidate[] {
  const best = bestScore(lexical);
  const boosts = nameBoosts(corpus, query, options.allowed);
  const coverage = coverageOf(query, lexical);
  const factors = fileRoles.map((role) => (options.roles && !query.wants.has(role) ? weights.role[role] : 1));
  const pathShare = pathShareOf(query);
  const top = new Top(Math.max(leastKept, options.limit * 2));
  for (const [part, { scores, words, files, part: place }] of lexical.parts.entries()) {
    const { segment } = place.live;
    const boosted = boosts[part];
    const fileExtra = new Float32Array(files.length).fill(-1);
    const extraOf = (file: number) => {
      let extra = fileExtra[file] ?? 0;
      if (extra < 0) {
        extra = weights.file * (files[file] ?? 0) + best * pathShare(place.stems[file]);
        fileExtra[file] = extra;
      }
      return extra;
    };
    for (let chunk = 0; chunk < scores.length; chunk++) {
      const bare = scores[chunk] ?? 0;
      const boost = boosted?.get(chunk) ?? 0;
      if (bare === 0 && boost === 0) continue;
      const file = segment.chunkFiles[chunk] ?? 0;
      const share = coverage(words[chunk] ?? 0);
      const covered = bare * (weights.coverageFloor + (1 - weights.coverageFloor) * share);
      const factor = factors[segment.roleOf(file)] ?? 1;
      const fileScore = extraOf(file);
      const name = boost * kindFactor(segment.kindOf(chunk));
      const score = (covered + fileScore + name * best) * factor;
      if (score <= top.least) continue;
      const reasons = { lexical: bare, coverage: share, file: fileScore, name, role: factor };
      top.add({ part, chunk, score, coverage: share, reasons });
    }
  }
  return preferSpelling(corpus, query, top.sorted(), best);
}

/** Which part of a file's and its folder's name the query's words make up. */
function pathShareOf(query: Query): (terms: PathTerms | undefined) => number {
  const asked = new Set(query.terms.filter((term) => term.word >= 0).map((term) => term.text));
  const share = (terms: readonly string[]) =>
    terms.length === 0 ? 0 : terms.filter((term) => asked.has(term)).length / terms.length;
  return (terms) =>
    terms ? weights.stemWords * share(terms.stem) + weights.folderWords * share(terms.folder) : 0;
}

const typeKinds = new Set([
  "class",
  "struct",
  "enum",
  "protocol",
  "interface",
  "trait",
  "actor",
  "typealias",
]);
const memberKinds = new Set([
  "property",
  "case",
  "variable",
  "constant",
  "file",
  "extension",
  "section",
  "document",
]);

function kindFactor(kind: ChunkKind): number {
  if (typeKinds.has(kind)) return weights.kindOf.type;
  return memberKinds.has(kind) ? weights.kindOf.member : weights.kindOf.callable;
}

/** `Context` is not `context`: among the best, a name spelt as in the query comes first. */
function preferSpelling(
  corpus: Corpus,
  query: Query,
  candidates: readonly Candidate[],
  best: number,
): Candidate[] {
  const asked = new Set(query.words.filter((word) => /\p{Lu}/u.test(word) || query.words.length === 1));
  if (asked.size === 0) return [...candidates];
  const respelt = candidates.map((candidate, at) => {
    if (at >= 100 || (candidate.reasons.name ?? 0) === 0) return candidate;
    const names = corpus.parts[candidate.part]?.live.segment.detailsOf(candidate.chunk).names ?? [];
    if (!names.some((name) => asked.has(name))) return candidate;
    const spelling = weights.exactCase * (candidate.reasons.role ?? 1);
    return {
      ...candidate,
      score: candidate.score + spelling * best,
      reasons: { ...candidate.reasons, spelling },
    };
  });
  return respelt.sort(byScore);
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
          ((defines ? weights.definition : encloses ? weights.container : 0) +
            (isFile ? (defines ? weights.stemOfDefinition : weights.stem) : 0));
        boosts.set(chunk, Math.max(boosts.get(chunk) ?? 0, boost));
      }
      addMentions(part, name, worth, boosts, allowed?.[index]);
    }
    return boosts;
  });
}

/** A name of several parts that stands in few chunks is what was asked for, declared there or not. */
function addMentions(
  part: CorpusPart,
  name: string,
  worth: number,
  boosts: Map<number, number>,
  allowed: Uint8Array | undefined,
): void {
  const list = listOf(part, name);
  const rarity = weights.mention / Math.sqrt(1 + list.living / 4);
  for (let at = 0; at < list.living; at++) {
    const chunk = list.chunks[at] ?? 0;
    if (allowed?.[part.live.segment.chunkFiles[chunk] ?? 0] === 0) continue;
    boosts.set(chunk, Math.max(boosts.get(chunk) ?? 0, worth * rarity));
  }
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
