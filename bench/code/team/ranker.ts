import { basename, join } from "node:path";
import { corpusOf } from "../../../src/code/rank/corpus.ts";
import { readQuery } from "../../../src/code/rank/query.ts";
import { rank, runRounds } from "../../../src/code/rank/rounds/coordinate.ts";
import { ShardSearch } from "../../../src/code/rank/rounds/shard.ts";
import { hitsOf, questionOf, search } from "../../../src/code/search.ts";
import { defaultSemanticWeight } from "../../../src/code/semantic/blend.ts";
import { meaningByModel } from "../../../src/code/semantic/meaning.ts";
import type { StaticModel } from "../../../src/code/semantic/model/static-model.ts";
import type { LiveSegment, Snapshot } from "../../../src/code/store/snapshot.ts";
import type { Store } from "../../../src/store/store.ts";
import { permitted } from "../../../src/team/access.ts";
import { Grants, grantsInStore } from "../../../src/team/grants.ts";
import { asPrincipal } from "../../../src/team/principal.ts";
import { Repositories } from "../../../src/team/repositories.ts";
import { clone, originFrom } from "./git.ts";
import { add, build, lines, must, newStore, questionsOf, useCache, type World, work } from "./world.ts";

const maxRepositories = 4;
const trials = 200;

interface Known {
  readonly name: string;
  /** As it is built in a checkout, without any store. */
  readonly segments: readonly LiveSegment[];
  readonly snapshot: Snapshot;
}

/** The ranker over shards and over what somebody may see, compared with an embedded index of exactly that. */
export async function measureRanker(
  { folder, server, sources, row }: World,
  model: StaticModel,
): Promise<void> {
  const { store } = await newStore(server);
  const known: Known[] = [];
  for (const [at, source] of sources.slice(0, maxRepositories).entries()) {
    const name = basename(source);
    const origin = originFrom(source, join(folder, `ranked${at}`));
    useCache(folder, `ranked-worker${at}`);
    await add(store, origin, ["main"], name);
    await work(store);
    useCache(folder, `ranked-built${at}`);
    const { snapshot } = await build(clone(origin, join(folder, `ranked-checkout${at}`)), undefined);
    known.push({
      name,
      snapshot,
      segments: snapshot.segments.map((live) => ({ ...live, repository: name })),
    });
  }
  const questions = known.flatMap(({ snapshot }) => questionsOf(snapshot, 40));
  const all = known.flatMap(({ segments }) => segments);
  for (const count of [2, 4, 16]) measureShards(all, count, questions, model, row);
  await measureRights(store, known, questions, model, row);
  await store.close();
}

export function requestOf(text: string, model: StaticModel) {
  const meaning = meaningByModel(model, text, undefined);
  const semantic = meaning && { meaning, weight: defaultSemanticWeight };
  return { query: readQuery(text), root: "/", limit: 10, ...(semantic && { semantic }) };
}

function measureShards(
  segments: readonly LiveSegment[],
  count: number,
  questions: readonly string[],
  model: StaticModel,
  row: World["row"],
): void {
  const shards = Array.from({ length: count }, (_, shard) =>
    segments.map((live) => {
      const dropped = new Set(live.dropped);
      for (let file = 0; file < live.segment.fileCount; file++) if (file % count !== shard) dropped.add(file);
      return { ...live, dropped };
    }),
  ).map((own) => corpusOf({ segments: own }));
  let same = 0;
  const cpu = { one: 0, rounds: 0 };
  const timed = <T>(key: keyof typeof cpu, run: () => T): T => {
    const before = process.cpuUsage();
    const value = run();
    const { user, system } = process.cpuUsage(before);
    cpu[key] += user + system;
    return value;
  };
  // The first questions compile code and load vectors; each is asked twice and the second time counts.
  for (const [turn, text] of [...questions, ...questions].entries()) {
    if (turn === questions.length) cpu.one = cpu.rounds = same = 0;
    const request = requestOf(text, model);
    const one = timed("one", () => search({ segments }, request));
    const many = timed("rounds", () => {
      const question = questionOf(request);
      const asked = shards.map(
        (corpus, at) => new ShardSearch(corpus, question, request.semantic?.meaning, at),
      );
      return hitsOf(
        runRounds(rank(question), (round) => asked.map((each) => each.answer(round))),
        question,
      );
    });
    if (lines(one) === lines(many)) same++;
  }
  const share = same / questions.length;
  row(
    `rounds over ${count} shards, ${questions.length} questions: identical lists`,
    "1.000",
    share.toFixed(3),
    share === 1,
  );
  const ratio = cpu.rounds / cpu.one;
  // Of sixteen shards each has its own costs for a question; the goal is meant for the threads of one machine.
  const isThreads = count === 2;
  row(
    `  CPU of rounds over ${count} shards / one pass`,
    isThreads ? "at most 1.15" : "–",
    ratio.toFixed(2),
    isThreads ? ratio <= 1.15 : undefined,
  );
}

/** Random grants in PostgreSQL; the list must be that of an embedded index of the permitted repositories alone. */
async function measureRights(
  store: Store,
  known: readonly Known[],
  questions: readonly string[],
  model: StaticModel,
  row: World["row"],
): Promise<void> {
  const now = () => new Date();
  const team = {
    store,
    repositories: new Repositories(store, now),
    grants: new Grants(grantsInStore(store), now),
  };
  let same = 0;
  for (let trial = 0; trial < trials; trial++) {
    const own = known.filter(() => Math.random() < 0.5);
    await must(
      store.grants.replace(now().toISOString(), [{ to: "ada", repos: own.map(({ name }) => name) }]),
    );
    const request = requestOf(questions[Math.floor(Math.random() * questions.length)] ?? "", model);
    const segments: LiveSegment[] = [];
    await asPrincipal({ subject: "ada", groups: [] }, async () => {
      for (const repo of await must(permitted(team)))
        segments.push(...(await must(team.repositories.view(repo, undefined))).snapshot.segments);
    });
    const alone = own.flatMap((each) => each.segments);
    if (lines(search({ segments }, request)) === lines(search({ segments: alone }, request))) same++;
  }
  const share = same / trials;
  row(
    `rights: ${trials} random grants, list and scores of the permitted alone`,
    "1.000",
    share.toFixed(3),
    share === 1,
  );
}
