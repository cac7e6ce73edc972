import { fieldCount } from "../store/fields.ts";
import type { LiveSegment, Snapshot } from "../store/snapshot.ts";

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
  /** Length normalisation of each field of each chunk. */
  readonly norms: Float32Array;
}

/** How strongly a long field is held against a term in it, by field. */
const lengthWeight: readonly number[] = [0.4, 0.3, 0.3, 0.5, 0.6, 0.65];

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
  }));
  return { parts, size, averages };
}

function liveMask({ segment, dropped }: LiveSegment): Uint8Array {
  const mask = new Uint8Array(segment.chunkCount).fill(1);
  for (const file of dropped) mask.fill(0, segment.fileChunks[file] ?? 0, segment.fileChunks[file + 1] ?? 0);
  return mask;
}

function normsOf({ segment }: LiveSegment, averages: Float64Array): Float32Array {
  const { lengths } = segment;
  const norms = new Float32Array(lengths.length);
  for (let at = 0; at < norms.length; at++) {
    const field = at % fieldCount;
    const b = lengthWeight[field] ?? 0.5;
    norms[at] = 1 / (1 - b + (b * (lengths[at] ?? 0)) / (averages[field] ?? 1));
  }
  return norms;
}
