import { existsSync } from "node:fs";
import { defaultSemanticWeight } from "../../src/code/semantic/blend.ts";
import type { StaticModel } from "../../src/code/semantic/model/static-model.ts";
import { blend, type Channel, words } from "./channels.ts";
import { mean, type Score, scoreRanks } from "./measure.ts";
import {
  type DevelopmentData,
  developmentTasks,
  docstringTasks,
  judgedTasks,
  ownTasks,
  type Task,
} from "./tasks.ts";

export interface TuningData extends DevelopmentData {
  /** Data of the benchmark `retrieval`. */
  readonly data: string;
  readonly own: string;
}

export interface NamedModel {
  readonly name: string;
  readonly model: StaticModel;
}

/** One column of the table. */
interface Candidate {
  readonly label: string;
  readonly channel: (task: Task) => Channel;
}

/** NDCG@10 of several models, or of one with several semantic weights; held-out questions are never used. */
export async function runTuning(from: TuningData, models: readonly NamedModel[]): Promise<void> {
  const candidates = candidatesOf(models);
  console.log(`${"".padEnd(44)}${candidates.map(({ label }) => label.slice(-11).padStart(12)).join("")}`);
  for (const tasks of tasksOf(from)) {
    const all = new Map<string, Score[][]>();
    for await (const task of tasks) {
      if (task.split !== "tuning") continue;
      const scores = candidates.map(({ channel }) => scoresOf(task, channel(task)));
      print(`${task.kind} ${task.repository}`, scores);
      const sums = all.get(task.kind) ?? candidates.map(() => []);
      for (const [at, list] of scores.entries()) sums[at]?.push(...list);
      all.set(task.kind, sums);
    }
    for (const [kind, scores] of all) print(`all ${kind}`, scores);
  }
}

/** Whatever is there: the clones and the benchmark data are not part of this repository. */
function tasksOf(from: TuningData): AsyncGenerator<Task>[] {
  return [
    ...(existsSync(from.mirror) ? [developmentTasks(from)] : []),
    ...(existsSync(from.data)
      ? [ownTasks(from.data, from.own), docstringTasks(from.data), judgedTasks(from.data, from.own)]
      : []),
  ];
}

function candidatesOf(models: readonly NamedModel[]): Candidate[] {
  const weights = models.length === 1 ? [0.5, defaultSemanticWeight, 0.9] : [defaultSemanticWeight];
  const blends = models.flatMap(({ name, model }) =>
    weights.map((weight) => ({
      label: models.length === 1 ? String(weight) : name,
      channel: ({ snapshot, root }: Task) => blend(snapshot, root, model, weight),
    })),
  );
  return [{ label: "words", channel: ({ snapshot, root }) => words(snapshot, root) }, ...blends];
}

function scoresOf({ questions }: Task, channel: Channel): Score[] {
  return questions.map(({ query, ranks }) => scoreRanks(ranks(channel(query))));
}

function print(label: string, scores: readonly (readonly Score[])[]): void {
  console.log(label.padEnd(44) + scores.map((list) => mean(list).ndcg.toFixed(3).padStart(12)).join(""));
}
