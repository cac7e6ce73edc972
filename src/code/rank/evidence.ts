import { at } from "../../kernel/array.ts";
import type { ChunkKind } from "../chunk.ts";
import { typeKinds } from "../languages/language.ts";
import { field, fieldCount, frequency } from "../store/fields.ts";
import { type FileRole, fileRoles } from "../store/records.ts";
import { type Candidate, coverageOf, pathShareOf } from "./boost.ts";
import type { Corpus } from "./corpus.ts";
import type { LexicalScores } from "./lexical.ts";
import type { Query } from "./query.ts";

/**
 * What may speak for or against a chunk as the answer to a question in prose. Names are what `--explain` shows.
 * All are shares between 0 and 1 (`length` a logarithm), so that weights mean the same in every repository.
 */
export const evidenceNames = [
  /** The bare score by words, by the best. */
  "lexical",
  /** Which share of the question's rarity the chunk holds, and its path; how densely its body does. */
  "coverage",
  "in_path",
  "density",
  /** How much of the file's and the folder's name the question's words make up. */
  "path_share",
  /** Nearness to the question: of the chunk, and of the nearest chunk of its file. */
  "meaning",
  "file_meaning",
  /** Nearness once more, by how much of the question the best chunk holds. */
  "known_meaning",
  "length",
  "is_type",
  "is_member",
  "is_loose",
  "is_section",
  "is_test",
  "is_example",
  "is_docs",
  "is_other",
] as const;

export type EvidenceName = (typeof evidenceNames)[number];

/** Nearness as the ranker wants it: 1 for the best chunk, 0 for the last that is looked at. */
export interface Nearness {
  readonly of: (part: number, chunk: number) => number;
  /** Of the nearest chunk of a file. */
  readonly nearestIn: (part: number, file: number) => number;
}

/** A chunk to judge; with what words say of it, if they say anything. */
export interface JudgedChunk {
  readonly part: number;
  readonly chunk: number;
  readonly words?: Candidate;
}

/** The evidence for each chunk, in the order of `evidenceNames`. */
export function evidenceFor(
  corpus: Corpus,
  query: Query,
  lexical: LexicalScores,
  chunks: readonly JudgedChunk[],
  nearness: Nearness | undefined,
): Float32Array[] {
  const coverage = coverageOf(query, lexical);
  const share = pathShareOf(query);
  const shares = sharesOf(corpus, query, lexical, chunks);
  const scoreOf = ({ part, chunk }: JudgedChunk) => at(at(lexical.parts, part).scores, chunk);
  const coverOf = ({ part, chunk }: JudgedChunk) => coverage(at(at(lexical.parts, part).words, chunk));
  const bestScore = highest(chunks, scoreOf) || 1;
  const bestCoverage = highest(chunks, coverOf);
  return chunks.map((each, index) => {
    const { part, chunk } = each;
    const { live, stems } = at(corpus.parts, part);
    const { segment } = live;
    const file = segment.fileOf(chunk);
    const meaning = nearness?.of(part, chunk) ?? 0;
    const { inPath, density } = at(shares, index);
    return Float32Array.from([
      scoreOf(each) / bestScore,
      coverOf(each),
      inPath,
      density,
      share(stems[file]),
      meaning,
      nearness?.nearestIn(part, file) ?? 0,
      meaning * bestCoverage,
      Math.log1p(at(segment.lengths, chunk * fieldCount + field.body)),
      ...kindFlags(segment.kindOf(chunk)),
      ...roleFlags(at(fileRoles, segment.roleOf(file)), query),
    ]);
  });
}

const types = new Set<ChunkKind>(typeKinds);
const memberKinds: ReadonlySet<ChunkKind> = new Set<ChunkKind>(["property", "case", "variable", "constant"]);

function kindFlags(kind: ChunkKind): number[] {
  const isSection = kind === "section" || kind === "document";
  return [types.has(kind), memberKinds.has(kind), kind === "file", isSection].map(Number);
}

/** What a question asks for by name (tests, examples, documents) is not held against it. */
function roleFlags(role: FileRole, { wants }: Query): number[] {
  if (wants.has(role) || role === "source") return [0, 0, 0, 0];
  const flags = (["test", "example", "docs"] as const).map((each) => each === role);
  return [...flags, !flags.includes(true)].map(Number);
}

interface Shares {
  readonly inPath: number;
  readonly density: number;
}

/** For each chunk the share of the query's rarity in its path, and its density in the body. */
function sharesOf(
  corpus: Corpus,
  query: Query,
  { lists, rarity }: LexicalScores,
  chunks: readonly JudgedChunk[],
): Shares[] {
  const slots = corpus.parts.map(({ isLive }) => new Int32Array(isLive.length));
  for (const [index, { part, chunk }] of chunks.entries()) slots[part]?.fill(index + 1, chunk, chunk + 1);
  const width = query.words.length;
  const inPath = new Uint8Array(chunks.length * width);
  const inBody = new Uint8Array(chunks.length * width);
  for (const { word, byPart } of lists) {
    if (word < 0) continue;
    for (const [part, list] of byPart.entries()) {
      const partSlots = at(slots, part);
      for (let posting = 0; posting < list.living; posting++) {
        const slot = (partSlots[list.chunks[posting] ?? 0] ?? 0) - 1;
        if (slot < 0) continue;
        const packed = list.fields[posting] ?? 0;
        const cell = slot * width + word;
        if (frequency(packed, field.path) > 0) inPath[cell] = 1;
        inBody[cell] = Math.max(at(inBody, cell), frequency(packed, field.body));
      }
    }
  }
  const weights = rarities(query, rarity);
  const average = at(corpus.averages, field.body);
  return chunks.map(({ part, chunk }, slot) => {
    const length = at(at(corpus.parts, part).live.segment.lengths, chunk * fieldCount + field.body);
    const norm = 1.2 * (0.25 + (0.75 * length) / average);
    const count = (word: number) => at(inBody, slot * width + word);
    return {
      inPath: sum(weights, (weight, word) => weight * at(inPath, slot * width + word)),
      density: sum(weights, (weight, word) => (weight * count(word)) / (count(word) + norm)),
    };
  });
}

/** The rarity of each word, together 1; a word that occurs nowhere has the highest rarity. */
function rarities({ words }: Query, rarity: ReadonlyMap<number, number>): number[] {
  const rarest = words.reduce((max, _, word) => Math.max(max, rarity.get(word) ?? 0), 1);
  const each = words.map((_, word) => rarity.get(word) ?? rarest);
  const total = sum(each, (value) => value) || 1;
  return each.map((value) => value / total);
}

function highest<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((max, item) => Math.max(max, of(item)), 0);
}

function sum<T>(items: readonly T[], of: (item: T, index: number) => number): number {
  return items.reduce((total, item, index) => total + of(item, index), 0);
}
