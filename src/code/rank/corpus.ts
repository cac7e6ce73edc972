import { fieldCount } from "../store/fields.ts";
import { pathWords } from "../store/segment-builder.ts";
import type { LiveSegment, Snapshot } from "../store/snapshot.ts";
import { stem } from "../text/stem.ts";
import { partsOf, wordsOf } from "../text/words.ts";

/** Segments prepared for scoring. */
export interface Corpus {
  readonly parts: readonly CorpusPart[];
}

/** What is alive in a segment, and what the ranker counts in it. Nothing in it depends on other segments. */
export interface CorpusPart {
  readonly live: LiveSegment;
  readonly isLive: Uint8Array;
  /** Living chunks. */
  readonly size: number;
  /** Lengths of each field of all living chunks together. */
  readonly sums: Float64Array;
  /** Terms of the name and of the folder of each file. */
  readonly stems: readonly PathTerms[];
}

export interface PathTerms {
  readonly stem: readonly string[];
  readonly folder: readonly string[];
}

const prepared = new WeakMap<LiveSegment, CorpusPart>();

export function corpusOf({ segments }: Pick<Snapshot, "segments">): Corpus {
  return { parts: segments.map(partOf) };
}

function partOf(live: LiveSegment): CorpusPart {
  let part = prepared.get(live);
  if (!part) {
    part = prepare(live);
    prepared.set(live, part);
  }
  return part;
}

function prepare(live: LiveSegment): CorpusPart {
  const isLive = liveMask(live);
  const { lengths, paths } = live.segment;
  const sums = new Float64Array(fieldCount);
  let size = 0;
  for (let chunk = 0; chunk < isLive.length; chunk++) {
    if (isLive[chunk] === 0) continue;
    size++;
    for (let at = 0; at < fieldCount; at++)
      sums[at] = (sums[at] ?? 0) + (lengths[chunk * fieldCount + at] ?? 0);
  }
  return { live, isLive, size, sums, stems: paths.map((path) => pathTermsOf(path)) };
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
