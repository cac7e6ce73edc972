import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blend, type Channel, type Found, grep, plainBm25 } from "./channels.ts";
import { docQuestions, indexInMemory } from "./corpus.ts";
import { mean, type Score, scoreRanks } from "./measure.ts";

/** A public set of judged queries over one repository; targets are files below `root`. */
interface RelevanceSet {
  readonly name: string;
  readonly root: string;
  readonly published: number | null;
  readonly queries: readonly {
    readonly query: string;
    readonly relevant: readonly string[];
    readonly secondary: readonly string[];
    readonly category: string;
  }[];
}

const docRepositories = [
  "swift-nio",
  "swift-argument-parser",
  "swift-composable-architecture",
  "zod",
  "aiohttp",
  "gin",
];
const questionsEach = 200;

export async function runRetrieval(data: string): Promise<void> {
  if (!existsSync(join(data, "sets.json"))) {
    console.log(`No data in ${data}. See docs/code.md, "Benchmarks", for what to put there.`);
    return;
  }
  await judgedSets(data);
  await docstrings(data);
}

async function judgedSets(data: string): Promise<void> {
  const sets: RelevanceSet[] = JSON.parse(readFileSync(join(data, "sets.json"), "utf8"));
  console.log("\nJudged queries, file targets (NDCG@10; MRR and recall@10 of the blend)");
  row("set", "queries", "grep", "BM25", "hewto", "MRR", "R@10", "published");
  const all: Record<string, Score[]> = { grep: [], bm25: [], blend: [] };
  const shared: { ours: number; theirs: number }[] = [];
  for (const set of sets) {
    const root = realpathSync(join(data, set.name, set.root));
    const snapshot = await indexInMemory(root);
    const queries = set.queries.filter(({ relevant }) =>
      relevant.every((path) => existsSync(join(root, path))),
    );
    const judge = (channel: Channel) =>
      queries.map(({ query, relevant, secondary }) => {
        const found = channel(query);
        return scoreRanks(
          [...relevant, ...secondary].map((path) => rankOf(found, (hit) => hit.path === path)),
        );
      });
    const scores = {
      grep: judge(grep(snapshot)),
      bm25: judge(plainBm25(snapshot)),
      blend: judge(blend(snapshot, root)),
    };
    for (const [name, list] of Object.entries(scores)) all[name]?.push(...list);
    const ours = mean(scores.blend);
    if (set.published) shared.push({ ours: ours.ndcg, theirs: set.published });
    row(
      set.name,
      String(queries.length),
      shown(mean(scores.grep).ndcg),
      shown(mean(scores.bm25).ndcg),
      shown(ours.ndcg),
      shown(ours.mrr),
      shown(ours.recall),
      set.published ? shown(set.published) : "",
    );
  }
  const total = (name: string) => mean(all[name] ?? []);
  row(
    "all",
    String(all.blend?.length ?? 0),
    shown(total("grep").ndcg),
    shown(total("bm25").ndcg),
    shown(total("blend").ndcg),
    shown(total("blend").mrr),
    shown(total("blend").recall),
    "",
  );
  const average = (pick: (pair: { ours: number; theirs: number }) => number) =>
    shared.reduce((sum, pair) => sum + pick(pair), 0) / Math.max(1, shared.length);
  console.log(
    `mean over ${shared.length} sets: hewto ${shown(average((pair) => pair.ours))}, published ${shown(average((pair) => pair.theirs))}`,
  );
}

async function docstrings(data: string): Promise<void> {
  console.log("\nDoc comment → declaration, comments removed from the index (NDCG@10 / MRR / R@10)");
  row("repository", "questions", "grep", "BM25", "hewto", "MRR", "R@10", "");
  for (const name of docRepositories) {
    if (!existsSync(join(data, name))) continue;
    const copy = realpathSync(mkdtempSync(join(tmpdir(), "hewto-bench-")));
    try {
      const questions = every(await docQuestions(realpathSync(join(data, name)), copy), questionsEach);
      const snapshot = await indexInMemory(copy);
      const judge = (channel: Channel) =>
        questions.map(({ query, path, line }) =>
          scoreRanks([
            rankOf(
              channel(query),
              (hit) => hit.path === path && hit.startLine <= line && line <= hit.endLine,
            ),
          ]),
        );
      const ours = mean(judge(blend(snapshot, copy)));
      row(
        name,
        String(questions.length),
        shown(mean(judge(grep(snapshot))).ndcg),
        shown(mean(judge(plainBm25(snapshot))).ndcg),
        shown(ours.ndcg),
        shown(ours.mrr),
        shown(ours.recall),
        "",
      );
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }
}

function rankOf(found: readonly Found[], isWanted: (hit: Found) => boolean): number | undefined {
  const at = found.findIndex(isWanted);
  return at < 0 ? undefined : at + 1;
}

/** An even sample: the same on every run. */
function every<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, at) => items[Math.floor(at * step)],
  ).filter((item): item is T => item !== undefined);
}

function shown(value: number): string {
  return value.toFixed(3);
}

function row(first: string, ...rest: string[]): void {
  console.log(first.padEnd(32) + rest.map((cell) => cell.padStart(10)).join(""));
}
