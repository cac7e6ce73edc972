import { sha256 } from "../../kernel/hash.ts";
import { readBytes } from "../../workspace/files/files.ts";
import { isRacy } from "../../workspace/files/stamp.ts";
import { childPath, rootPath } from "../../workspace/paths/paths.ts";
import type { Chunk } from "../chunk.ts";
import { chunksOf } from "../chunk.ts";
import { encodeFacts } from "../facts/encode.ts";
import { type LanguageId, nothingParsed, type ParsedFile } from "../languages/language.ts";
import { extensionOf, languageFor, languageIdOf, prepareLanguage } from "../languages/registry.ts";
import { roleOf } from "../roles.ts";
import { sectionsOf } from "../sections.ts";
import type { FileRecord, Stamp } from "../store/records.ts";
import { SegmentBuilder, type SegmentBytes } from "../store/segment-builder.ts";
import { decodeText } from "../text/decode.ts";

export interface FileToRead {
  readonly path: string;
  readonly stamp: Stamp;
  /** Of the bytes that the index has; the same bytes are not parsed again. */
  readonly knownHash?: string;
}

export interface Batch {
  readonly root: string;
  readonly files: readonly FileToRead[];
}

/** What became of the files of a batch. */
export interface BatchResult {
  /** How many files are in the segment; refused ones are among them. */
  readonly read: number;
  /** Files whose bytes are what the index has. */
  readonly same: readonly { readonly path: string; readonly stamp: Stamp }[];
  /** Files that were gone when they were to be read. */
  readonly vanished: readonly string[];
  readonly skipped: readonly FileNote[];
  readonly failed: readonly FileNote[];
  /** Files that were read, but whose parser gave up: their text is searchable, their symbols are missing. */
  readonly notes: readonly FileNote[];
}

export interface FileNote {
  readonly path: string;
  readonly reason: string;
}

/** What has been read, as a segment, with the paths of its files in its order. */
export interface Gathered {
  readonly segment: SegmentBytes;
  readonly paths: readonly string[];
}

export const maxFileBytes = 1_048_576;

/** Reads, parses and cuts files into a segment. Knows nothing of the store: the same files, the same bytes. */
export class Analyzer {
  private builder = new SegmentBuilder();
  private paths: string[] = [];

  get isEmpty(): boolean {
    return this.paths.length === 0;
  }

  async read(batch: Batch): Promise<BatchResult> {
    const before = this.paths.length;
    const sink: Sink = {
      builder: this.builder,
      paths: this.paths,
      same: [],
      vanished: [],
      skipped: [],
      failed: [],
      notes: [],
    };
    for (const file of batch.files) await analyseFile(batch.root, file, sink);
    const { builder: _, paths, ...result } = sink;
    return { read: paths.length - before, ...result };
  }

  /**
   * Takes a file whose bytes are at hand, as a commit has them. Its stamp is that of no file on disk, so that equal
   * files make equal segments everywhere. A file over the limit needs no bytes.
   */
  async readContent(path: string, size: number, content: Uint8Array): Promise<void> {
    const { builder, paths } = this;
    const sink: Sink = { builder, paths, same: [], vanished: [], skipped: [], failed: [], notes: [] };
    const file = { path, stamp: { size, mtimeMs: 0, ctimeMs: -1 } };
    if (isBinaryName(path)) return skip(file, sink, "binary file");
    if (size > maxFileBytes) return skip(file, sink, `larger than ${maxFileBytes} bytes (${size})`);
    await take(file, sha256(content).slice(0, 32), content, sink);
  }

  /** Returns what was gathered, and starts over. */
  take(): Gathered {
    const gathered = { segment: this.builder.finish(), paths: this.paths };
    this.builder = new SegmentBuilder();
    this.paths = [];
    return gathered;
  }
}

/** One batch as one segment in memory. */
export async function analyse(batch: Batch): Promise<BatchResult & Gathered> {
  const analyzer = new Analyzer();
  const result = await analyzer.read(batch);
  return { ...result, ...analyzer.take() };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };

interface Sink extends Mutable<Omit<BatchResult, "read">> {
  readonly builder: SegmentBuilder;
  readonly paths: string[];
}

