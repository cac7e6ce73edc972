import { at } from "../../kernel/array.ts";
import type { ChunkKind } from "../chunk.ts";
import { typeKinds } from "../languages/language.ts";
import { field } from "../store/fields.ts";
import type { FileRole } from "../store/records.ts";
import type { Query } from "./query.ts";
import { averagesOf, type Constants, type Coverage, rarityOf } from "./rounds/constants.ts";
import type { RawEvidence } from "./rounds/messages.ts";

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

/** A cosine as the ranker wants it: 1 for the best chunk, 0 for the last that is looked at. */
export type Nearness = (cosine: number | null) => number;

/** The evidence for each chunk, in the order of `evidenceNames`. */
export function evidenceFor(
  query: Query,
  constants: Constants,
  coverage: Coverage,
  chunks: readonly RawEvidence[],
  nearness: Nearness,
): Float32Array[] {
  const share = sharesOf(query, constants);
  const bestScore = highest(chunks, ({ bare }) => bare) || 1;
  const bestCoverage = highest(chunks, ({ words }) => coverage(words));
  return chunks.map((each) => {
    const meaning = nearness(each.cosine);
    const { inPath, density } = share(each);
    return Float32Array.from([
      each.bare / bestScore,
      coverage(each.words),
      inPath,
      density,
      each.pathShare,
      meaning,
      nearness(each.fileCosine),
      meaning * bestCoverage,
      Math.log1p(each.bodyLength),
      ...kindFlags(each.kind),
      ...roleFlags(each.role, query),
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

/** The share of the query's rarity in a chunk's path, and its density in the body. */
function sharesOf(query: Query, constants: Constants): (chunk: RawEvidence) => Shares {
  const weights = rarities(query, rarityOf(query, constants));
  const average = at(averagesOf(constants), field.body);
  return ({ inPath, inBody, bodyLength }) => {
    const norm = 1.2 * (0.25 + (0.75 * bodyLength) / average);
    const count = (word: number) => at(inBody, word);
    return {
      inPath: sum(weights, (weight, word) => weight * at(inPath, word)),
      density: sum(weights, (weight, word) => (weight * count(word)) / (count(word) + norm)),
    };
  };
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
