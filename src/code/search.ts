import { join } from "node:path";
import { at } from "../kernel/array.ts";
import { kindName } from "./kind-name.ts";
import type { LanguageId } from "./languages/language.ts";
import { extensionFilter, type PathFilter, pathFilter } from "./path-filter.ts";
import { type Candidate, candidatesOf } from "./rank/boost.ts";
import { type Clues, cluesOf } from "./rank/clues.ts";
import { type Corpus, corpusOf } from "./rank/corpus.ts";
import { type AllowedFiles, type LexicalScores, scoreLexically } from "./rank/lexical.ts";
import { rankProse, saysItself } from "./rank/prose.ts";
import type { Query } from "./rank/query.ts";
import { settle } from "./rank/settle.ts";
import { blend } from "./semantic/blend.ts";
import type { Meaning } from "./semantic/meaning.ts";
import { field, fieldCount } from "./store/fields.ts";
import { fileRoles, languageIds } from "./store/records.ts";
import type { Segment } from "./store/segment.ts";
import { type Snapshot, textOf } from "./store/snapshot.ts";

export interface SearchRequest {
  readonly query: Query;
  readonly root: string;
  /** Search only this folder below the root; paths of filters and hits are then relative to it. */
  readonly below?: string;
  readonly limit: number;
  readonly extensions?: string;
  readonly pathFilter?: string;
  /** Only documentation: documents alone, or declarations that have a doc comment as well. Default: everything. */
  readonly documentation?: "documents" | "with doc comments";
  /** Only files of tests. */
  readonly testsOnly?: boolean;
  /** Whether tests, examples, docs and the like come after sources. */
  readonly roles?: boolean;
  /** What each further chunk of a file counts of the one before; Default: `weights.furtherChunk`. */
  readonly furtherChunk?: number;
  /** Semantic similarity in addition to words, and its weight. */
  readonly semantic?: {
    readonly meaning: Meaning;
    readonly weight: number;
    /** Cosines of another model than the one in the package do not count as a clue: relevance is calibrated on that one. */
    readonly isForeign?: boolean;
  };
}

/** A chunk as an answer. */
export interface Hit {
  readonly content: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly relevance: number;
  readonly kind: string;
  readonly language: LanguageId;
  readonly symbols: readonly string[];
  readonly signature?: string;
  readonly breadcrumb?: string;
  readonly doc?: string;
  readonly reasons: Readonly<Record<string, number>>;
  /** What calibrated relevance is computed from. */
  readonly clues: Clues;
}

/** Pure: the same snapshot and request give the same hits. */
export function search(snapshot: Snapshot, asked: SearchRequest): Hit[] {
  const request = withCosinesOnce(asked);
  const corpus = corpusOf(snapshot);
  const allowed = allowedFiles(corpus, request);
  const all = scoreLexically(corpus, request.query.terms, allowed);
  const lexical = request.documentation === "with doc comments" ? onlyDocumented(all) : all;
  const roles = request.roles ?? true;
  const options = { ...(allowed ? { allowed } : {}), roles, limit: request.limit };
  const found = candidatesOf(corpus, request.query, lexical, options);
  const words = lexical === all ? found : found.filter((each) => scoreOf(lexical, each) > 0);
  const isWeighed = isAboutCode(request) && !saysItself(words);
  const candidates = isWeighed
    ? proseCandidates(corpus, request, lexical, words, allowed)
    : withMeaning(corpus, request, words, allowed, roles);
  // One more than is shown: how far the first is ahead must not depend on the limit.
  const settled = settle(corpus, candidates, request.limit + 1, request.furtherChunk);
  const { query, semantic } = request;
  const hasCosines = semantic !== undefined && semantic.weight > 0 && !semantic.isForeign;
  const cosines = hasCosines ? semantic.meaning(corpus, allowed) : undefined;
  const rankedBy = isWeighed ? "evidence" : query.kind === "prose" ? "words" : "name";
  const clues = cluesOf({ corpus, query, lexical, rankedBy, semantic: cosines }, settled);
  const skip = prefixOf(request).length;
  return hitsOf(corpus, settled.slice(0, request.limit), clues).map((hit) => ({
    ...hit,
    path: hit.path.slice(skip),
  }));
}

/** The nearness of all chunks is needed for the order and for the clues: it is computed once. */
function withCosinesOnce(request: SearchRequest): SearchRequest {
  const { semantic } = request;
  if (!semantic) return request;
  let cosines: Float32Array[] | undefined;
  const meaning: Meaning = (corpus, allowed) => {
    cosines ??= semantic.meaning(corpus, allowed);
    return cosines;
  };
  return { ...request, semantic: { ...semantic, meaning } };
}

/**
 * Whether evidence may be weighed: its weights were learned on questions about code, not about documents, and
 * a search by meaning alone returns nothing else.
 */
function isAboutCode({ query, documentation, semantic, roles = true }: SearchRequest): boolean {
  return query.kind === "prose" && documentation === undefined && roles && semantic?.weight !== 1;
}

