import { sha256 } from "../../../kernel/hash.ts";
import { isRecord } from "../../../kernel/json.ts";
import { fieldCount } from "../../store/fields.ts";
import { packSections, readSections, section } from "../../store/sections.ts";
import { termsOf, wordsOf } from "../../text/words.ts";

/**
 * The model: one vector per term of the index. A text is the weighted sum of its terms, made unit length.
 * Rows have one scale each; the file holds half a byte for a number, which loses nothing that could be measured.
 */
export interface StaticModel {
  /** Of the model's bytes: vectors made by another one are never compared with its own. */
  readonly id: string;
  readonly dimensions: number;
  readonly terms: readonly string[];
  /** What each field of a chunk counts. */
  readonly fields: Float32Array;
  /** Half a byte a number, as in the file: a question needs a few rows, and most commands need none. */
  readonly halves: Uint8Array;
  readonly scales: Float32Array;
  /** -1 when the model knows nothing of the term. */
  readonly rowOf: (term: string) => number;
}

/** Undefined when the bytes are not a model. */
export function readModel(bytes: Uint8Array): StaticModel | undefined {
  const sections = readSections(bytes);
  if (!sections) return undefined;
  const meta: unknown = JSON.parse(decode(section(sections, "meta")));
  if (!isRecord(meta)) return undefined;
  const dimensions = Number(meta.dimensions);
  const terms = decode(section(sections, "terms")).split("\n");
  let numbers: ReadonlyMap<string, number> | undefined;
  const rowOf = (term: string) => {
    numbers ??= new Map(terms.map((name, row) => [name, row] as const));
    return numbers.get(term) ?? -1;
  };
  return {
    id: `hewto-${sha256(bytes).slice(0, 16)}`,
    dimensions,
    terms,
    fields: float32s(section(sections, "fields")),
    halves: section(sections, "rows"),
    scales: float32s(section(sections, "scales")),
    rowOf,
  };
}

/** The bytes of a model from trained rows of any precision. */
export function packModel(trained: {
  readonly dimensions: number;
  readonly terms: readonly string[];
  readonly fields: Float32Array;
  readonly rows: Float32Array;
}): Uint8Array {
  const { dimensions, terms, fields } = trained;
  const count = terms.length;
  const rows = new Int8Array(count * dimensions);
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row++) {
    const values = trained.rows.subarray(row * dimensions, (row + 1) * dimensions);
    const scale = Math.fround(largest(values) / maxSteps) || 1;
    scales[row] = scale;
    for (let at = 0; at < dimensions; at++)
      rows[row * dimensions + at] = Math.round((values[at] ?? 0) / scale);
  }
  if (fields.length !== fieldCount) throw new Error(`A model needs ${fieldCount} field weights.`);
  const encoder = new TextEncoder();
  return packSections(
    new Map<string, ArrayBufferView>([
      ["meta", encoder.encode(JSON.stringify({ dimensions }))],
      ["fields", fields],
      ["scales", scales],
      ["terms", encoder.encode(terms.join("\n"))],
      ["rows", packed(rows)],
    ]),
  );
}

/** A number of a row is one of these many steps up or down: half a byte holds it. */
const maxSteps = 7;

function packed(rows: Int8Array): Uint8Array {
  const bytes = new Uint8Array(rows.length / 2);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = ((rows[at * 2] ?? 0) & 15) | ((rows[at * 2 + 1] ?? 0) << 4);
  return bytes;
}

/** Writes the numbers that some bytes of a model hold, two each. */
export function unpack(halves: Uint8Array, into: Int8Array): void {
  for (let at = 0; at < halves.length; at++) {
    const byte = halves[at] ?? 0;
    // Shifted up and down again, so that the sign of each half comes with it.
    into[at * 2] = (byte << 28) >> 28;
    into[at * 2 + 1] = (byte << 24) >> 28;
  }
}

/** The bytes that hold one row. */
export function halvesOf({ halves, dimensions }: StaticModel, row: number): Uint8Array {
  return halves.subarray((row * dimensions) / 2, ((row + 1) * dimensions) / 2);
}

/** The vector of a question; all zero when the model knows none of its words. */
export function questionVector(model: StaticModel, text: string): Float32Array {
  const sum = new Float32Array(model.dimensions);
  const values = new Int8Array(model.dimensions);
  for (const [row, count] of rowsOf(model, text)) {
    unpack(halvesOf(model, row), values);
    const weight = Math.sqrt(count) * (model.scales[row] ?? 0);
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + weight * (values[at] ?? 0);
  }
  return unit(sum);
}

/** How often each row of the model is in a text. */
function rowsOf(model: StaticModel, text: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const word of wordsOf(text)) {
    if (word.text.length > 64) continue;
    for (const term of termsOf(word.text)) {
      const row = model.rowOf(term);
      if (row >= 0) counts.set(row, (counts.get(row) ?? 0) + 1);
    }
  }
  return counts;
}

export function unit(vector: Float32Array): Float32Array {
  let sum = 0;
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) ** 2;
  const length = Math.sqrt(sum) || 1;
  return vector.map((value) => value / length);
}

function largest(values: Float32Array): number {
  let max = 0;
  for (const value of values) max = Math.max(max, Math.abs(value));
  return max;
}

function float32s(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
