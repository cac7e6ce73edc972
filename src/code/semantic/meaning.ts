import type { Corpus } from "../rank/corpus.ts";
import type { AllowedFiles } from "../rank/lexical.ts";
import { vectorsOf } from "./model/segment-vectors.ts";
import { questionVector, type StaticModel } from "./model/static-model.ts";
import { quantised, type VectorTable } from "./vectors.ts";

/** Nearness of every chunk to one question, from -1 to 1; NaN where a chunk has no vector or is not allowed. */
export type Meaning = (corpus: Corpus, allowed: AllowedFiles | undefined) => Float32Array[];

/** By the vectors of a configured provider. */
export function meaningByTable(table: VectorTable, query: Float32Array): Meaning {
  return (corpus, allowed) => scoreSemantically(corpus, table, query, allowed);
}

/** By the model in the package; undefined when it knows none of the question's words. */
export function meaningByModel(
  model: StaticModel,
  question: string,
  folder: string | undefined,
): Meaning | undefined {
  const query = questionVector(model, question);
  if (query.every((value) => value === 0)) return undefined;
  return (corpus, allowed) =>
    corpus.parts.map(({ live, isLive }, part) => {
      const scores = vectorsOf(model, live, folder).nearness(query);
      const files = allowed?.[part];
      for (let chunk = 0; chunk < scores.length; chunk++) {
        if (isLive[chunk] === 0 || files?.[live.segment.fileOf(chunk)] === 0) scores[chunk] = Number.NaN;
      }
      return scores;
    });
}

function scoreSemantically(
  corpus: Corpus,
  table: VectorTable,
  query: Float32Array,
  allowed: AllowedFiles | undefined,
): Float32Array[] {
  const vector = quantised(query);
  const scale = 1 / (127 * 127);
  return corpus.parts.map(({ live: { segment }, isLive }, part) => {
    const scores = new Float32Array(isLive.length).fill(Number.NaN);
    if (vector.length !== table.dimensions) return scores;
    for (let chunk = 0; chunk < scores.length; chunk++) {
      if (isLive[chunk] === 0 || allowed?.[part]?.[segment.fileOf(chunk)] === 0) continue;
      const row = table.rowOf(...segment.keyOf(chunk));
      if (row >= 0) scores[chunk] = dot(table.rows, row * table.dimensions, vector) * scale;
    }
    return scores;
  });
}

function dot(rows: Int8Array, from: number, vector: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at++) sum += (rows[from + at] ?? 0) * (vector[at] ?? 0);
  return sum;
}
