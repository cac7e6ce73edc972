import { at } from "../../kernel/array.ts";
import { isRecord } from "../../kernel/json.ts";
import type { ChunkKind } from "../chunk.ts";
import { storedTerm } from "../text/words.ts";
import { VarintReader } from "./bytes.ts";
import { fieldCount } from "./fields.ts";
import {
  type ChunkDetails,
  chunkKinds,
  type FileRecord,
  type FileState,
  fileRoles,
  fileStates,
  languageIds,
  type Stamp,
} from "./records.ts";
import { float64s, readSections, type Sections, section, uint16s, uint32s } from "./sections.ts";

/** Where a piece of a segment's text file lies. */
export interface ByteRange {
  readonly from: number;
  readonly length: number;
}

/** One segment, ready to search. All columns are views of the bytes that were read; nothing is decoded in advance. */
export class Segment {
  readonly paths: readonly string[];
  readonly fileChunks: Uint32Array;
  readonly chunkFiles: Uint32Array;
  readonly chunkLines: Uint32Array;
  /** Two numbers for each chunk; equal content has equal keys. */
  readonly chunkKeys: Uint32Array;
  /** `fieldCount` numbers for each chunk. */
  readonly lengths: Uint16Array;
  readonly lists: Uint8Array;
  readonly listStarts: Uint32Array;
  readonly termStarts: Uint32Array;
  private readonly terms: Buffer;
  private readonly stamps: Float64Array;
  private readonly hashes: Uint8Array;
  private readonly fileKinds: Uint32Array;
  private readonly ranges: Float64Array;
  private readonly kinds: Uint8Array;
  private readonly details: Uint8Array;
  private readonly detailStarts: Uint32Array;
  private readonly reasons: Record<string, unknown>;

  private constructor(sections: Sections, reasons: Record<string, unknown>) {
    const paths = decode(section(sections, "file.paths"));
    this.reasons = reasons;
    this.paths = paths === "" ? [] : paths.split("\0");
    this.stamps = float64s(sections, "file.stamps");
    this.hashes = section(sections, "file.hashes");
    this.fileKinds = uint32s(sections, "file.kinds");
    this.fileChunks = uint32s(sections, "file.chunks");
    this.ranges = float64s(sections, "file.ranges");
    this.chunkFiles = uint32s(sections, "chunk.files");
    this.kinds = section(sections, "chunk.kinds");
    this.chunkLines = uint32s(sections, "chunk.lines");
    this.chunkKeys = uint32s(sections, "chunk.keys");
    this.lengths = uint16s(sections, "chunk.lengths");
    this.details = section(sections, "chunk.details");
    this.detailStarts = uint32s(sections, "chunk.detailStarts");
    const terms = section(sections, "terms");
    this.terms = Buffer.from(terms.buffer, terms.byteOffset, terms.byteLength);
    this.termStarts = uint32s(sections, "termStarts");
    this.lists = section(sections, "lists");
    this.listStarts = uint32s(sections, "listStarts");
  }

  /** Undefined when the bytes are damaged: nothing that is read later can lead out of the columns. */
  static read(bytes: Uint8Array): Segment | undefined {
    try {
      const sections = readSections(bytes);
      if (!sections) return undefined;
      const meta: unknown = JSON.parse(decode(section(sections, "meta")));
      const segment = new Segment(sections, isRecord(meta) && isRecord(meta.reasons) ? meta.reasons : {});
      return segment.isSound() ? segment : undefined;
    } catch {
      return undefined; // a section is missing, or has half a number at its end
    }
  }

  private isSound(): boolean {
    const { fileCount: files, chunkCount: chunks } = this;
    return (
      this.stamps.length === files * 3 &&
      this.hashes.length === files * 16 &&
      this.fileKinds.length === files &&
      this.ranges.length === files * 4 &&
      this.kinds.length === chunks &&
      this.chunkLines.length === chunks * 2 &&
      this.chunkKeys.length === chunks * 2 &&
      this.lengths.length === chunks * fieldCount &&
      this.termStarts.length === this.listStarts.length &&
      areStarts(this.fileChunks, files, chunks) &&
      areStarts(this.detailStarts, chunks, this.details.length) &&
      areStarts(this.termStarts, this.termCount, this.terms.length) &&
      areStarts(this.listStarts, this.termCount, this.lists.length) &&
      this.chunkFiles.every((file) => file < files)
    );
  }

  get chunkCount(): number {
    return this.chunkFiles.length;
  }

  get fileCount(): number {
    return this.paths.length;
  }

  get termCount(): number {
    return this.termStarts.length - 1;
  }

  record(file: number): FileRecord {
    const kinds = cell(this.fileKinds, file);
    const reason = this.reasons[file];
    return {
      path: at(this.paths, file),
      stamp: this.stamp(file),
      hash: Buffer.from(this.hashes.subarray(file * 16, file * 16 + 16)).toString("hex"),
      language: languageIds[kinds & 0xff] ?? "text",
      role: fileRoles[(kinds >> 8) & 0xff] ?? "source",
      state: fileStates[(kinds >> 16) & 0xff] ?? "failed",
      reason: typeof reason === "string" ? reason : undefined,
    };
  }

