import { aligned, type Kernel, kernelWith } from "./kernel.ts";

/** Components of unit vectors as bytes: those beyond a third, which are rare, are cut off. */
export const byteScale = 384;
const queryScale = 4_096;

/** The vectors of one segment's chunks, where the SIMD loop can reach them. */
export class VectorBlock {
  readonly count: number;
  readonly dimensions: number;
  /** As stored: one byte a component. */
  readonly rows: Int8Array;
  private readonly kernel: Kernel;
  private readonly query: Int16Array;
  private readonly sums: Int32Array;

  constructor(count: number, dimensions: number) {
    this.count = count;
    this.dimensions = dimensions;
    const query = aligned(count * dimensions);
    const sums = aligned(query + dimensions * 2);
    this.kernel = kernelWith(sums + count * 4);
    this.rows = new Int8Array(this.kernel.memory, 0, count * dimensions);
    this.query = new Int16Array(this.kernel.memory, query, dimensions);
    this.sums = new Int32Array(this.kernel.memory, sums, count);
  }

  /** The cosine of every vector with the query. */
  nearness(query: Float32Array): Float32Array {
    if (this.count === 0) return new Float32Array();
    for (let at = 0; at < this.dimensions; at++) this.query[at] = Math.round((query[at] ?? 0) * queryScale);
    this.kernel.dots(0, this.count, this.query.byteOffset, this.sums.byteOffset, this.dimensions);
    const scores = new Float32Array(this.count);
    for (let at = 0; at < this.count; at++) scores[at] = (this.sums[at] ?? 0) / (byteScale * queryScale);
    return scores;
  }
}
