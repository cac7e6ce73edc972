import type { ChunkKind } from "../../chunk.ts";
import type { LanguageId } from "../../languages/language.ts";
import type { FileRole } from "../../store/records.ts";
import type { Query } from "../query.ts";
import type { Constants, Statistics } from "./constants.ts";

/**
 * A search in rounds. One coordinator asks every shard the same question; between two rounds it adds up or compares
 * what they said, so that each shard scores with the constants of the whole. The list and its scores are then those
 * of one index, however the segments are spread. All messages are plain data.
 */

/** What is asked, apart from the vectors that give it a meaning. */
export interface Question {
  readonly query: Query;
  readonly root: string;
  /** Search only this folder below the root; paths of filters and hits are then relative to it. */
  readonly below?: string | undefined;
  readonly limit: number;
  readonly extensions?: string | undefined;
  readonly pathFilter?: string | undefined;
  /** Only documentation: documents alone, or declarations that have a doc comment as well. Default: everything. */
  readonly documentation?: "documents" | "with doc comments" | undefined;
  /** Only files of tests. */
  readonly testsOnly?: boolean | undefined;
  /** Whether tests, examples, docs and the like come after sources. */
  readonly roles?: boolean | undefined;
  /** What each further chunk of a file counts of the one before. Default: `weights.furtherChunk`. */
  readonly furtherChunk?: number | undefined;
  /** How much meaning counts, 0 to 1; undefined when nothing is known of the question's meaning. */
  readonly semanticWeight?: number | undefined;
  /** Cosines of another model than the one in the package do not count as a clue: relevance is calibrated on that one. */
  readonly isForeign?: boolean | undefined;
}

/** A chunk among those of all shards. */
export interface ChunkId {
  readonly shard: number;
  readonly part: number;
  readonly chunk: number;
}

/** Where a chunk is, whichever segment holds it: what orders chunks of equal score. */
export interface Place {
  /** "" where there is only one. */
  readonly repository: string;
  readonly path: string;
  /** Which chunk of its file. */
  readonly ordinal: number;
}

export type Round =
  | { readonly round: "statistics" }
  | { readonly round: "best"; readonly constants: Constants }
  | { readonly round: "candidates"; readonly best: number }
  | { readonly round: "evidence"; readonly chunks: readonly ChunkId[] }
  | { readonly round: "hits"; readonly chunks: readonly ChunkId[] };

export type RoundAnswer =
  | ({ readonly round: "statistics" } & Statistics)
  /** The best bare score. */
  | { readonly round: "best"; readonly best: number }
  | {
      readonly round: "candidates";
      readonly words: readonly WordCandidate[];
      readonly near: readonly NearCandidate[];
    }
  | { readonly round: "evidence"; readonly evidence: readonly RawEvidence[] }
  | { readonly round: "hits"; readonly hits: readonly RawHit[] };

/** A chunk that words speak for. */
export interface WordCandidate extends ChunkId {
  readonly place: Place;
  readonly score: number;
  /** The score by words alone. */
  readonly bare: number;
  /** Which words of the query it holds, a bit each. */
  readonly words: number;
  /** Of the whole file. */
  readonly file: number;
  /** What an exact name counts. */
  readonly name: number;
  readonly role: number;
  /** Whether it declares a name spelled as in the query, case and all. */
  readonly isSpelled: boolean;
}

/** A chunk that is near to the question; `score` is its cosine by the role of its file. */
export interface NearCandidate extends ChunkId {
  readonly place: Place;
  readonly score: number;
}

/** What may speak for or against a chunk, before it is compared with the others. */
export interface RawEvidence extends ChunkId {
  readonly bare: number;
  readonly words: number;
  /** For each word of the query whether the path has it, and how often the body does. */
  readonly inPath: readonly number[];
  readonly inBody: readonly number[];
  readonly pathShare: number;
  /** Cosine with the question: of the chunk, and of the nearest of its file; null without a vector. */
  readonly cosine: number | null;
  readonly fileCosine: number | null;
  readonly bodyLength: number;
  readonly kind: ChunkKind;
  readonly role: FileRole;
}

/** A chunk of the final list, with its text. */
export interface RawHit extends ChunkId {
  readonly words: number;
  readonly cosine: number | null;
  /** How sure it is that the query names what the chunk declares: 0 to 1. */
  readonly name: number;
  readonly content: string;
  readonly repository: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: string;
  readonly language: LanguageId;
  readonly symbols: readonly string[];
  readonly signature: string;
  readonly breadcrumb: string;
  readonly doc: string;
}
