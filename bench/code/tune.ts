import { existsSync } from "node:fs";
import type { StaticModel } from "../../src/code/semantic/model/static-model.ts";
import { blend, type Channel, plainBm25, words } from "./channels.ts";
import { mean, type Score, scoreRanks } from "./measure.ts";
import { developmentTasks, docstringTasks, judgedTasks, ownTasks, type Task } from "./tasks.ts";

const candidates = ["BM25", 0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1] as const;

export interface TuningData {
  /** Of the bench `retrieval`. */
  readonly data: string;
  readonly own: string;
  /** Clones of the development repositories; without them their questions are left out. */
  readonly mirror: string;
  /** The folder `model` of this repository. */
  readonly model: string;
}

/** NDCG@10 of several weights of meaning; only what is of the tuning split may be looked at to choose one. */
export async function runTuning(from: TuningData, model: StaticModel, split: string): Promise<void> {
  console.log(`${"weight".padEnd(44)}${candidates.map((weight) => String(weight).padStart(8)).join("")}`);
  for (const tasks of [
    ...(existsSync(from.mirror) ? [developmentTasks(from.mirror, from.model)] : []),
    ...(existsSync(from.data)
      ? [ownTasks(from.data, from.own), docstringTasks(from.data), judgedTasks(from.data, from.own)]
      : []),
  ]) {
    const all = new Map<string, Score[][]>();
    for await (const task of tasks) {
      if (task.split !== split) continue;
      const scores = candidates.map((weight) => scoresOf(task, weight, model));
      print(`${task.kind} ${task.repository}`, scores);
      const sums = all.get(task.kind) ?? candidates.map(() => []);
      for (const [at, list] of scores.entries()) sums[at]?.push(...list);
      all.set(task.kind, sums);
    }
    for (const [kind, scores] of all) print(`all ${kind}`, scores);
  }
}

function scoresOf(task: Task, weight: (typeof candidates)[number], model: StaticModel): Score[] {
  const channel = channelOf(task, weight, model);
  return task.questions.map(({ query, ranks }) => scoreRanks(ranks(channel(query))));
}

function channelOf(
  { snapshot, root }: Task,
  weight: (typeof candidates)[number],
  model: StaticModel,
): Channel {
  if (weight === "BM25") return plainBm25(snapshot);
  return weight === 0 ? words(snapshot, root) : blend(snapshot, root, model, weight);
}

function print(label: string, scores: readonly (readonly Score[])[]): void {
  console.log(label.padEnd(44) + scores.map((list) => mean(list).ndcg.toFixed(3).padStart(8)).join(""));
}
