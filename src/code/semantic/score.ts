import type { Corpus } from "../rank/corpus.ts";
import type { AllowedFiles } from "../rank/lexical.ts";
import { quantised, type VectorTable } from "./vectors.ts";

/** Nearness of every chunk to the query, from -1 to 1; NaN where a chunk has no vector or is not allowed. */
export function scoreSemantically(
  corpus: Corpus,
  table: VectorTable,
  query: Float32Array,
  allowed: AllowedFiles | undefined,
): Float32Array[] {
  const wanted = quantised(query);
  const scale = 1 / (127 * 127);
  return corpus.parts.map(({ live: { segment }, isLive }, part) => {
    const scores = new Float32Array(isLive.length).fill(Number.NaN);
    if (wanted.length !== table.dimensions) return scores;
    for (let chunk = 0; chunk < scores.length; chunk++) {
      if (isLive[chunk] === 0 || allowed?.[part]?.[segment.chunkFiles[chunk] ?? 0] === 0) continue;
      const row = table.rowOf(segment.chunkKeys[chunk * 2] ?? 0, segment.chunkKeys[chunk * 2 + 1] ?? 0);
      if (row >= 0) scores[chunk] = dot(table.rows, row * table.dimensions, wanted) * scale;
    }
    return scores;
  });
}

function dot(rows: Int8Array, from: number, vector: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at++) sum += (rows[from + at] ?? 0) * (vector[at] ?? 0);
  return sum;
}
