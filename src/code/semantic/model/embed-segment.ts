import { fieldCount, frequency } from "../../store/fields.ts";
import type { Segment } from "../../store/segment.ts";
import { aligned, kernelWith } from "./kernel.ts";
import { type StaticModel, unpack } from "./static-model.ts";
import { byteScale, VectorBlock } from "./vector-block.ts";

/**
 * The vectors of all chunks of a segment. The segment's own postings say which terms occur in which field, so
 * no text is read and nothing is split into words again. A field's terms are weighted by the root of their
 * count and brought to one length, whatever the field's size; then fields are weighted as the model learned.
 */
export function embedSegment(model: StaticModel, segment: Segment): VectorBlock {
  const block = new VectorBlock(segment.chunkCount, model.dimensions);
  const table = termsByChunk(model, segment);
  const gatherer = gathererFor(model, table.maxTerms);
  for (let chunk = 0; chunk < segment.chunkCount; chunk++) {
    const from = table.starts[chunk] ?? 0;
    const to = table.starts[chunk + 1] ?? 0;
    for (let at = from; at < to; at++) {
      const row = table.rows[at] ?? 0;
      gatherer.add(row, fieldWeight(model, table, chunk, table.fields[at] ?? 0));
    }
    gatherer.store(block.rows, chunk);
  }
  return block;
}

interface ChunkTerms {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
  readonly fields: Uint32Array;
  /** Known terms in each field of each chunk. */
  readonly lengths: Float32Array;
  /** The longest list. */
  readonly maxTerms: number;
}

/** The postings turned round: for each chunk the rows of its terms. */
function termsByChunk(model: StaticModel, segment: Segment): ChunkTerms {
  const modelTerms: { readonly term: number; readonly row: number }[] = [];
  const starts = new Uint32Array(segment.chunkCount + 2);
  const lengths = new Float32Array(segment.chunkCount * fieldCount);
  for (let term = 0; term < segment.termCount; term++) {
    const row = model.rowOf(segment.termAt(term));
    if (row < 0) continue;
    modelTerms.push({ term, row });
    segment.postings(term, (chunk, packed) => {
      starts[chunk + 2] = (starts[chunk + 2] ?? 0) + 1;
      for (let field = 0; field < fieldCount; field++) {
        const count = frequency(packed, field);
        if (count > 0)
          lengths[chunk * fieldCount + field] = (lengths[chunk * fieldCount + field] ?? 0) + count;
      }
    });
  }
  let maxTerms = 0;
  for (let at = 2; at < starts.length; at++) {
    maxTerms = Math.max(maxTerms, starts[at] ?? 0);
    starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  }
  const total = starts.at(-1) ?? 0;
  const rows = new Uint32Array(total);
  const fields = new Uint32Array(total);
  for (const { term, row } of modelTerms) {
    segment.postings(term, (chunk, packed) => {
      // Filling moves each start to the next chunk's, which is where it belongs in the end.
      const at = starts[chunk + 1] ?? 0;
      rows[at] = row;
      fields[at] = packed;
      starts[chunk + 1] = at + 1;
    });
  }
  return { starts, rows, fields, lengths, maxTerms };
}

function fieldWeight(model: StaticModel, { lengths }: ChunkTerms, chunk: number, packed: number): number {
  let weight = 0;
  for (let field = 0; field < fieldCount; field++) {
    const count = frequency(packed, field);
    if (count > 0)
      weight += (model.fields[field] ?? 0) * Math.sqrt(count / (lengths[chunk * fieldCount + field] ?? 1));
  }
  return weight;
}

const gatherers = new WeakMap<StaticModel, Gatherer>();

/** One for all segments, because it holds a copy of the whole table. */
function gathererFor(model: StaticModel, maxTerms: number): Gatherer {
  const cached = gatherers.get(model);
  if (cached && cached.maxTerms >= maxTerms) return cached;
  const gatherer = new Gatherer(model, Math.max(maxTerms, usualMaxTerms));
  gatherers.set(model, gatherer);
  return gatherer;
}

/** Terms that hardly any chunk has more of: chunks are cut to a size. */
const usualMaxTerms = 4_096;

/** Cutting off the fraction of a positive number is quicker than rounding one that may be negative. */
const rounding = 128.5;

/** Sums weighted rows of the model, one chunk after another. */
class Gatherer {
  /** Terms that a chunk may have. */
  readonly maxTerms: number;
  private readonly model: StaticModel;
  private readonly kernel;
  private readonly ids: Uint32Array;
  private readonly weights: Float32Array;
  private readonly sums: Float32Array;
  private count = 0;

  constructor(model: StaticModel, maxTerms: number) {
    this.model = model;
    this.maxTerms = maxTerms;
    const numbers = model.halves.length * 2;
    const ids = aligned(numbers);
    const weights = aligned(ids + maxTerms * 4);
    const sums = aligned(weights + maxTerms * 4);
    this.kernel = kernelWith(sums + model.dimensions * 4);
    const { memory } = this.kernel;
    unpack(model.halves, new Int8Array(memory, 0, numbers));
    this.ids = new Uint32Array(memory, ids, maxTerms);
    this.weights = new Float32Array(memory, weights, maxTerms);
    this.sums = new Float32Array(memory, sums, model.dimensions);
  }

  add(row: number, weight: number): void {
    this.ids[this.count] = row;
    this.weights[this.count] = weight * (this.model.scales[row] ?? 0);
    this.count++;
  }

  /** Writes the unit vector of what was added, as bytes, and starts over. */
  store(rows: Int8Array, chunk: number): void {
    if (this.count === 0) return;
    const { ids, weights, sums, model } = this;
    const { dimensions } = model;
    sums.fill(0);
    this.kernel.gather(ids.byteOffset, weights.byteOffset, this.count, 0, sums.byteOffset, dimensions);
    let squares = 0;
    for (let at = 0; at < dimensions; at++) squares += (sums[at] ?? 0) ** 2;
    const scale = byteScale / (Math.sqrt(squares) || 1);
    const from = chunk * dimensions;
    for (let at = 0; at < dimensions; at++) {
      const value = Math.max(-127, Math.min(127, (sums[at] ?? 0) * scale));
      rows[from + at] = ((value + rounding) | 0) - 128;
    }
    this.count = 0;
  }
}
