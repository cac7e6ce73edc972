import { readStateFile, stateFileSize, writeStateFile } from "../../../workspace/state/files.ts";
import { Segment } from "../../store/segment.ts";
import type { LiveSegment, Snapshot } from "../../store/snapshot.ts";
import { embedSegment } from "./embed-segment.ts";
import type { StaticModel } from "./static-model.ts";
import { VectorBlock } from "./vector-block.ts";

const cache = new WeakMap<Segment, { readonly model: string; readonly block: VectorBlock }>();

/**
 * The vectors of a segment. Segments never change, so their vectors are computed once and stored next to them,
 * under the model's name: another model makes its own. A segment in memory has its vectors in memory.
 */
export function vectorsOf(model: StaticModel, live: LiveSegment, folder: string | undefined): VectorBlock {
  const cached = cache.get(live.segment);
  if (cached?.model === model.id) return cached.block;
  const isStored = folder !== undefined && live.id !== "memory";
  const block = (isStored && readVectors(model, live, folder)) || embedSegment(model, live.segment);
  cache.set(live.segment, { model: model.id, block });
  return block;
}

/** Makes and stores what is missing, so that the first question need not. */
export function storeVectors(model: StaticModel, snapshot: Snapshot, folder: string): void {
  for (const live of snapshot.segments) {
    const size = live.segment.chunkCount * model.dimensions;
    if (live.id === "memory" || stateFileSize(folder, fileOf(model, live.id)) === size) continue;
    try {
      writeVectors(model, live.id, vectorsOf(model, live, folder), folder);
    } catch {
      // A read-only disk: they serve this process.
    }
  }
}

/** The vectors of a segment that was just written. */
export function storeNewVectors(model: StaticModel, id: string, search: Uint8Array, folder: string): void {
  const segment = Segment.read(search);
  if (segment) writeVectors(model, id, embedSegment(model, segment), folder);
}

function writeVectors(model: StaticModel, id: string, { rows }: VectorBlock, folder: string): void {
  writeStateFile(folder, fileOf(model, id), new Uint8Array(rows.buffer, 0, rows.length));
}

/** Named so that the store's sweep takes them away with their segment. */
function fileOf(model: StaticModel, segment: string): string {
  return `${segment}.search.${model.id}.vectors`;
}

function readVectors(model: StaticModel, live: LiveSegment, folder: string): VectorBlock | undefined {
  const bytes = readStateFile(folder, fileOf(model, live.id));
  if (bytes?.length !== live.segment.chunkCount * model.dimensions) return undefined;
  const block = new VectorBlock(live.segment.chunkCount, model.dimensions);
  new Uint8Array(block.rows.buffer, 0, bytes.length).set(bytes);
  return block;
}
