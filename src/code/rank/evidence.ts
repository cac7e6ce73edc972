import type { ChunkKind } from "../chunk.ts";
import { typeKinds } from "../languages/language.ts";
import { fieldCount, frequency } from "../store/fields.ts";
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
  /** The score by words with all its boosts, the bare one, and that of the whole file, each by the best. */
  "words",
  "lexical",
  "file",
  "coverage",
  /** Which share of the question's rarity stands in each field, and how densely in the body. */
  "in_name",
  "in_container",
  "in_path",
  "in_signature",
  "in_doc",
  "in_body",
  "density",
  "path_share",
  "exact_name",
  /** Nearness to the question: of the chunk, of the nearest chunk of its file, of the file's three nearest. */
  "meaning",
  "file_meaning",
  "around",
  "length",
  "documented",
  "is_type",
  "is_member",
  "is_loose",
  "is_section",
  "is_test",
  "is_example",
  "is_docs",
  "is_other",
  /** Where some chunk holds most of the question's words, words count more and meaning less. */
  "known_words",
  "known_coverage",
  "known_meaning",
] as const;

export type EvidenceName = (typeof evidenceNames)[number];

/** Nearness as the ranker wants it: of each chunk by part, 1 for the best, 0 for the last that is looked at. */
export interface Nearness {
  readonly of: (part: number, chunk: number) => number;
  readonly nearestIn: (part: number, file: number) => readonly number[];
}

/** A chunk to judge; with what words say of it, if they say anything. */
export interface Judged {
  readonly part: number;
  readonly chunk: number;
  readonly words?: Candidate;
}

/** The evidence for each chunk, in the order of `evidenceNames`. */
export function evidenceFor(
  corpus: Corpus,
  query: Query,
  lexical: LexicalScores,
  judged: readonly Judged[],
  nearness: Nearness | undefined,
): Float32Array[] {
  const coverage = coverageOf(query, lexical);
  const share = pathShareOf(query);
  const fields = fieldShares(corpus, query, lexical, judged);
  const scoreOf = ({ part, chunk }: Judged) => lexical.parts[part]?.scores[chunk] ?? 0;
  const coverOf = ({ part, chunk }: Judged) => coverage(lexical.parts[part]?.words[chunk] ?? 0);
  const best = {
    words: highest(judged, ({ words }) => words?.score ?? 0),
    lexical: highest(judged, scoreOf),
    file: Math.max(...lexical.parts.map(({ files }) => highest([...files], (score) => score))),
    coverage: highest(judged, coverOf),
  };
  return judged.map((each, at) => {
    const { part, chunk, words } = each;
    const scored = lexical.parts[part];
    const out = new Float32Array(evidenceNames.length);
    if (!scored) return out;
    const { segment } = scored.part.live;
    const file = segment.chunkFiles[chunk] ?? 0;
    const near = nearness?.nearestIn(part, file) ?? [];
    const meaning = nearness?.of(part, chunk) ?? 0;
    const byWords = (words?.score ?? 0) / (best.words || 1);
    const covered = coverOf(each);
    out.set([
      byWords,
      scoreOf(each) / (best.lexical || 1),
      (scored.files[file] ?? 0) / (best.file || 1),
      covered,
      ...(fields[at] ?? []),
      share(scored.part.stems[file]),
      words?.reasons.name ?? 0,
      meaning,
      near[0] ?? 0,
      near.reduce((sum, value) => sum + value, 0) / 3,
      Math.log1p(segment.lengths[chunk * fieldCount + 5] ?? 0),
      (segment.lengths[chunk * fieldCount + 4] ?? 0) > 0 ? 1 : 0,
      ...kindFlags(segment.kindOf(chunk)),
      ...roleFlags(fileRoles[segment.roleOf(file)] ?? "source", query),
      byWords * best.coverage,
      covered * best.coverage,
      meaning * best.coverage,
    ]);
    return out;
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
  const at = ["test", "example", "docs"].indexOf(role);
  return [at === 0, at === 1, at === 2, at < 0].map(Number);
}

/** For each chunk the share of the query's rarity in each of its fields, and the density in its body. */
function fieldShares(
  corpus: Corpus,
  query: Query,
  { lists, rarity }: LexicalScores,
  judged: readonly Judged[],
): Float32Array[] {
  const slots = corpus.parts.map(({ isLive }) => new Int32Array(isLive.length));
  for (const [at, { part, chunk }] of judged.entries()) slots[part]?.fill(at + 1, chunk, chunk + 1);
  const width = query.words.length;
  const seen = new Uint8Array(judged.length * width);
  const inBody = new Uint8Array(judged.length * width);
  for (const { word, byPart } of lists) {
    if (word < 0) continue;
    for (const [part, list] of byPart.entries()) {
      for (let at = 0; at < list.living; at++) {
        const slot = (slots[part]?.[list.chunks[at] ?? 0] ?? 0) - 1;
        if (slot < 0) continue;
        const packed = list.fields[at] ?? 0;
        const cell = slot * width + word;
        seen[cell] = (seen[cell] ?? 0) | fieldBits(packed);
        inBody[cell] = Math.max(inBody[cell] ?? 0, frequency(packed, 5));
      }
    }
  }
  return sharesOf(corpus, rarities(query, rarity), judged, seen, inBody);
}

function fieldBits(packed: number): number {
  let bits = 0;
  for (let field = 0; field < fieldCount; field++) if (frequency(packed, field) > 0) bits |= 1 << field;
  return bits;
}

function sharesOf(
  corpus: Corpus,
  weights: readonly number[],
  judged: readonly Judged[],
  seen: Uint8Array,
  inBody: Uint8Array,
): Float32Array[] {
  const average = corpus.averages[5] ?? 1;
  return judged.map(({ part, chunk }, slot) => {
    const shares = new Float32Array(fieldCount + 1);
    const length = corpus.parts[part]?.live.segment.lengths[chunk * fieldCount + 5] ?? 0;
    const norm = 1.2 * (0.25 + (0.75 * length) / average);
    for (const [word, weight] of weights.entries()) {
      const bits = seen[slot * weights.length + word] ?? 0;
      const count = inBody[slot * weights.length + word] ?? 0;
      for (let field = 0; field < fieldCount; field++)
        if (bits & (1 << field)) shares[field] = (shares[field] ?? 0) + weight;
      shares[fieldCount] = (shares[fieldCount] ?? 0) + (weight * count) / (count + norm);
    }
    return shares;
  });
}

/** The rarity of each word, together 1; a word that stands nowhere is as rare as can be. */
function rarities({ words }: Query, rarity: ReadonlyMap<number, number>): number[] {
  const rarest = words.reduce((most, _, word) => Math.max(most, rarity.get(word) ?? 0), 1);
  const each = words.map((_, word) => rarity.get(word) ?? rarest);
  const total = each.reduce((sum, value) => sum + value, 0) || 1;
  return each.map((value) => value / total);
}

function highest<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((most, item) => Math.max(most, of(item)), 0);
}