  roleOf(file: number): number {
    return (cell(this.fileKinds, file) >> 8) & 0xff;
  }

  stateOf(file: number): FileState {
    return fileStates[(cell(this.fileKinds, file) >> 16) & 0xff] ?? "failed";
  }

  languageOf(file: number): number {
    return cell(this.fileKinds, file) & 0xff;
  }

  stamp(file: number): Stamp {
    const first = file * 3;
    return {
      size: at(this.stamps, first),
      mtimeMs: at(this.stamps, first + 1),
      ctimeMs: at(this.stamps, first + 2),
    };
  }

  hasStamp(file: number, { size, mtimeMs, ctimeMs }: Stamp): boolean {
    const { stamps } = this;
    const first = file * 3;
    return stamps[first] === size && stamps[first + 1] === mtimeMs && stamps[first + 2] === ctimeMs;
  }

  textRange(file: number): ByteRange {
    return { from: at(this.ranges, file * 4), length: at(this.ranges, file * 4 + 1) };
  }

  factsRange(file: number): ByteRange {
    return { from: at(this.ranges, file * 4 + 2), length: at(this.ranges, file * 4 + 3) };
  }

  /** The file that a chunk is of. */
  fileOf(chunk: number): number {
    return cell(this.chunkFiles, chunk);
  }

  /** The chunks of a file are those from `firstChunk(file)` to before `firstChunk(file + 1)`. */
  firstChunk(file: number): number {
    return cell(this.fileChunks, file);
  }

  linesOf(chunk: number): { readonly first: number; readonly last: number } {
    return { first: cell(this.chunkLines, chunk * 2), last: cell(this.chunkLines, chunk * 2 + 1) };
  }

  /** Of a chunk's content. */
  keyOf(chunk: number): readonly [high: number, low: number] {
    return [cell(this.chunkKeys, chunk * 2), cell(this.chunkKeys, chunk * 2 + 1)];
  }

  kindOf(chunk: number): ChunkKind {
    return chunkKinds[this.kindCode(chunk)] ?? "file";
  }

  kindCode(chunk: number): number {
    return this.kinds[chunk] ?? 0;
  }

  detailBytes(chunk: number): Uint8Array {
    return this.details.subarray(cell(this.detailStarts, chunk), cell(this.detailStarts, chunk + 1));
  }

  detailsOf(chunk: number): ChunkDetails {
    try {
      return readDetails(JSON.parse(decode(this.detailBytes(chunk))));
    } catch {
      return noDetails; // a damaged disk: the chunk's text is still there
    }
  }

  lengthsOf(chunk: number): Uint16Array {
    return this.lengths.subarray(chunk * fieldCount, (chunk + 1) * fieldCount);
  }

  termAt(term: number): string {
    return this.terms.toString("utf8", cell(this.termStarts, term), cell(this.termStarts, term + 1));
  }

  /** The number of a term; -1 when no chunk of this segment holds it. */
  findTerm(text: string): number {
    const term = storedTerm(text);
    const at = this.lowerBound(term);
    return at < this.termCount && this.termAt(at) === term ? at : -1;
  }

  /** The first term that is not before `wanted`, for reading all with a prefix. */
  lowerBound(term: string): number {
    let low = 0;
    let high = this.termCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.termAt(middle) < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Calls `visit` for each chunk that holds the term, in chunk order. */
  postings(term: number, visit: (chunk: number, fields: number) => void): void {
    const end = cell(this.listStarts, term + 1);
    const reader = new VarintReader(this.lists, cell(this.listStarts, term));
    let chunk = 0;
    while (reader.at < end) {
      const head = reader.next();
      chunk += head >>> 1;
      visit(chunk, head & 1 ? 1 : reader.next());
    }
  }
}

const noDetails: ChunkDetails = {
  names: [],
  symbols: [],
  containers: [],
  signature: "",
  breadcrumb: "",
  doc: "",
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
};

function readDetails(value: unknown): ChunkDetails {
  const [names, symbols, containers, signature, breadcrumb, doc, from, to]: unknown[] = Array.isArray(value)
    ? value
    : [];
  const areNumbers = typeof from === "number" && typeof to === "number";
  const areTexts = typeof signature === "string" && typeof breadcrumb === "string" && typeof doc === "string";
  if (!areNumbers || !areTexts || !isTextList(names) || !isTextList(symbols) || !isTextList(containers))
    return noDetails;
  return { names, symbols, containers, signature, breadcrumb, doc, from, to };
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** Whether numbers say where each of `count` things begins, one after the other, and where the last one ends. */
function areStarts(starts: Uint32Array, count: number, end: number): boolean {
  if (starts.length !== count + 1 || starts[0] !== 0 || cell(starts, count) > end) return false;
  for (let item = 1; item <= count; item++) if (cell(starts, item) < cell(starts, item - 1)) return false;
  return true;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** For one kind of array only, so that it is as fast as the index alone; `read` has checked every length. */
function cell(column: Uint32Array, index: number): number {
  return column[index] ?? 0;
}
