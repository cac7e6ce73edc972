import { VarintReader } from "../store/bytes.ts";
import { fieldCount, fieldMask, fieldShift } from "../store/fields.ts";
import type { Corpus, CorpusPart } from "./corpus.ts";
import type { TermWeights } from "./rounds/constants.ts";
import { weights } from "./weights.ts";

/** Scores of all chunks of one part; 0 where no term of the query occurs. */
export interface PartScores {
  readonly part: CorpusPart;
  readonly scores: Float32Array;
  /** Bit n is set when word n of the query is in the chunk. */
  readonly words: Uint32Array;
  /** Scores of whole files: the chunks of each taken together. */
  readonly files: Float32Array;
}

/** Where a term occurs, by part. */
export type TermLists = readonly PostingList[];

/**
 * Fielded BM25: the frequencies of a term in all fields are weighted and normalized, summed, and then saturated
 * once, so that a word in name, signature and body is not counted three times over. Frequencies of terms are
 * counted over living chunks, so an index grown by edits ranks as one built at once.
 */
export function scoreLexically(
  corpus: Corpus,
  lists: readonly TermLists[],
  { terms, norms }: TermWeights,
  allowed?: AllowedFiles,
): PartScores[] {
  return corpus.parts.map((part, index) => {
    const target = {
      part,
      scores: new Float32Array(part.isLive.length),
      words: new Uint32Array(part.isLive.length),
      files: new Float32Array(part.live.segment.fileCount),
    };
    for (const [term, { weight, word }] of terms.entries()) {
      const list = lists[term]?.[index];
      if (list && list.living > 0) addScores(target, list, weight, word, norms, allowed?.[index]);
    }
    return target;
  });
}

/** For each part, for each file: whether the filters let it through. */
export type AllowedFiles = readonly Uint8Array[];

export interface PostingList {
  readonly chunks: Uint32Array;
  readonly fields: Uint32Array;
  readonly living: number;
}

const emptyList: PostingList = { chunks: new Uint32Array(), fields: new Uint32Array(), living: 0 };

/** A term's living postings, decoded. */
export function listOf({ live, isLive }: CorpusPart, text: string): PostingList {
  const { segment } = live;
  const term = segment.findTerm(text);
  if (term < 0) return emptyList;
  const start = segment.listStarts[term] ?? 0;
  const end = segment.listStarts[term + 1] ?? 0;
  const chunks = new Uint32Array(end - start);
  const fields = new Uint32Array(end - start);
  const reader = new VarintReader(segment.lists, start);
  let chunk = 0;
  let living = 0;
  while (reader.at < end) {
    const head = reader.next();
    chunk += head >>> 1;
    const packed = head & 1 ? 1 : reader.next();
    if (isLive[chunk] !== 1) continue;
    chunks[living] = chunk;
    fields[living++] = packed;
  }
  return { chunks, fields, living };
}

/** How much the length of a field is held against it: the norm is 1 / (base + slope × length). */
export interface LengthNorms {
  readonly base: Float64Array;
  readonly slope: Float64Array;
}

export function lengthNorms(averages: ArrayLike<number>): LengthNorms {
  const base = Float64Array.from(weights.length, (b) => 1 - b);
  const slope = Float64Array.from(weights.length, (b, field) => b / (averages[field] ?? 1));
  return { base, slope };
}

function addScores(
  { part, scores, words, files }: PartScores,
  list: PostingList,
  weight: number,
  word: number,
  norms: LengthNorms,
  allowed: Uint8Array | undefined,
): void {
  const { chunkFiles, lengths } = part.live.segment;
  const bit = word >= 0 && word < 32 ? 1 << word : 0;
  let file = -1;
  let inFile = 0;
  // Chunks come in order, so those of a file are adjacent.
  const closeFile = () => {
    if (file >= 0) files[file] = (files[file] ?? 0) + (weight * inFile) / (inFile + weights.fileSaturation);
    inFile = 0;
  };
  for (let at = 0; at < list.living; at++) {
    const chunk = list.chunks[at] ?? 0;
    const own = chunkFiles[chunk] ?? 0;
    if (allowed && allowed[own] === 0) continue;
    const sum = weightedFrequency(list.fields[at] ?? 0, lengths, chunk * fieldCount, norms);
    scores[chunk] = (scores[chunk] ?? 0) + (weight * sum) / (sum + weights.saturation);
    words[chunk] = (words[chunk] ?? 0) | bit;
    if (own !== file) closeFile();
    file = own;
    inFile += sum;
  }
  closeFile();
}

const body = fieldCount - 1;

/** The frequencies of a posting, each by its field's weight and length. */
function weightedFrequency(
  packed: number,
  lengths: Uint16Array,
  first: number,
  { base, slope }: LengthNorms,
): number {
  if (packed < 256)
    return (
      (packed * (weights.field[body] ?? 1)) /
      ((base[body] ?? 1) + (slope[body] ?? 0) * (lengths[first + body] ?? 0))
    );
  let sum = 0;
  for (let at = 0; at < fieldCount; at++) {
    const count = (packed >>> (fieldShift[at] ?? 0)) & (fieldMask[at] ?? 0);
    if (count > 0)
      sum +=
        (count * (weights.field[at] ?? 1)) /
        ((base[at] ?? 1) + (slope[at] ?? 0) * (lengths[first + at] ?? 0));
  }
  return sum;
}
