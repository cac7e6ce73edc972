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
  readonly most?: number;
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
    const wanted = missingIn(snapshot, this.vectors());
    const chosen = wanted.slice(0, options.most ?? wanted.length);
    const added = new Map<number, Float32Array>();
    // A query may know a part of the index only: what else has a vector is for the indexer to judge.
    const prune = options.most === undefined ? snapshot : undefined;
    const { batch } = this.embedder;
    for (let at = 0; at < chosen.length && !options.signal.aborted; at += batch) {
      const part = chosen.slice(at, at + batch);
      const vectors = await this.embedder.documents(
        part.map((each) => each.text()),
        options.signal,
      );
      if (!vectors.ok) {
        this.keep(added, prune);
        return fail(vectors.fault);
      }
      for (const [index, vector] of vectors.value.entries()) {
        const key = part[index]?.key;
        if (key !== undefined) added.set(key, vector);
      }
      options.progress({ done: at + part.length, total: chosen.length, message: "embedding" });
    }
    this.keep(added, prune);
    return ok({ left: wanted.length - added.size });
  }

  private keep(added: ReadonlyMap<number, Float32Array>, prune: Snapshot | undefined): void {
    if (added.size === 0) return;
    const live = prune && liveKeys(prune);
    this.table = this.vectors().with(added, (key) => live?.has(key) ?? true);
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
  const found = new Map<number, Missing>();
  for (const place of snapshot.files.values()) {
    const { segment } = place.at;
    let text: string | undefined;
    const end = segment.fileChunks[place.file + 1] ?? 0;
    for (let chunk = segment.fileChunks[place.file] ?? 0; chunk < end; chunk++) {
      const [high = 0, low = 0] = segment.chunkKeys.subarray(chunk * 2, chunk * 2 + 2);
      const key = keyOf(high, low);
      if (found.has(key) || table.rowOf(high, low) >= 0) continue;
      found.set(key, {
        key,
        text: () => {
          text ??= textOf(place);
          const { breadcrumb, signature, from, to } = segment.detailsOf(chunk);
          const path = segment.paths[place.file] ?? "";
          return documentText({ path, breadcrumb, signature, content: text.slice(from, to) });
        },
      });
    }
  }
  return [...found.values()];
}

function liveKeys(snapshot: Snapshot): Set<number> {
  const keys = new Set<number>();
  for (const { at, file } of snapshot.files.values()) {
    const { chunkKeys, fileChunks } = at.segment;
    for (let chunk = fileChunks[file] ?? 0; chunk < (fileChunks[file + 1] ?? 0); chunk++) {
      keys.add(keyOf(chunkKeys[chunk * 2] ?? 0, chunkKeys[chunk * 2 + 1] ?? 0));
    }
  }
  return keys;
}
