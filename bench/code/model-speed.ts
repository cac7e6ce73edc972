import { performance } from "node:perf_hooks";
import { readQuery } from "../../src/code/rank/query.ts";
import { search } from "../../src/code/search.ts";
import { meaningByModel } from "../../src/code/semantic/meaning.ts";
import { embedSegment } from "../../src/code/semantic/model/embed-segment.ts";
import { questionVector, type StaticModel } from "../../src/code/semantic/model/static-model.ts";
import { VectorBlock } from "../../src/code/semantic/model/vector-block.ts";
import { indexInMemory } from "./corpus.ts";

const questions = [
  "give up after the third failure",
  "read a file without blocking",
  "which address does the visitor come from",
  "turn text into a number",
  "send an answer in pieces",
];

/** Embedding, a blended question over a folder, and brute force over many vectors; CPU time, best of several runs. */
export async function runModelSpeed(root: string, model: StaticModel): Promise<void> {
  const snapshot = await indexInMemory(root);
  const [live] = snapshot.segments;
  if (!live) return;
  const { segment } = live;
  const embedding = best(3, () => embedSegment(model, segment));
  console.log(
    `embedding: ${segment.chunkCount} chunks in ${embedding.toFixed(0)} ms, ${Math.round((segment.chunkCount / embedding) * 1000)} a second`,
  );
  const ask = (question: string) => {
    const meaning = meaningByModel(model, question, undefined);
    search(snapshot, {
      query: readQuery(question),
      root,
      limit: 20,
      ...(meaning ? { semantic: { meaning, weight: 0.7 } } : {}),
    });
  };
  for (const question of questions) ask(question);
  const times = Array.from({ length: 40 }, (_, at) => {
    const started = performance.now();
    ask(questions[at % questions.length] ?? "");
    return performance.now() - started;
  }).sort((a, b) => a - b);
  console.log(
    `blended question at ${segment.chunkCount} chunks: p50 ${times[20]?.toFixed(1)} ms, least ${times[0]?.toFixed(1)} ms`,
  );
  for (const count of [50_000, 500_000]) {
    const block = new VectorBlock(count, model.dimensions);
    for (let at = 0; at < block.rows.length; at++) block.rows[at] = (at * 31) & 127;
    const query = questionVector(model, "give up after the third failure");
    console.log(
      `brute force over ${count} vectors: SIMD ${best(5, () => block.nearness(query)).toFixed(1)} ms, plain loop ${best(1, () => plain(block, query)).toFixed(0)} ms`,
    );
  }
}

function plain({ rows, count, dimensions }: VectorBlock, query: Float32Array): Float32Array {
  const scores = new Float32Array(count);
  for (let row = 0; row < count; row++) {
    let sum = 0;
    for (let at = 0; at < dimensions; at++) sum += (rows[row * dimensions + at] ?? 0) * (query[at] ?? 0);
    scores[row] = sum;
  }
  return scores;
}

function best(times: number, run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) {
    const before = process.cpuUsage();
    run();
    const used = process.cpuUsage(before);
    least = Math.min(least, (used.user + used.system) / 1000);
  }
  return least;
}
