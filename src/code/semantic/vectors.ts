import { packSections, readSections, section, uint32s } from "../store/sections.ts";

/**
 * Vectors by the key of what they stand for, as bytes: eight bits a number and one scale a row. Keys are of
 * content, not of places, so an edit elsewhere, a rename or another branch embeds nothing again.
 */
export class VectorTable {
  readonly dimensions: number;
  readonly rows: Int8Array;
  private readonly places = new Map<number, number>();
  private readonly keys: Uint32Array;

  constructor(dimensions: number, keys: Uint32Array, rows: Int8Array) {
    this.dimensions = dimensions;
    this.keys = keys;
    this.rows = rows;
    for (let row = 0; row * 2 < keys.length; row++) {
      this.places.set(keyOf(keys[row * 2] ?? 0, keys[row * 2 + 1] ?? 0), row);
    }
  }

  get size(): number {
    return this.places.size;
  }

  /** The row of a key; -1 when it has no vector yet. */
  rowOf(high: number, low: number): number {
    return this.places.get(keyOf(high, low)) ?? -1;
  }

  /** A table with further vectors; of known keys only those that are still wanted are kept. */
  with(vectors: ReadonlyMap<number, Float32Array>, isCurrent: (key: number) => boolean): VectorTable {
    const dimensions = vectors.values().next().value?.length ?? this.dimensions;
    const current = [...this.places].filter(([key]) => isCurrent(key) && !vectors.has(key));
    const keys = new Uint32Array((current.length + vectors.size) * 2);
    const rows = new Int8Array((current.length + vectors.size) * dimensions);
    let next = 0;
    for (const [, row] of current) {
      keys.set(this.keys.subarray(row * 2, row * 2 + 2), next * 2);
      rows.set(this.rows.subarray(row * dimensions, (row + 1) * dimensions), next * dimensions);
      next++;
    }
    for (const [key, vector] of vectors) {
      keys.set([Math.floor(key / lowRange), key % lowRange], next * 2);
      rows.set(quantised(vector), next * dimensions);
      next++;
    }
    return new VectorTable(dimensions, keys, rows);
  }

  pack(model: string): Uint8Array {
    const meta = Buffer.from(JSON.stringify({ model, dimensions: this.dimensions }));
    return packSections(
      new Map<string, ArrayBufferView>([
        ["meta", meta],
        ["keys", this.keys],
        ["rows", this.rows],
      ]),
    );
  }

  /** Undefined when the bytes are damaged or of another model: vectors of two models are never mixed. */
  static read(bytes: Uint8Array, model: string): VectorTable | undefined {
    try {
      return VectorTable.parse(bytes, model);
    } catch {
      return undefined;
    }
  }

  private static parse(bytes: Uint8Array, model: string): VectorTable | undefined {
    const sections = readSections(bytes);
    if (!sections) return undefined;
    const meta: unknown = JSON.parse(new TextDecoder().decode(section(sections, "meta")));
    if (typeof meta !== "object" || meta === null || !("model" in meta) || meta.model !== model)
      return undefined;
    const dimensions = "dimensions" in meta ? Number(meta.dimensions) : 0;
    const rows = section(sections, "rows");
    const keys = uint32s(sections, "keys");
    if (rows.length * 2 !== keys.length * dimensions) return undefined;
    return new VectorTable(dimensions, keys, new Int8Array(rows.buffer, rows.byteOffset, rows.byteLength));
  }

  static empty(): VectorTable {
    return new VectorTable(0, new Uint32Array(), new Int8Array());
  }
}

const lowRange = 2 ** 21;

/** A chunk's two numbers as one that a double holds exactly; 53 bits are enough to tell chunks apart. */
export function keyOf(high: number, low: number): number {
  return high * lowRange + (low % lowRange);
}

/** Unit length, then 127 steps to either side. */
export function quantised(vector: Float32Array): Int8Array {
  let norm = 0;
  for (const value of vector) norm += value * value;
  const scale = 127 / (Math.sqrt(norm) || 1);
  return Int8Array.from(vector, (value) => Math.max(-127, Math.min(127, Math.round(value * scale))));
}
