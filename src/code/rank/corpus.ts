import { fieldCount } from "../store/fields.ts";
import { pathWords } from "../store/segment-builder.ts";
import type { LiveSegment, Snapshot } from "../store/snapshot.ts";
import { stem } from "../text/stem.ts";
import { partsOf, wordsOf } from "../text/words.ts";
import { weights } from "./weights.ts";

/** A snapshot prepared for scoring: what is alive, and how long fields are on average. */
export interface Corpus {
  readonly parts: readonly CorpusPart[];
  /** Living chunks. */
  readonly size: number;
  readonly averages: Float64Array;
}

export interface CorpusPart {
  readonly live: LiveSegment;
  readonly isLive: Uint8Array;
  /** Length normalization of each field of each chunk. */
  readonly norms: Float32Array;
  /** Terms of the name and of the folder of each file. */
  readonly stems: readonly PathTerms[];
}

export interface PathTerms {
  readonly stem: readonly string[];
  readonly folder: readonly string[];
}

const prepared = new WeakMap<Snapshot, Corpus>();

export function corpusOf(snapshot: Snapshot): Corpus {
  let corpus = prepared.get(snapshot);
  if (!corpus) {
    corpus = prepare(snapshot);
    prepared.set(snapshot, corpus);
  }
  return corpus;
}

function prepare(snapshot: Snapshot): Corpus {
  const sums = new Float64Array(fieldCount);
  let size = 0;
  const masks = snapshot.segments.map((live) => {
    const isLive = liveMask(live);
    const { lengths } = live.segment;
    for (let chunk = 0; chunk < isLive.length; chunk++) {
      if (isLive[chunk] === 0) continue;
      size++;
      for (let at = 0; at < fieldCount; at++)
        sums[at] = (sums[at] ?? 0) + (lengths[chunk * fieldCount + at] ?? 0);
    }
    return isLive;
  });
  const averages = sums.map((sum) => Math.max(1, sum / Math.max(1, size)));
  const parts = snapshot.segments.map((live, index) => ({
    live,
    isLive: masks[index] ?? new Uint8Array(),
    norms: normsOf(live, averages),
    stems: live.segment.paths.map((path) => pathTermsOf(path)),
  }));
  return { parts, size, averages };
}

const pathTerms = new Map<string, PathTerms>();

/** Paths stay the same from one snapshot to the next, so their terms are kept. */
function pathTermsOf(path: string): PathTerms {
  let terms = pathTerms.get(path);
  if (!terms) {
    const { folders, stem } = pathWords(path);
    const parent = folders.slice(folders.lastIndexOf("/") + 1);
    terms = { stem: partTermsOf(stem), folder: partTermsOf(parent) };
    if (pathTerms.size > 200_000) pathTerms.clear();
    pathTerms.set(path, terms);
  }
  return terms;
}

function partTermsOf(name: string): string[] {
  return [...wordsOf(name)].flatMap((word) => partsOf(word.text).map((part) => stem(part)));
}

function liveMask({ segment, dropped }: LiveSegment): Uint8Array {
  const mask = new Uint8Array(segment.chunkCount).fill(1);
  for (const file of dropped) mask.fill(0, segment.firstChunk(file), segment.firstChunk(file + 1));
  return mask;
}

function normsOf({ segment }: LiveSegment, averages: Float64Array): Float32Array {
  const { lengths } = segment;
  const norms = new Float32Array(lengths.length);
  for (let at = 0; at < norms.length; at++) {
    const field = at % fieldCount;
    const b = weights.length[field] ?? 0.5;
    norms[at] = 1 / (1 - b + (b * (lengths[at] ?? 0)) / (averages[field] ?? 1));
  }
  return norms;
}
