import { defaultSemanticWeight } from "../../src/code/semantic/blend.ts";
import type { StaticModel } from "../../src/code/semantic/model/static-model.ts";
import { blend, type Channel, grep, plainBm25, words } from "./channels.ts";
import { mean, type Score, scoreRanks } from "./measure.ts";
import { docstringTasks, judgedTasks, ownTasks, type Task } from "./tasks.ts";

const channels = ["grep", "BM25", "words", "blend"] as const;
type Scores = Readonly<Record<(typeof channels)[number], readonly Score[]>>;

interface Row {
  readonly task: Task;
  readonly scores: Scores;
}

/** Quality with the model and without it, by kind of question and repository, tuning and held-out apart. */
export async function runRetrieval(data: string, own: string, model: StaticModel): Promise<void> {
  const rows: Row[] = [];
  for (const tasks of [ownTasks(data, own), judgedTasks(data, own), docstringTasks(data)]) {
    header();
    for await (const task of tasks) {
      const row = { task: { ...task, snapshot: task.snapshot }, scores: measure(task, model) };
      rows.push(row);
      print(`${task.kind} ${task.repository}`, task.split, [row]);
    }
  }
  console.log("\nTogether (mean over questions)");
  header();
  for (const kind of ["judged", "docstring", "prose", "identifier"]) {
    for (const split of ["tuning", "held-out"]) {
      const some = rows.filter(({ task }) => task.kind === kind && task.split === split);
      if (some.length > 0) print(kind, split, some);
    }
  }
}

function measure(task: Task, model: StaticModel): Scores {
  const { snapshot, root } = task;
  const judge = (channel: Channel) =>
    task.questions.map(({ query, ranks }) => scoreRanks(ranks(channel(query))));
  return {
    grep: judge(grep(snapshot)),
    BM25: judge(plainBm25(snapshot)),
    words: judge(words(snapshot, root)),
    blend: judge(blend(snapshot, root, model, defaultSemanticWeight)),
  };
}

function header(): void {
  console.log(
    `\n${"NDCG@10".padEnd(44)}${["split", "n", ...channels, "MRR", "R@10", "semble"].map((cell) => cell.padStart(9)).join("")}`,
  );
}

function print(label: string, split: string, rows: readonly Row[]): void {
  const all = (channel: (typeof channels)[number]) => mean(rows.flatMap(({ scores }) => scores[channel]));
  const published = rows.flatMap(({ task }) => task.published ?? []);
  const theirs = published.reduce((sum, value) => sum + value, 0) / published.length;
  const cells = [
    split,
    String(rows.reduce((sum, { task }) => sum + task.questions.length, 0)),
    ...channels.map((channel) => all(channel).ndcg.toFixed(3)),
    all("blend").mrr.toFixed(3),
    all("blend").recall.toFixed(3),
    published.length > 0 ? theirs.toFixed(3) : "",
  ];
  console.log(label.padEnd(44) + cells.map((cell) => cell.padStart(9)).join(""));
}
