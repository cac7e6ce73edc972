import { at } from "../../kernel/array.ts";
import type { ChunkKind } from "../chunk.ts";
import { typeKinds } from "../languages/language.ts";
import { field, frequency } from "../store/fields.ts";
import { fileRoles } from "../store/records.ts";
import type { Corpus, CorpusPart, PathTerms } from "./corpus.ts";
import { type AllowedFiles, type LexicalScores, listOf, type PartScores } from "./lexical.ts";
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
  /** Why it ranks where it does: named factors, in the order in which they were applied. */
  readonly reasons: Record<string, number>;
}

const minCandidates = 300;

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
  const factors = fileRoles.map((role) => (options.roles && !query.wants.has(role) ? weights.role[role] : 1));
  const pathShare = pathShareOf(query);
  const boosts = nameBoosts(corpus, query, options.allowed);
  const coverage = coverageOf(query, lexical);
  const scores = lexical.parts.map((part, index) =>
    scorePart(
      part,
      at(boosts, index),
      coverage,
      factors,
      (file) => {
        const share = pathShare(part.part.stems[file]);
        return weights.file * at(part.files, file) + best * share;
      },
      best,
    ),
  );
  const least = threshold(scores, Math.max(minCandidates, options.limit * 2));
  const candidates = scores.flatMap((scores, part) =>
    aboveIn(scores, part, least, at(lexical.parts, part), at(boosts, part), coverage, factors),
  );
  return preferSpelling(corpus, query, candidates.sort(byScore), best);
}

/** The score of every chunk of a part, in one pass without any object: most of them are dropped at once. */
function scorePart(
  { part, scores, words }: PartScores,
  boosts: ReadonlyMap<number, number>,
  coverage: (words: number) => number,
  factors: readonly number[],
  ofFile: (file: number) => number,
  best: number,
): Float32Array {
  const { segment } = part.live;
  const finals = new Float32Array(scores.length);
  const floor = weights.coverageFloor;
  let file = -1;
  let extra = 0;
  let factor = 1;
  const hasBoosts = boosts.size > 0;
  for (let chunk = 0; chunk < scores.length; chunk++) {
    const bare = scores[chunk] ?? 0;
    const boost = hasBoosts ? (boosts.get(chunk) ?? 0) : 0;
    if (bare === 0 && boost === 0) continue;
    const own = segment.fileOf(chunk);
    if (own !== file) {
      file = own;
      extra = ofFile(file);
      factor = factors[segment.roleOf(file)] ?? 1;
    }
    const covered = bare * (floor + (1 - floor) * coverage(words[chunk] ?? 0));
    const name = boost === 0 ? 0 : boost * kindFactor(segment.kindOf(chunk)) * best;
    finals[chunk] = (covered + extra + name) * factor;
  }
  return finals;
}

/** By index: iterating a typed array is several times slower. */
function largest(scores: Float32Array): number {
  let max = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score > max) max = score;
  }
  return max;
}

const bins = 4096;

/** A score that about `wanted` chunks reach, found by counting instead of sorting. */
function threshold(parts: readonly Float32Array[], count: number): number {
  let max = 0;
  for (const finals of parts) max = Math.max(max, largest(finals));
  const counts = new Uint32Array(bins + 1);
  for (const finals of parts) {
    for (let chunk = 0; chunk < finals.length; chunk++) {
      const score = finals[chunk] ?? 0;
      if (score <= 0) continue;
      const bin = Math.floor((score / max) * bins);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
  }
  let total = 0;
  for (let bin = bins; bin > 0; bin--) {
    total += counts[bin] ?? 0;
    if (total >= count) return (bin / bins) * max;
  }
  return 0;
}

function aboveIn(
  finals: Float32Array,
  part: number,
  least: number,
  lexical: PartScores,
  boosts: ReadonlyMap<number, number>,
  coverage: (words: number) => number,
  factors: readonly number[],
): Candidate[] {
  const candidates: Candidate[] = [];
  const { segment } = lexical.part.live;
  for (let chunk = 0; chunk < finals.length; chunk++) {
    const score = finals[chunk] ?? 0;
    if (score <= 0 || score < least) continue;
    const bare = at(lexical.scores, chunk);
    const share = coverage(at(lexical.words, chunk));
    const own = segment.fileOf(chunk);
    const role = at(factors, segment.roleOf(own));
    const name = (boosts.get(chunk) ?? 0) * kindFactor(segment.kindOf(chunk));
    const file = at(lexical.files, own);
    const reasons = { lexical: bare, coverage: share, file: weights.file * file, name, role };
    candidates.push({ part, chunk, score, coverage: share, reasons });
  }
  return candidates;
}

/** Which part of a file's and its folder's name the query's words make up. */
export function pathShareOf(query: Query): (terms: PathTerms | undefined) => number {
  const queryTerms = new Set(query.terms.filter((term) => term.word >= 0).map((term) => term.text));
  const share = (terms: readonly string[]) =>
    terms.length === 0 ? 0 : terms.filter((term) => queryTerms.has(term)).length / terms.length;
  return (terms) =>
    terms ? weights.stemWords * share(terms.stem) + weights.folderWords * share(terms.folder) : 0;
}

const types = new Set<string>(typeKinds);
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
  if (types.has(kind)) return weights.kindOf.type;
  return memberKinds.has(kind) ? weights.kindOf.member : weights.kindOf.callable;
}

/** `Context` is not `context`: among the best, a name spelled as in the query comes first. */
function preferSpelling(
  corpus: Corpus,
  query: Query,
  candidates: readonly Candidate[],
  best: number,
): Candidate[] {
  const names = new Set(query.words.filter((word) => /\p{Lu}/u.test(word) || query.words.length === 1));
  if (names.size === 0) return [...candidates];
  const reranked = candidates.map((candidate, rank) => {
    if (rank >= 100 || (candidate.reasons.name ?? 0) === 0) return candidate;
    const declaredNames = at(corpus.parts, candidate.part).live.segment.detailsOf(candidate.chunk).names;
    if (!declaredNames.some((name) => names.has(name))) return candidate;
    const spelling = weights.exactCase * (candidate.reasons.role ?? 1);
    return {
      ...candidate,
      score: candidate.score + spelling * best,
      reasons: { ...candidate.reasons, spelling },
    };
  });
  return reranked.sort(byScore);
}

function bestScore({ parts }: LexicalScores): number {
  let best = 0;
  for (const { scores } of parts) best = Math.max(best, largest(scores));
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
        if (allowed?.[index]?.[part.live.segment.fileOf(chunk)] === 0) continue;
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
    }
    for (const [name, worth] of query.mentions) addMentions(part, name, worth, boosts, allowed?.[index]);
    return boosts;
  });
}

/** A name of several parts that occurs in few chunks is what was asked for, declared there or not. */
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
    if (allowed?.[part.live.segment.fileOf(chunk)] === 0) continue;
    boosts.set(chunk, Math.max(boosts.get(chunk) ?? 0, worth * rarity));
  }
}

/** Shares are few (one per set of words), so they are worked out once each. */
export function coverageOf(query: Query, { rarity }: LexicalScores): (words: number) => number {
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

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.part - b.part || a.chunk - b.chunk;
}