async function analyseFile(root: string, file: FileToRead, sink: Sink): Promise<void> {
  const { path, stamp } = file;
  if (isBinaryName(path)) return skip(file, sink, "binary file");
  if (stamp.size > maxFileBytes) return skip(file, sink, `larger than ${maxFileBytes} bytes (${stamp.size})`);
  const readAt = Date.now();
  const bytes = await readBytes({ root }, childPath(rootPath, path), { maxBytes: maxFileBytes });
  if (!bytes.ok) {
    if (bytes.fault.code === "path_not_found") sink.vanished.push(path);
    else if (bytes.fault.code === "file_too_large") skip(file, sink, `larger than ${maxFileBytes} bytes`);
    else refuse(file, sink, "failed", bytes.fault.message);
    return;
  }
  const settled = settledStamp(stamp, readAt);
  const hash = bytes.value.sha256.slice(0, 32);
  if (hash === file.knownHash) {
    sink.same.push({ path, stamp: settled });
    return;
  }
  await take({ ...file, stamp: settled }, hash, bytes.value.content, sink);
}

async function take(file: FileToRead, hash: string, content: Uint8Array, sink: Sink): Promise<void> {
  const { path, stamp } = file;
  const decoded = decodeText(content);
  if (!decoded) return skip(file, sink, "binary file", hash);
  const { text, utf8 } = decoded;
  const language = languageIdOf(path, text);
  const facts = await parse(path, text, sink);
  const record: FileRecord = {
    path,
    stamp,
    hash,
    language,
    role: roleOf(path, language, text),
    state: "indexed",
  };
  const chunks = chunksFor(language, text, facts);
  const encoded = facts === nothingParsed ? nothing : encodeFacts(facts);
  sink.builder.add({ record, text, utf8, facts: encoded, chunks });
  sink.paths.push(path);
}

async function parse(path: string, text: string, sink: Sink): Promise<ParsedFile> {
  const language = languageFor(path, text);
  if (!language) return nothingParsed;
  try {
    await prepareLanguage(language);
    const facts = language.parse(text, path);
    if (!facts.isGivenUp) return facts;
    sink.notes.push({ path, reason: `The ${language.id} parser gave up; indexed as plain text` });
    return nothingParsed;
  } catch (error) {
    // A parser's bug costs the symbols of one file, not the file: its text stays searchable.
    const why = error instanceof Error ? error.message : String(error);
    sink.notes.push({ path, reason: `${language.id} parser: ${why}; indexed as plain text` });
    return nothingParsed;
  }
}

function chunksFor(language: LanguageId, text: string, facts: ParsedFile): Chunk[] {
  if (language === "markdown") return sectionsOf(text);
  const chunks = chunksOf(text, facts);
  const isDocument = language === "text" || language === "json" || language === "yaml" || language === "toml";
  return isDocument ? chunks.map((chunk) => ({ ...chunk, kind: "document" })) : chunks;
}

const nothing = new Uint8Array();

function skip(file: FileToRead, sink: Sink, reason: string, hash = ""): void {
  refuse(file, sink, "skipped", reason, hash);
}

function refuse(file: FileToRead, sink: Sink, state: "skipped" | "failed", reason: string, hash = ""): void {
  const { path, stamp } = file;
  const record: FileRecord = { path, stamp, hash, language: "text", role: "data", state, reason };
  sink.builder.add({ record, text: "", utf8: nothing, facts: nothing, chunks: [] });
  sink.paths.push(path);
  sink[state].push({ path, reason });
}

/** A racy stamp is marked, so that the next update reads the file again, as git does with its index. */
function settledStamp(stamp: Stamp, readAt: number): Stamp {
  return isRacy(stamp, readAt) ? { ...stamp, ctimeMs: -1 } : stamp;
}

const binaryExtensions = new Set(
  (
    "png jpg jpeg gif webp bmp ico icns tiff heic avif pdf zip gz tgz bz2 xz zst 7z rar jar war class o a so dylib " +
    "dll exe wasm node bin dat db sqlite woff woff2 ttf otf eot mp3 mp4 m4a mov avi mkv webm wav flac ogg psd ai " +
    "sketch fig keystore p12 pyc pyo nib car xcuserstate"
  ).split(" "),
);

/** Whether name or size alone decide that a file is not indexed. */
export function isSkippedUnread(path: string, size: number): boolean {
  return isBinaryName(path) || size > maxFileBytes;
}

function isBinaryName(path: string): boolean {
  return binaryExtensions.has(extensionOf(path));
}
