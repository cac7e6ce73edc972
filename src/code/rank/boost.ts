import { at } from "../../kernel/array.ts";
import type { ChunkKind } from "../chunk.ts";
import { typeKinds } from "../languages/language.ts";
import { field, frequency } from "../store/fields.ts";
import { fileRoles } from "../store/records.ts";
import type { CorpusPart, PathTerms } from "./corpus.ts";
import { listOf, type PartScores, type TermLists } from "./lexical.ts";
import { byScore, placeIn } from "./places.ts";
import type { Query } from "./query.ts";
import type { Constants, Coverage } from "./rounds/constants.ts";
import type { WordCandidate } from "./rounds/messages.ts";
import { weights } from "./weights.ts";

const minCandidates = 300;

export function wordCandidates(limit: number): number {
  return Math.max(minCandidates, limit * 2);
}

/** Scores of one part of a shard, and what exact names are worth there. */
export interface BoostedPart {
  readonly scored: PartScores;
  readonly boosts: ReadonlyMap<number, number>;
}

export interface BoostRequest {
  readonly query: Query;
  readonly shard: number;
  readonly roles: boolean;
  readonly coverage: Coverage;
  /** The best bare score of all shards. */
  readonly best: number;
  readonly count: number;
}

/**
 * Turns bare scores into candidates, best first. Boosts are added in units of the best bare score, so they mean
 * the same in small and large repositories; then what a file is, and how much of the query is there, scale it.
 */
export function candidatesOf(parts: readonly BoostedPart[], request: BoostRequest): WordCandidate[] {
  const { query, roles, count } = request;
  const factors = fileRoles.map((role) => (roles && !query.wants.has(role) ? weights.role[role] : 1));
  const pathShare = pathShareOf(query);
  const finals = parts.map((part) => scorePart(part, request, factors, pathShare));
  const least = threshold(finals, count);
  const names = spelledNames(query);
  return finals
    .flatMap((scores, part) => aboveIn(scores, part, least, at(parts, part), request, factors, names))
    .sort(byScore)
    .slice(0, count);
}

/** The score of every chunk of a part, in one pass without any object: most of them are dropped at once. */
function scorePart(
  { scored: { part, scores, words, files }, boosts }: BoostedPart,
  { coverage, best }: BoostRequest,
  factors: readonly number[],
  pathShare: (terms: PathTerms | undefined) => number,
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
      extra = weights.file * at(files, file) + best * pathShare(part.stems[file]);
      factor = factors[segment.roleOf(file)] ?? 1;
    }
    const covered = bare * (floor + (1 - floor) * coverage(words[chunk] ?? 0));
    const name = boost === 0 ? 0 : boost * kindFactor(segment.kindOf(chunk)) * best;
    finals[chunk] = (covered + extra + name) * factor;
  }
  return finals;
}

/** By index: iterating a typed array is several times slower. */
export function largest(scores: Float32Array): number {
  let max = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score > max) max = score;
  }
  return max;
}

const bins = 4096;

/** A score that at least `count` chunks reach, found by counting instead of sorting; 0 if there are fewer. */
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
  { scored, boosts }: BoostedPart,
  { shard }: BoostRequest,
  factors: readonly number[],
  names: ReadonlySet<string>,
): WordCandidate[] {
  const candidates: WordCandidate[] = [];
  const { live } = scored.part;
  const { segment } = live;
  for (let chunk = 0; chunk < finals.length; chunk++) {
    const score = finals[chunk] ?? 0;
    if (score <= 0 || score < least) continue;
    const own = segment.fileOf(chunk);
    const name = (boosts.get(chunk) ?? 0) * kindFactor(segment.kindOf(chunk));
    candidates.push({
      shard,
      part,
      chunk,
      place: placeIn(live, chunk),
      score,
      bare: at(scored.scores, chunk),
      words: at(scored.words, chunk),
      file: at(scored.files, own),
      name,
      role: at(factors, segment.roleOf(own)),
      isSpelled:
        name > 0 && names.size > 0 && segment.detailsOf(chunk).names.some((declared) => names.has(declared)),
    });
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

/** `Context` is not `context`: words whose spelling says which of them is meant. */
function spelledNames({ words }: Query): Set<string> {
  return new Set(words.filter((word) => /\p{Lu}/u.test(word) || words.length === 1));
}

/** What exact names are worth, by chunk: declared here, enclosing, or the file's own name. */
export function nameBoosts(
  part: CorpusPart,
  query: Query,
  mentions: readonly TermLists[],
  constants: Constants,
  allowed: Uint8Array | undefined,
  index: number,
): Map<number, number> {
  const boosts = new Map<number, number>();
  const raise = (chunk: number, boost: number) => {
    if (allowed?.[part.live.segment.fileOf(chunk)] === 0) return;
    boosts.set(chunk, Math.max(boosts.get(chunk) ?? 0, boost));
  };
  for (const [name, worth] of query.names) {
    const list = listOf(part, `=${name}`);
    for (let at = 0; at < list.living; at++)
      raise(list.chunks[at] ?? 0, worth * exactBoost(list.fields[at] ?? 0));
  }
  // A name of several parts that occurs in few chunks is what was asked for, declared there or not.
  for (const [mention, worth] of [...query.mentions.values()].entries()) {
    const list = mentions[mention]?.[index];
    const rarity = weights.mention / Math.sqrt(1 + at(constants.mentions, mention) / 4);
    for (let at = 0; list && at < list.living; at++) raise(list.chunks[at] ?? 0, worth * rarity);
  }
  return boosts;
}

function exactBoost(fields: number): number {
  const defines = frequency(fields, field.name) > 0;
  const encloses = frequency(fields, field.container) > 0;
  const isFile = frequency(fields, field.path) > 0;
  return (
    (defines ? weights.definition : encloses ? weights.container : 0) +
    (isFile ? (defines ? weights.stemOfDefinition : weights.stem) : 0)
  );
}
