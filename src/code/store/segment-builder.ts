import type { Chunk } from "../chunk.ts";
import { Units } from "../text/units.ts";
import { hashFactor, hashStart } from "../text/word-table.ts";
import { isWordUnit } from "../text/words.ts";
import { ByteParts, ByteWriter, NumberList } from "./bytes.ts";
import { field, fieldCount } from "./fields.ts";
import { type PostingBytes, PostingCollector } from "./postings.ts";
import { chunkKinds, type FileRecord, fileRoles, fileStates, languageIds } from "./records.ts";
import { packSections } from "./sections.ts";
import { maxWordLength, type NameTerms, sharedVocabulary } from "./vocabulary.ts";

/** A segment as two files: what every search reads, and the texts and facts that are read on demand. */
export interface SegmentBytes {
  readonly search: Uint8Array;
  readonly texts: Uint8Array;
  readonly files: number;
  readonly chunks: number;
}

export interface SegmentInput {
  readonly record: FileRecord;
  readonly text: string;
  /** The same text as it is stored. */
  readonly utf8: Uint8Array;
  /** Encoded facts of the parser; empty when there are none. */
  readonly facts: Uint8Array;
  readonly chunks: readonly Chunk[];
}

/** Builds one immutable segment from files in order. Pure: bytes in memory, nothing on disk. */
export class SegmentBuilder {
  private readonly vocabulary = sharedVocabulary();
  private readonly postings = new PostingCollector(this.vocabulary.terms);
  private readonly table = new SegmentTable();
  private readonly bodyUnits = new Units();
  private readonly units = new Units();

  add(input: SegmentInput): void {
    const { record, text, utf8, facts, chunks } = input;
    this.table.file(record, utf8, facts);
    const path = this.pathTerms(record.path);
    const units = this.bodyUnits.load(text);
    for (const chunk of chunks) this.chunk(text, units, chunk, path);
  }

  get textBytes(): number {
    return this.table.texts.length;
  }

  finish(): SegmentBytes {
    return this.table.finish(this.postings.finish());
  }

  private chunk(text: string, units: Uint16Array, chunk: Chunk, path: NameTerms): void {
    const lengths = new Uint16Array(fieldCount);
    const count = (more: number, at: number) => {
      lengths[at] = Math.min(0xffff, (lengths[at] ?? 0) + more);
    };
    for (const name of chunk.names) count(this.name(this.vocabulary.nameTerms(name), field.name), field.name);
    for (const container of chunk.containers)
      count(this.name(this.vocabulary.nameTerms(container), field.container), field.container);
    count(this.name(path, field.path), field.path);
    if (chunk.signature) count(this.allWords(chunk.signature, field.signature), field.signature);
    if (chunk.doc) count(this.allWords(chunk.doc, field.doc), field.doc);
    count(this.words(text, units, chunk.from, chunk.to, field.body), field.body);
    this.postings.endChunk();
    this.table.chunk(chunk, units, lengths);
  }

  /** The same for all chunks of a file, so looked up once. The file's own name counts twice. */
  private pathTerms(path: string): NameTerms {
    const { folders, stem } = pathWords(path);
    const name = this.vocabulary.nameTerms(stem);
    return {
      terms: [...this.vocabulary.nameTerms(folders).terms, ...name.terms, ...name.terms],
      exact: name.exact,
    };
  }

  private name({ terms, exact }: NameTerms, field: number): number {
    for (const term of terms) this.postings.add(term, field);
    this.postings.add(exact, field);
    return terms.length;
  }

  private allWords(text: string, field: number): number {
    return this.words(text, this.units.load(text), 0, text.length, field);
  }

  /** Adds the terms of all words in a range; gives how many there are. */
  private words(text: string, units: Uint16Array, from: number, to: number, field: number): number {
    const { vocabulary, postings } = this;
    let count = 0;
    let place = from;
    while (place < to) {
      let hash = hashStart;
      let end = place;
      for (; end < to; end++) {
        const unit = units[end] ?? 0;
        if (!isWordUnit(unit)) break;
        hash = Math.imul(hash ^ unit, hashFactor);
      }
      if (end > place && end - place <= maxWordLength) {
        const word = vocabulary.wordAt(text, units, place, end, hash);
        const { cells } = vocabulary.words;
        const terms = cells[word + 1] ?? 0;
        for (let at = word + 2; at < word + 2 + terms; at++) postings.add(cells[at] ?? 0, field);
        count += terms;
      }
      place = end + 1;
    }
    return count;
  }
}

/** The columns of files and chunks; shared by building and merging. */
export class SegmentTable {
  readonly texts = new ByteParts();
  private readonly paths: string[] = [];
  private readonly reasons: Record<number, string> = {};
  private readonly hashes = new ByteWriter();
  private readonly stamps: number[] = [];
  private readonly ranges: number[] = [];
  private readonly kinds = new NumberList();
  private readonly firstChunks = new NumberList();
  private readonly chunkFiles = new NumberList();
  private readonly chunkKinds = new NumberList();
  private readonly chunkLines = new NumberList();
  private readonly chunkKeys = new NumberList();
  private readonly lengths = new ByteWriter();
  private readonly details = new ByteWriter();
  private readonly detailStarts = new NumberList();
  private readonly head = new Units();

