import type { StaticModel } from "../../src/code/semantic/model/static-model.ts";
import { blend, type Channel, words } from "./channels.ts";
import { mean, type Score, scoreRanks } from "./measure.ts";
import { docstringTasks, judgedTasks, ownTasks, type Task } from "./tasks.ts";

const candidates = [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1];

/** NDCG@10 of several weights of meaning; only what is of the tuning split may be looked at to choose one. */
export async function runTuning(data: string, own: string, model: StaticModel, split: string): Promise<void> {
  console.log(`${"weight".padEnd(44)}${candidates.map((weight) => String(weight).padStart(8)).join("")}`);
  for (const tasks of [ownTasks(data, own), docstringTasks(data), judgedTasks(data)]) {
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

function scoresOf(task: Task, weight: number, model: StaticModel): Score[] {
  const channel: Channel =
    weight === 0 ? words(task.snapshot, task.root) : blend(task.snapshot, task.root, model, weight);
  return task.questions.map(({ query, ranks }) => scoreRanks(ranks(channel(query))));
}

function print(label: string, scores: readonly (readonly Score[])[]): void {
  console.log(label.padEnd(44) + scores.map((list) => mean(list).ndcg.toFixed(3).padStart(8)).join(""));
}
