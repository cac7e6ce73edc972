import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stem } from "../src/code/text/stem.ts";

/** The part of a word's first vector, squared, that is given by what English knows of it. */
const known = 0.5;

/**
 * First rows for training: words that English knows begin where the GloVe vectors (public domain) put them, so
 * that a word which few comments use is near to its synonyms from the start. The rest of each row is random and
 * keeps words apart.
 */
export function begin(vectors: string, data: string, out: string, dimensions: number): void {
  const terms = readFileSync(join(data, "vocabulary"), "utf8").split("\n");
  const idf = float32s(join(data, "idf"));
  const mean = idf.reduce((sum, value) => sum + value, 0) / idf.length;
  const english = stemVectors(vectors);
  const random = randoms(1);
  const rows = new Float32Array(idf.length * dimensions);
  for (let row = 0; row < idf.length; row++) {
    const given = english.get(terms[row] ?? "");
    const values = Float32Array.from({ length: dimensions }, (_, at) =>
      given && at < given.length ? 0 : random(),
    );
    const scale = Math.sqrt(given ? 1 - known : 1) / norm(values);
    const size = (idf[row] ?? 0) / mean;
    for (let at = 0; at < dimensions; at++) {
      const ofEnglish = Math.sqrt(known) * (given?.[at] ?? 0);
      rows[row * dimensions + at] = size * ((values[at] ?? 0) * scale + ofEnglish);
    }
  }
  writeFileSync(out, rows);
  console.log(
    `${terms.filter((term) => english.has(term)).length} of ${terms.length} terms begin with a meaning`,
  );
}

/** One unit vector for each stem: the mean of its words, common ones first, without what all words share. */
function stemVectors(file: string): Map<string, Float32Array> {
  const { words, vectors }: { words: string[]; vectors: Record<string, number[]> } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  const plain = words.filter((word) => /^[a-z]+$/.test(word));
  const size = 100;
  const common = new Float32Array(size);
  for (const word of plain.slice(0, 50_000))
    vectors[word]?.slice(0, size).forEach((value, at) => {
      common[at] = (common[at] ?? 0) + value / 50_000;
    });
  const sums = new Map<string, Float32Array>();
  for (const [rank, word] of plain.entries()) {
    const values = (vectors[word] ?? []).slice(0, size).map((value, at) => value - (common[at] ?? 0));
    const length = norm(values) || 1;
    const key = stem(word);
    const sum = sums.get(key) ?? new Float32Array(size);
    for (let at = 0; at < size; at++) sum[at] = (sum[at] ?? 0) + (values[at] ?? 0) / length / (rank + 100);
    sums.set(key, sum);
  }
  for (const sum of sums.values()) {
    const length = norm(sum) || 1;
    for (let at = 0; at < size; at++) sum[at] = (sum[at] ?? 0) / length;
  }
  return sums;
}

function norm(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (values[at] ?? 0) ** 2;
  return Math.sqrt(sum);
}

/** Normally distributed numbers, the same on every machine. */
function randoms(seed: number): () => number {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return () => Math.sqrt(-2 * Math.log(next() || 1e-9)) * Math.cos(2 * Math.PI * next());
}

function float32s(file: string): Float32Array {
  const bytes = readFileSync(file);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