  get files(): number {
    return this.paths.length;
  }

  get chunks(): number {
    return this.chunkFiles.length;
  }

  file(record: FileRecord, text: Uint8Array, facts: Uint8Array): void {
    const { stamp } = record;
    if (record.reason) this.reasons[this.files] = record.reason;
    this.paths.push(record.path);
    this.stamps.push(stamp.size, stamp.mtimeMs, stamp.ctimeMs);
    this.hashes.append(Buffer.from(record.hash.padEnd(32, "0"), "hex"));
    this.kinds.push(
      languageIds.indexOf(record.language) |
        (fileRoles.indexOf(record.role) << 8) |
        (fileStates.indexOf(record.state) << 16),
    );
    this.firstChunks.push(this.chunks);
    this.ranges.push(...this.store(text), ...this.store(facts));
  }

  /** `units` are those of the file's text. */
  chunk(chunk: Chunk, units: Uint16Array, lengths: Uint16Array): void {
    this.detailStarts.push(this.details.length);
    const { names, symbols, containers, signature = "", breadcrumb = "", doc = "", from, to } = chunk;
    this.details.text(JSON.stringify([names, symbols, containers, signature, breadcrumb, doc, from, to]));
    const kind = chunkKinds.indexOf(chunk.kind);
    const head = `${breadcrumb}\n${signature}\n`;
    const key = contentKey(this.head.load(head), head.length, units, from, to);
    this.columns(kind, chunk.startLine, chunk.endLine, key, lengths);
  }

  /** A chunk of another segment, moved here as it is. */
  copied(
    details: Uint8Array,
    kind: number,
    startLine: number,
    endLine: number,
    key: readonly [number, number],
    lengths: Uint16Array,
  ): void {
    this.detailStarts.push(this.details.length);
    this.details.append(details);
    this.columns(kind, startLine, endLine, key, lengths);
  }

  finish(postings: PostingBytes): SegmentBytes {
    this.firstChunks.push(this.chunks);
    this.detailStarts.push(this.details.length);
    const meta = { files: this.files, chunks: this.chunks, reasons: this.reasons };
    const parts = new Map<string, ArrayBufferView>([
      ["meta", Buffer.from(JSON.stringify(meta))],
      ["file.paths", Buffer.from(this.paths.join("\0"))],
      ["file.stamps", Float64Array.from(this.stamps)],
      ["file.hashes", this.hashes.done()],
      ["file.kinds", this.kinds.done()],
      ["file.chunks", this.firstChunks.done()],
      ["file.ranges", Float64Array.from(this.ranges)],
      ["chunk.files", this.chunkFiles.done()],
      ["chunk.kinds", Uint8Array.from(this.chunkKinds.done())],
      ["chunk.lines", this.chunkLines.done()],
      ["chunk.keys", this.chunkKeys.done()],
      ["chunk.lengths", this.lengths.done()],
      ["chunk.details", this.details.done()],
      ["chunk.detailStarts", this.detailStarts.done()],
      ["terms", postings.terms],
      ["termStarts", postings.termStarts],
      ["lists", postings.lists],
      ["listStarts", postings.listStarts],
    ]);
    return {
      search: packSections(parts),
      texts: this.texts.done(),
      files: this.files,
      chunks: this.chunks,
    };
  }

  private columns(
    kind: number,
    startLine: number,
    endLine: number,
    key: readonly [number, number],
    lengths: Uint16Array,
  ): void {
    this.chunkFiles.push(this.files - 1);
    this.chunkKinds.push(kind);
    this.chunkLines.push(startLine);
    this.chunkLines.push(endLine);
    this.chunkKeys.push(key[0]);
    this.chunkKeys.push(key[1]);
    this.lengths.append(new Uint8Array(lengths.buffer, lengths.byteOffset, lengths.byteLength));
  }

  private store(content: Uint8Array): [number, number] {
    const from = this.texts.length;
    this.texts.append(content);
    return [from, this.texts.length - from];
  }
}

interface PathWords {
  readonly folders: string;
  readonly stem: string;
}

/** The file's name without its extensions, and the folders above it. */
export function pathWords(path: string): PathWords {
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const dot = name.indexOf(".", 1);
  return { folders: path.slice(0, Math.max(0, slash)), stem: dot < 0 ? name : name.slice(0, dot) };
}

/** Two 32-bit FNV-style hashes: equal text has equal keys everywhere, so vectors can be kept by key. */
function contentKey(
  head: Uint16Array,
  headLength: number,
  units: Uint16Array,
  from: number,
  to: number,
): [number, number] {
  let a = 0x811c9dc5 | 0;
  let b = 0x9747b28c | 0;
  for (let at = 0; at < headLength; at++) {
    const unit = head[at] ?? 0;
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13);
  }
  for (let at = from; at < to; at++) {
    const unit = units[at] ?? 0;
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13);
  }
  return [a >>> 0, b >>> 0];
}
