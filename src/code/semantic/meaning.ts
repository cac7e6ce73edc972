import type { Corpus } from "../rank/corpus.ts";
import type { AllowedFiles } from "../rank/lexical.ts";
import { vectorsOf } from "./model/segment-vectors.ts";
import { questionVector, type StaticModel } from "./model/static-model.ts";
import { scoreSemantically } from "./score.ts";
import type { VectorTable } from "./vectors.ts";

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
      const { chunkFiles } = live.segment;
      const files = allowed?.[part];
      for (let chunk = 0; chunk < scores.length; chunk++) {
        if (isLive[chunk] === 0 || files?.[chunkFiles[chunk] ?? 0] === 0) scores[chunk] = Number.NaN;
      }
      return scores;
    });
}
