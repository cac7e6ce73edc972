import { at } from "../../kernel/array.ts";
import { sha256 } from "../../kernel/hash.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import {
  deleteStateFile,
  listStateFiles,
  readStateFile,
  writeStateFile,
} from "../../workspace/state/files.ts";
import type { Snapshot } from "../store/snapshot.ts";
import { textOf } from "../store/snapshot.ts";
import { documentText, type Embedder } from "./embedder.ts";
import { keyOf, VectorTable } from "./vectors.ts";

export interface EmbedOptions {
  readonly signal: AbortSignal;
  readonly progress: (step: { done: number; total: number; message: string }) => void;
  /** Embed at most this many; more are left for the next time. */
  readonly max?: number;
}

/** The vectors of one index under one model, kept in step with the chunks. */
export class SemanticChannel {
  readonly embedder: Embedder;
  private readonly folder: string;
  private readonly file: string;
  private table: VectorTable | undefined;

  constructor(folder: string, embedder: Embedder) {
    this.folder = folder;
    this.embedder = embedder;
    this.file = `vectors-${sha256(embedder.model).slice(0, 16)}.bin`;
  }

  vectors(): VectorTable {
    if (!this.table) {
      const bytes = readStateFile(this.folder, this.file);
      this.table = (bytes && VectorTable.read(bytes, this.embedder.model)) ?? VectorTable.empty();
    }
    return this.table;
  }

  /** Embeds what has no vector yet. What was embedded before a failure or a cancellation is kept. */
  async embedMissing(snapshot: Snapshot, options: EmbedOptions): Promise<Result<{ left: number }>> {
    const missing = missingIn(snapshot, this.vectors());
    const chunks = missing.slice(0, options.max ?? missing.length);
    const vectors = new Map<number, Float32Array>();
    // A query may know a part of the index only: what else has a vector is for the indexer to judge.
    const prune = options.max === undefined ? snapshot : undefined;
    const { batch } = this.embedder;
    for (let at = 0; at < chunks.length && !options.signal.aborted; at += batch) {
      const part = chunks.slice(at, at + batch);
      const answer = await this.embedder.documents(
        part.map((each) => each.text()),
        options.signal,
      );
      if (!answer.ok) {
        this.keep(vectors, prune);
        return fail(answer.fault);
      }
      for (const [index, vector] of answer.value.entries()) {
        const key = part[index]?.key;
        if (key !== undefined) vectors.set(key, vector);
      }
      options.progress({ done: at + part.length, total: chunks.length, message: "embedding" });
    }
    this.keep(vectors, prune);
    return ok({ left: missing.length - vectors.size });
  }

  private keep(vectors: ReadonlyMap<number, Float32Array>, prune: Snapshot | undefined): void {
    if (vectors.size === 0) return;
    const live = prune && liveKeys(prune);
    this.table = this.vectors().with(vectors, (key) => live?.has(key) ?? true);
    try {
      writeStateFile(this.folder, this.file, this.table.pack(this.embedder.model));
      for (const name of listStateFiles(this.folder)) {
        // Vectors of another model are useless now; switching back costs embedding again.
        if (/^vectors-[0-9a-f]{16}\.bin$/.test(name) && name !== this.file)
          deleteStateFile(this.folder, name);
      }
    } catch {
      // A read-only disk: the vectors serve this process.
    }
  }
}

interface Missing {
  readonly key: number;
  readonly text: () => string;
}

function missingIn(snapshot: Snapshot, table: VectorTable): Missing[] {
  const missing = new Map<number, Missing>();
  for (const place of snapshot.files.values()) {
    const { segment } = place.at;
    let text: string | undefined;
    const end = segment.firstChunk(place.file + 1);
    for (let chunk = segment.firstChunk(place.file); chunk < end; chunk++) {
      const [high, low] = segment.keyOf(chunk);
      const key = keyOf(high, low);
      if (missing.has(key) || table.rowOf(high, low) >= 0) continue;
      missing.set(key, {
        key,
        text: () => {
          text ??= textOf(place);
          const { breadcrumb, signature, from, to } = segment.detailsOf(chunk);
          const path = at(segment.paths, place.file);
          return documentText({ path, breadcrumb, signature, content: text.slice(from, to) });
        },
      });
    }
  }
  return [...missing.values()];
}

function liveKeys(snapshot: Snapshot): Set<number> {
  const keys = new Set<number>();
  for (const { at, file } of snapshot.files.values()) {
    const end = at.segment.firstChunk(file + 1);
    for (let chunk = at.segment.firstChunk(file); chunk < end; chunk++)
      keys.add(keyOf(...at.segment.keyOf(chunk)));
  }
  return keys;
}
