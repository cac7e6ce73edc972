import { sha256 } from "../../../kernel/hash.ts";
import { isRecord } from "../../../kernel/json.ts";
import { fieldCount } from "../../store/fields.ts";
import { packSections, readSections, section } from "../../store/sections.ts";
import { termsOf, wordsOf } from "../../text/words.ts";
import { bucketOf } from "./vocabulary.ts";

/**
 * The model: one vector per term of the index. A text is the weighted sum of its terms, made unit length.
 * Rows have one scale each; the file holds half a byte for a number, which loses nothing that could be measured.
 */
export interface StaticModel {
  /** Of the model's bytes: vectors made by another one are never compared with its own. */
  readonly id: string;
  readonly dimensions: number;
  readonly terms: readonly string[];
  readonly buckets: number;
  /** What each field of a chunk counts. */
  readonly fields: Float32Array;
  readonly rows: Int8Array;
  readonly scales: Float32Array;
  /** -1 when the model knows nothing of the term. */
  readonly rowOf: (term: string) => number;
}

/** Undefined when the bytes are no model. */
export function readModel(bytes: Uint8Array): StaticModel | undefined {
  const sections = readSections(bytes);
  if (!sections) return undefined;
  const meta: unknown = JSON.parse(decode(section(sections, "meta")));
  if (!isRecord(meta)) return undefined;
  const dimensions = Number(meta.dimensions);
  const buckets = Number(meta.buckets);
  const terms = decode(section(sections, "terms")).split("\n");
  const numbers = new Map(terms.map((term, row) => [term, row] as const));
  const rows = section(sections, "rows");
  return {
    id: `hewto-${sha256(bytes).slice(0, 16)}`,
    dimensions,
    terms,
    buckets,
    fields: float32s(section(sections, "fields")),
    rows: unpacked(rows),
    scales: float32s(section(sections, "scales")),
    rowOf: (term) => numbers.get(term) ?? bucketOf(term, terms.length, buckets),
  };
}

/** The bytes of a model from trained rows of any precision. */
export function packModel(trained: {
  readonly dimensions: number;
  readonly buckets: number;
  readonly terms: readonly string[];
  readonly fields: Float32Array;
  readonly rows: Float32Array;
}): Uint8Array {
  const { dimensions, buckets, terms, fields } = trained;
  const count = terms.length + buckets;
  const rows = new Int8Array(count * dimensions);
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row++) {
    const values = trained.rows.subarray(row * dimensions, (row + 1) * dimensions);
    const scale = Math.fround(largest(values) / mostSteps) || 1;
    scales[row] = scale;
    for (let at = 0; at < dimensions; at++)
      rows[row * dimensions + at] = Math.round((values[at] ?? 0) / scale);
  }
  if (fields.length !== fieldCount) throw new Error(`A model needs ${fieldCount} field weights.`);
  const encoder = new TextEncoder();
  return packSections(
    new Map<string, ArrayBufferView>([
      ["meta", encoder.encode(JSON.stringify({ dimensions, buckets }))],
      ["fields", fields],
      ["scales", scales],
      ["terms", encoder.encode(terms.join("\n"))],
      ["rows", packed(rows)],
    ]),
  );
}

/** A number of a row is one of these many steps up or down: half a byte holds it. */
const mostSteps = 7;

function packed(rows: Int8Array): Uint8Array {
  const bytes = new Uint8Array(rows.length / 2);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = ((rows[at * 2] ?? 0) & 15) | ((rows[at * 2 + 1] ?? 0) << 4);
  return bytes;
}

function unpacked(bytes: Uint8Array): Int8Array {
  const rows = new Int8Array(bytes.length * 2);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    // Shifted up and down again, so that the sign of each half comes with it.
    rows[at * 2] = (byte << 28) >> 28;
    rows[at * 2 + 1] = (byte << 24) >> 28;
  }
  return rows;
}

/** The vector of a question; all zero when the model knows none of its words. */
export function questionVector(model: StaticModel, text: string): Float32Array {
  const sum = new Float32Array(model.dimensions);
  for (const [row, count] of rowsOf(model, text))
    addRow(model, row, Math.sqrt(count) * (model.scales[row] ?? 0), sum);
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

function addRow(model: StaticModel, row: number, weight: number, sum: Float32Array): void {
  const from = row * model.dimensions;
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + weight * (model.rows[from + at] ?? 0);
}

export function unit(vector: Float32Array): Float32Array {
  let sum = 0;
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) ** 2;
  const length = Math.sqrt(sum) || 1;
  return vector.map((value) => value / length);
}

function largest(values: Float32Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}

function float32s(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