function proseCandidates(
  corpus: Corpus,
  { query, semantic }: SearchRequest,
  lexical: LexicalScores,
  words: readonly Candidate[],
  allowed: AllowedFiles | undefined,
): readonly Candidate[] {
  const semanticWeight = semantic?.weight ?? 0;
  return rankProse({
    corpus,
    query,
    lexical,
    words,
    semanticWeight,
    ...(semantic && semanticWeight > 0 ? { semantic: semantic.meaning(corpus, allowed) } : {}),
  });
}

function withMeaning(
  corpus: Corpus,
  { query, semantic, documentation }: SearchRequest,
  words: readonly Candidate[],
  allowed: AllowedFiles | undefined,
  roles: boolean,
): readonly Candidate[] {
  if (!semantic || semantic.weight === 0) return words;
  const all = semantic.meaning(corpus, allowed);
  const scores = documentation === "with doc comments" ? all.map(onlyDocumentedIn(corpus)) : all;
  return blend(corpus, query, semantic.weight === 1 ? [] : words, scores, semantic.weight, roles);
}

/** Filters apply to files before anything is ranked, so that a narrow filter loses no hit. */
export function allowedFiles(corpus: Corpus, request: SearchRequest): AllowedFiles | undefined {
  const byPath = request.pathFilter
    ? pathFilter(request.pathFilter, join(request.root, request.below ?? ""))
    : undefined;
  const filters = [byPath, extensionFilter(request.extensions)].filter(
    (each): each is PathFilter => each !== undefined,
  );
  const isDocumentsOnly = request.documentation === "documents";
  const prefix = prefixOf(request);
  const { testsOnly = false } = request;
  if (filters.length === 0 && !isDocumentsOnly && !testsOnly && prefix === "") return undefined;
  return corpus.parts.map(({ live: { segment } }) => {
    const allowed = new Uint8Array(segment.fileCount);
    for (const [file, path] of segment.paths.entries()) {
      if (
        (!isDocumentsOnly || isDocument(segment, file)) &&
        (!testsOnly || fileRoles[segment.roleOf(file)] === "test") &&
        path.startsWith(prefix) &&
        filters.every((accepts) => accepts(path.slice(prefix.length)))
      )
        allowed[file] = 1;
    }
    return allowed;
  });
}

function isDocument(segment: Segment, file: number): boolean {
  return fileRoles[segment.roleOf(file)] === "docs" || languageIds[segment.languageOf(file)] === "markdown";
}

/** Without the scores of code that has no doc comment. */
function onlyDocumented(lexical: LexicalScores): LexicalScores {
  const parts = lexical.parts.map((scored) => ({
    ...scored,
    scores: documentedScores(scored.part.live.segment, scored.scores),
  }));
  return { ...lexical, parts };
}

function onlyDocumentedIn({ parts }: Corpus): (scores: Float32Array, part: number) => Float32Array {
  return (scores, part) => {
    const segment = parts[part]?.live.segment;
    return segment ? documentedScores(segment, scores) : scores;
  };
}

function documentedScores(segment: Segment, scores: Float32Array): Float32Array {
  return scores.map((score, chunk) => {
    const hasDoc = (segment.lengths[chunk * fieldCount + field.doc] ?? 0) > 0;
    return hasDoc || isDocument(segment, segment.fileOf(chunk)) ? score : 0;
  });
}

function scoreOf(lexical: LexicalScores, { part, chunk }: Candidate): number {
  return lexical.parts[part]?.scores[chunk] ?? 0;
}

function prefixOf({ below }: SearchRequest): string {
  return below ? `${below}/` : "";
}

function hitsOf(corpus: Corpus, candidates: readonly Candidate[], clues: readonly Clues[]): Hit[] {
  const best = candidates[0];
  if (!best) return [];
  const texts = new Map<string, string>();
  // An exact name is a full answer, whatever other words the query has.
  const confidence = (best.reasons.name ?? 0) >= 1 ? 1 : best.coverage;
  let last = 100;
  return candidates.flatMap((candidate, index) => {
    last = Math.min(last, Math.max(1, Math.round((100 * confidence * candidate.score) / best.score)));
    const hit = hitOf(corpus, candidate, texts);
    return hit ? [{ ...hit, relevance: last, reasons: candidate.reasons, clues: at(clues, index) }] : [];
  });
}

function hitOf(
  corpus: Corpus,
  { part, chunk }: Candidate,
  texts: Map<string, string>,
): Omit<Hit, "relevance" | "reasons" | "clues"> | undefined {
  const live = corpus.parts[part]?.live;
  if (!live) return undefined;
  const { segment } = live;
  const file = segment.fileOf(chunk);
  const path = segment.paths[file] ?? "";
  const text = texts.get(path) ?? textOf({ at: live, file });
  texts.set(path, text);
  const { symbols, signature, breadcrumb, doc, from, to } = segment.detailsOf(chunk);
  return {
    content: text.slice(from, to),
    path,
    startLine: segment.chunkLines[chunk * 2] ?? 1,
    endLine: segment.chunkLines[chunk * 2 + 1] ?? 1,
    kind: kindName(segment.kindOf(chunk), path),
    language: languageIds[segment.languageOf(file)] ?? "text",
    symbols,
    ...(signature === "" ? {} : { signature }),
    ...(breadcrumb === "" ? {} : { breadcrumb }),
    ...(doc === "" ? {} : { doc }),
  };
}
