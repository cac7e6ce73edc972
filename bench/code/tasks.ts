import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { blobsOf, contents, headOf } from "../../model/git.ts";
import { askedIn } from "../../model/questions.ts";
import { analysisVersion } from "../../src/code/index/home.ts";
import type { Snapshot } from "../../src/code/store/snapshot.ts";
import { sha256 } from "../../src/kernel/hash.ts";
import type { Found } from "./channels.ts";
import { docQuestions, indexInMemory, segmentOf, snapshotOfSegment } from "./corpus.ts";
import { type Question, type QuestionKind, questionsOf, rankOfAny, splitOf } from "./questions.ts";

/** One repository and the questions of one kind over it. */
export interface Task {
  readonly kind: QuestionKind;
  readonly repository: string;
  readonly split: "tuning" | "held-out";
  /** semble's published figure for the same judged queries. */
  readonly published?: number;
  readonly snapshot: Snapshot;
  readonly root: string;
  readonly questions: readonly {
    readonly query: string;
    /** Ranks of the relevant results; undefined if not found. */
    readonly ranks: (found: readonly Found[]) => (number | undefined)[];
  }[];
}

/** A set of judged queries over one repository; targets are files below `root`. */
interface RelevanceSet {
  readonly name: string;
  readonly root: string;
  readonly published?: number | null;
  readonly queries: readonly {
    readonly query: string;
    readonly relevant: readonly string[];
    readonly secondary: readonly string[];
  }[];
}

const docRepositories = (
  "swift-nio swift-argument-parser swift-composable-architecture zod aiohttp gin " +
  "pydantic serde commons-lang kotlinx-coroutines messagepack-csharp"
).split(" ");
const questionsEach = 200;

/** The public sets, and our own over Swift libraries, which were judged by reading before any search was run. */
export async function* judgedTasks(data: string, own: string): AsyncGenerator<Task> {
  const files = [join(data, "sets.json"), join(own, "judged-queries.json")];
  const sets: RelevanceSet[] = files.flatMap((file) => JSON.parse(readFileSync(file, "utf8")));
  for (const set of sets) {
    if (!existsSync(join(data, set.name))) continue;
    const root = realpathSync(join(data, set.name, set.root));
    const queries = set.queries.filter(({ relevant }) =>
      relevant.every((path) => existsSync(join(root, path))),
    );
    yield {
      kind: "judged",
      repository: set.name,
      split: splitOf("judged", set.name),
      ...(set.published ? { published: set.published } : {}),
      snapshot: await indexInMemory(root),
      root,
      questions: queries.map(({ query, relevant, secondary }) => ({
        query,
        ranks: (found) =>
          [...relevant, ...secondary].map((path) => rankOf(found, (hit) => hit.path === path)),
      })),
    };
  }
}

/** Doc comment → declaration, with all comments removed from what is searched. */
export async function* docstringTasks(data: string): AsyncGenerator<Task> {
  for (const name of docRepositories) {
    if (!existsSync(join(data, name))) continue;
    const root = realpathSync(mkdtempSync(join(tmpdir(), "hewto-bench-")));
    try {
      const questions = every(await docQuestions(realpathSync(join(data, name)), root), questionsEach);
      yield {
        kind: "docstring",
        repository: name,
        split: splitOf("docstring", name),
        snapshot: await indexInMemory(root),
        root,
        questions: questions.map(({ query, path, line }) => ({
          query,
          ranks: (found) => [
            rankOf(found, (hit) => hit.path === path && hit.startLine <= line && line <= hit.endLine),
          ],
        })),
      };
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
}

/** Our own questions of both kinds. */
export async function* ownTasks(data: string, folder: string): AsyncGenerator<Task> {
  const kinds = ["prose", "identifier"] as const;
  const all = kinds.flatMap((kind) => questionsOf(kind, folder).map((question) => ({ kind, question })));
  for (const repository of new Set(all.map(({ question }) => question.repository))) {
    if (!existsSync(join(data, repository))) continue;
    const root = realpathSync(join(data, repository));
    const snapshot = await indexInMemory(root);
    for (const kind of kinds) {
      const own = all.filter((each) => each.kind === kind && each.question.repository === repository);
      yield {
        kind,
        repository,
        split: splitOf(kind, repository),
        snapshot,
        root,
        questions: own.map(({ question }) => asked(question)),
      };
    }
  }
}

/** Where the development questions and their repositories are. */
export interface DevelopmentData {
  /** Clones of the repositories (model/README.md). */
  readonly mirror: string;
  /** The folder `model` of this repository. */
  readonly model: string;
  /** Keeps their indexes from one run to the next, until a parser changes. */
  readonly cache?: string;
}

/**
 * Hand-written questions about repositories that the model was not trained on, each indexed completely. They are used
 * to choose models and constants.
 */
export async function* developmentTasks({ mirror, model, cache }: DevelopmentData): AsyncGenerator<Task> {
  const all = askedIn(join(model, "questions.tsv"));
  for (const repository of readFileSync(join(model, "development.txt"), "utf8").trim().split("\n")) {
    const clone = join(mirror, repository.replace("/", "+"), "repo");
    if (!existsSync(clone)) continue;
    const own = all.filter((each) => each.repository === repository);
    yield {
      kind: "development",
      repository,
      split: "tuning",
      snapshot: await snapshotOfClone(clone, cache),
      root: clone,
      questions: own.flatMap(({ path, name, questions }) =>
        questions.map((query) => asked({ repository, query, targets: [{ path, symbol: name }] })),
      ),
    };
  }
}

async function snapshotOfClone(clone: string, cache: string | undefined): Promise<Snapshot> {
  const kept = cache && join(cache, sha256(`${headOf(clone)} ${analysisVersion()}`).slice(0, 32));
  if (kept && existsSync(`${kept}.search`)) {
    return snapshotOfSegment({
      search: readFileSync(`${kept}.search`),
      texts: readFileSync(`${kept}.texts`),
    });
  }
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hewto-bench-")));
  try {
    await checkOut(clone, root);
    const segment = await segmentOf(root);
    if (kept) {
      mkdirSync(dirname(kept), { recursive: true });
      writeFileSync(`${kept}.texts`, segment.texts);
      writeFileSync(`${kept}.search`, segment.search);
    }
    return snapshotOfSegment(segment);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function checkOut(clone: string, root: string): Promise<void> {
  const blobs = blobsOf(clone).filter(({ size }) => size < 1_000_000);
  for await (const { blob, bytes } of contents(clone, blobs)) {
    mkdirSync(dirname(join(root, blob.path)), { recursive: true });
    writeFileSync(join(root, blob.path), bytes);
  }
}

function asked(question: Question): Task["questions"][number] {
  return { query: question.query, ranks: (found) => rankOfAny(found, question) };
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
