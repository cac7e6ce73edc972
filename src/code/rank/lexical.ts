import { VarintReader } from "../store/bytes.ts";
import { fieldCount, fieldMask, fieldShift } from "../store/fields.ts";
import type { Corpus, CorpusPart } from "./corpus.ts";
import type { QueryTerm } from "./query.ts";
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

export interface LexicalScores {
  readonly parts: readonly PartScores[];
  /** How rare each word is: the largest inverse frequency among its terms. */
  readonly rarity: ReadonlyMap<number, number>;
  /** Where the query's own terms occur, by part: read once, used again for the best results. */
  readonly lists: readonly TermLists[];
}

export interface TermLists {
  readonly word: number;
  readonly byPart: readonly PostingList[];
}

/**
 * Fielded BM25: the frequencies of a term in all fields are weighted and normalized, summed, and then saturated
 * once, so that a word in name, signature and body is not counted three times over. Frequencies of terms are
 * counted over living chunks, so an index grown by edits ranks as one built at once.
 */
export function scoreLexically(
  corpus: Corpus,
  terms: readonly QueryTerm[],
  allowed?: AllowedFiles,
): LexicalScores {
  const parts = corpus.parts.map((part) => ({
    part,
    scores: new Float32Array(part.isLive.length),
    words: new Uint32Array(part.isLive.length),
    files: new Float32Array(part.live.segment.fileCount),
  }));
  const rarity = new Map<number, number>();
  const termLists: TermLists[] = [];
  for (const term of terms) {
    const lists = corpus.parts.map((part) => listOf(part, term.text));
    const holders = lists.reduce((sum, list) => sum + list.living, 0);
    if (holders === 0) continue;
    const idf = Math.log(1 + (corpus.size - holders + 0.5) / (holders + 0.5));
    rarity.set(term.word, Math.max(rarity.get(term.word) ?? 0, idf));
    termLists.push({ word: term.word, byPart: lists });
    for (const [index, list] of lists.entries()) {
      const target = parts[index];
      if (target) addScores(target, list, idf * term.weight, term.word, allowed?.[index]);
    }
  }
  return { parts, rarity, lists: termLists };
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

function addScores(
  { part, scores, words, files }: PartScores,
  list: PostingList,
  weight: number,
  word: number,
  allowed: Uint8Array | undefined,
): void {
  const { norms, live } = part;
  const { chunkFiles } = live.segment;
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
    const sum = weightedFrequency(list.fields[at] ?? 0, norms, chunk * fieldCount);
    scores[chunk] = (scores[chunk] ?? 0) + (weight * sum) / (sum + weights.saturation);
    words[chunk] = (words[chunk] ?? 0) | bit;
    if (own !== file) closeFile();
    file = own;
    inFile += sum;
  }
  closeFile();
}

/** The frequencies of a posting, each by its field's weight and length. */
export function weightedFrequency(packed: number, norms: Float32Array, base: number): number {
  if (packed < 256) return packed * (weights.field[5] ?? 1) * (norms[base + 5] ?? 1);
  let sum = 0;
  for (let at = 0; at < fieldCount; at++) {
    const count = (packed >>> (fieldShift[at] ?? 0)) & (fieldMask[at] ?? 0);
    if (count > 0) sum += count * (weights.field[at] ?? 1) * (norms[base + at] ?? 1);
  }
  return sum;
}
