import { writeFileSync } from "node:fs";
import {
  type DevelopmentData,
  developmentTasks,
  docstringTasks,
  judgedTasks,
  ownTasks,
  type Task,
} from "../bench/code/tasks.ts";
import { corpusOf } from "../src/code/rank/corpus.ts";
import { evidenceNames } from "../src/code/rank/evidence.ts";
import { meaningNames } from "../src/code/rank/prose.ts";
import { readQuery } from "../src/code/rank/query.ts";
import { gather, judge, runRounds } from "../src/code/rank/rounds/coordinate.ts";
import type { Round } from "../src/code/rank/rounds/messages.ts";
import { ShardSearch } from "../src/code/rank/rounds/shard.ts";
import { meaningByModel } from "../src/code/semantic/meaning.ts";
import type { StaticModel } from "../src/code/semantic/model/static-model.ts";
import { crossValidated, type Group, learn } from "./fit.ts";

export interface FitData extends DevelopmentData {
  /** Of the bench `retrieval`. */
  readonly data: string;
  readonly own: string;
}

/** Learns the weights of the evidence for prose, with meaning and without, and writes them as a module. */
export async function fitRanking(from: FitData, model: StaticModel, out: string): Promise<void> {
  const [withMeaning, without]: Group[][] = [[], []];
  for (const tasks of [
    developmentTasks(from),
    ownTasks(from.data, from.own),
    docstringTasks(from.data),
    judgedTasks(from.data, from.own),
  ]) {
    for await (const task of tasks) {
      if (task.split !== "tuning" || task.kind === "identifier") continue;
      withMeaning?.push(...groupsOf(task, model));
      without?.push(...groupsOf(task, undefined));
    }
  }
  const all = [...evidenceNames.keys()];
  const byWords = all.filter((at) => !meaningNames.has(evidenceNames[at] ?? "lexical"));
  const tables = {
    withMeaning: learned("with meaning", withMeaning ?? [], all),
    withoutMeaning: learned("without", without ?? [], byWords),
  };
  writeFileSync(out, moduleOf(tables));
}

function learned(label: string, groups: readonly Group[], used: readonly number[]): Record<string, number> {
  const measured = [...crossValidated(groups, used)].map(([kind, ndcg]) => `${kind} ${ndcg.toFixed(3)}`);
  console.log(`${label}, NDCG@10 on repositories left out of the fit: ${measured.join(", ")}`);
  const weights = learn(groups, used);
  return Object.fromEntries(
    used.map((at) => [evidenceNames[at] ?? "", bounded(evidenceNames[at] ?? "", weights[at] ?? 0)]),
  );
}

/** No question here is answered by a test or a document, so the fit would never show one: it is held back. */
function bounded(name: string, weight: number): number {
  const least = name.startsWith("is_") ? -4 : Number.NEGATIVE_INFINITY;
  return Math.max(least, Number(weight.toPrecision(3)));
}

function groupsOf(task: Task, model: StaticModel | undefined): Group[] {
  const corpus = corpusOf(task.snapshot);
  return task.questions.flatMap(({ query: text, ranks }) => {
    const query = readQuery(text);
    if (query.kind !== "prose") return [];
    const meaning = model && meaningByModel(model, text, undefined);
    const question = { query, root: "", limit: 20, semanticWeight: meaning ? 0.7 : undefined };
    const shard = new ShardSearch(corpus, question, meaning, 0);
    const ask = (round: Round) => [shard.answer(round)];
    const gathered = runRounds(gather(question), ask);
    if (!gathered.isWeighed) return [];
    const judged = runRounds(judge(question, gathered), ask);
    const evidence = judged.map((each) => each.evidence);
    const isAnswer = judged.map(({ raw: { part, chunk } }) => {
      const segment = corpus.parts[part]?.live.segment;
      if (!segment) return false;
      const [startLine = 0, endLine = 0] = segment.chunkLines.subarray(chunk * 2, chunk * 2 + 2);
      const path = segment.paths[segment.chunkFiles[chunk] ?? 0] ?? "";
      const { symbols } = segment.detailsOf(chunk);
      return ranks([{ path, symbols, startLine, endLine }]).includes(1);
    });
    return [hardest({ kind: task.kind, repository: task.repository, rows: evidence, isAnswer })];
  });
}

const kept = 90;
const [words, coverage, meaning, isTest, isLoose] = (
  ["lexical", "coverage", "meaning", "is_test", "is_loose"] as const
).map((name) => evidenceNames.indexOf(name));

/** Answers and the wrong ones that look most like answers; the rest would only take time. */
function hardest(group: Group): Group {
  const of = (row: Float32Array, at: number | undefined) => row[at ?? 0] ?? 0;
  const looks = group.rows.map(
    (row) =>
      of(row, words) +
      of(row, coverage) +
      0.7 * of(row, meaning) -
      0.5 * of(row, isTest) -
      0.3 * of(row, isLoose),
  );
  const least = [...looks].sort((a, b) => b - a)[kept] ?? Number.NEGATIVE_INFINITY;
  const isKept = looks.map((value, at) => value >= least || group.isAnswer[at] === true);
  return {
    ...group,
    rows: group.rows.filter((_, at) => isKept[at]),
    isAnswer: group.isAnswer.filter((_, at) => isKept[at]),
  };
}

function moduleOf(tables: Readonly<Record<string, Record<string, number>>>): string {
  const parts = Object.entries(tables).map(([name, table]) => {
    const lines = Object.entries(table).map(([evidence, weight]) => `  ${evidence}: ${weight},`);
    return `export const ${name}: Weights = {\n${lines.join("\n")}\n};\n`;
  });
  return [
    'import type { EvidenceName } from "./evidence.ts";\n',
    "/** What each evidence counts in prose; made by model/fit-ranking.mjs (model/README.md). */",
    "type Weights = Readonly<Partial<Record<EvidenceName, number>>>;\n",
    ...parts,
  ].join("\n");
}
