import { at } from "../../../kernel/array.ts";
import { ByteWriter, VarintReader } from "../../store/bytes.ts";
import { codeOf, type FileEdge, type Target } from "../model/edge.ts";
import { PackedEdges, skipEdges } from "../model/packed-edges.ts";
import type { SymbolTargets } from "../model/symbol-targets.ts";
import type { FileResolution } from "./build.ts";

/** The files that one worker resolved, as numbers, some of which refer to texts. */
export interface WorkerResult {
  readonly bytes: Uint8Array;
  readonly texts: readonly string[];
}

/** Writes what a worker resolves. Both sides number symbols alike, because they build their tables from the same facts. */
export class WorkerResultWriter {
  readonly #targets: SymbolTargets;
  readonly #bytes = new ByteWriter();
  readonly #texts = new Map<string, number>();

  constructor(targets: SymbolTargets) {
    this.#targets = targets;
  }

  get size(): number {
    return this.#bytes.length;
  }

  add(file: number, edges: readonly FileEdge[], dependencies: readonly string[]): void {
    const bytes = this.#bytes;
    bytes.varint(file);
    bytes.varint(dependencies.length);
    for (const name of dependencies) bytes.varint(this.#text(name));
    bytes.varint(edges.length);
    for (const edge of edges) {
      bytes.varint(edge.from + 1);
      bytes.varint(this.#target(edge.to));
      bytes.varint(codeOf(edge));
      bytes.varint(edge.line);
      bytes.varint(edge.note === undefined ? 0 : this.#text(edge.note) + 1);
    }
  }

  done(): WorkerResult {
    // A copy: posting a view would post the whole buffer behind it.
    return { bytes: this.#bytes.done().slice(), texts: [...this.#texts.keys()] };
  }

  /** Symbols are even, external names odd. */
  #target(target: Target): number {
    const symbol = this.#targets.symbolOf(target);
    return symbol === undefined ? this.#text(target.key) * 2 + 1 : symbol * 2;
  }

  #text(text: string): number {
    const number = this.#texts.get(text) ?? this.#texts.size;
    this.#texts.set(text, number);
    return number;
  }
}

/** Adds the files that a worker resolved to `resolutions`. Their edges stay packed. */
export function readWorkerResult(
  { bytes, texts }: WorkerResult,
  targets: SymbolTargets,
  resolutions: Map<number, FileResolution>,
): void {
  const reader = new VarintReader(bytes, 0);
  while (reader.at < bytes.length) {
    const file = reader.next();
    const dependencies = Array.from({ length: reader.next() }, () => at(texts, reader.next()));
    const count = reader.next();
    const edges = new PackedEdges({ bytes, at: reader.at }, count, texts, targets);
    skipEdges(reader, count);
    resolutions.set(file, { edges, dependencies });
  }
}
