import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CodeIndex } from "../../../src/code/index/fresh.ts";
import type { Seed } from "../../../src/code/index/update.ts";
import { readQuery } from "../../../src/code/rank/query.ts";
import type { Pulled } from "../../../src/code/remote/pull.ts";
import { newSeed } from "../../../src/code/remote/seed.ts";
import { newMetrics } from "../../../src/code/remote/worker/metrics.ts";
import { runWorker } from "../../../src/code/remote/worker/worker.ts";
import { type Hit, search } from "../../../src/code/search.ts";
import type { Snapshot } from "../../../src/code/store/snapshot.ts";
import { addRepo } from "../../../src/store/add-repo.ts";
import { initStore, openStore } from "../../../src/store/open.ts";
import type { Store } from "../../../src/store/store.ts";
import {
  newDatabase,
  type PostgresServer,
  startPostgres,
  stopPostgres,
} from "../../../test/support/postgres.ts";

/** What every part of the bench gets. */
export interface World {
  readonly folder: string;
  readonly server: PostgresServer;
  /** Git repositories, bare or not. */
  readonly sources: readonly string[];
  /** The built program. */
  readonly program: string;
  readonly row: (measure: string, goal: string, result: string, isMet?: boolean) => void;
}

export const signal = new AbortController().signal;
export const limits = { memoryMb: 2048, seconds: 1800, files: 400_000, bytes: 4e9 };

/** Runs some work with a PostgreSQL of its own; says whether every goal was met. */
export async function withWorld(
  options: Pick<World, "sources" | "program">,
  work: (world: World) => Promise<void>,
): Promise<boolean> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hewto-team-")));
  // The server runs as another user when we are root.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "pg"));
  const server = await startPostgres(join(folder, "pg"));
  let isAllMet = true;
  const row = (measure: string, goal: string, result: string, isMet?: boolean) => {
    const verdict = isMet === undefined ? "" : isMet ? "met" : "MISSED";
    isAllMet &&= isMet !== false;
    console.log(`${measure.padEnd(76)} ${goal.padEnd(16)} ${result.padEnd(16)} ${verdict}`.trimEnd());
  };
  row("measure", "goal", "result");
  try {
    await work({ ...options, folder, server, row });
  } finally {
    stopPostgres(server, "immediate");
    rmSync(folder, { recursive: true, force: true });
  }
  return isAllMet;
}

export async function newStore(server: PostgresServer): Promise<{ store: Store; url: string }> {
  const url = await newDatabase(server);
  await must(initStore(url, { tenant: "default" }, { readers: [], workers: [] }));
  return { store: await must(openStore(url, { tenant: "default" })), url };
}

export async function add(
  store: Store,
  source: string,
  refs: string[] = ["main"],
  name = `file:${source}`,
): Promise<void> {
  await must(addRepo(store, "/", { source, refs, name }));
}

/** Runs a worker until every branch is published. */
export async function work(store: Store, own = limits) {
  const metrics = newMetrics();
  const options = { store, once: true, intervalSeconds: 0, limits: own, signal, script: undefined, metrics };
  await must(runWorker({ ...options, log: () => {} }));
  return metrics;
}

interface Built {
  readonly snapshot: Snapshot;
  readonly parsed: number;
}

/** Indexes a checkout, from the store if there is one, up to the first answer. */
export async function build(root: string, url: string | undefined): Promise<Built> {
  const workspace = { root };
  let pulled: Pulled | undefined;
  process.env["HEWTO_STORE_URL"] = url ?? "";
  const seed: Seed = async (entries, target) => {
    const outcome = await newSeed(workspace, entries, target);
    if (outcome?.ok) pulled = outcome.value;
    else if (url !== undefined && !url.includes(":1/"))
      console.log(`  not pulled: ${outcome?.fault.message}`);
    return pulled?.snapshot;
  };
  const index = new CodeIndex(workspace);
  const report = await must(
    index.update({
      force: false,
      signal,
      progress: () => {},
      seed: url === undefined ? undefined : seed,
    }),
  );
  const { snapshot } = await must(index.fresh({ signal, now: () => new Date() }));
  list(snapshot, "first question");
  return { snapshot, parsed: report.indexed };
}

/** Names and sentences of the code itself, evenly spread. */
export function questionsOf(snapshot: Snapshot, count: number): string[] {
  const names: string[] = [];
  const sentences: string[] = [];
  for (const { segment } of snapshot.segments)
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) {
      const { names: own, doc } = segment.detailsOf(chunk);
      if (own[0]) names.push(own[0]);
      const words = doc.match(/\p{L}{3,}/gu)?.slice(0, 9) ?? [];
      if (words.length >= 4) sentences.push(words.join(" "));
    }
  const spread = (all: string[], share: number) => {
    const known = [...new Set(all)].sort();
    const step = Math.max(1, known.length / share);
    return Array.from(
      { length: Math.min(share, known.length) },
      (_, at) => known[Math.floor(at * step)] ?? "",
    );
  };
  return [...spread(names, count / 2), ...spread(sentences, count / 2)];
}

export function list(snapshot: Pick<Snapshot, "segments">, question: string): string {
  return lines(search(snapshot, { query: readQuery(question), root: "/", limit: 10 }));
}

export function lines(hits: readonly Hit[]): string {
  return hits
    .map(
      ({ repository = "", path, startLine, endLine, relevance }) =>
        `${repository} ${path}:${startLine}-${endLine} ${relevance}`,
    )
    .join("\n");
}

export function chunksOf({ segments }: Pick<Snapshot, "segments">): number {
  return segments.reduce((sum, { segment }) => sum + segment.chunkCount, 0);
}

export async function must<T>(
  result: Promise<{ ok: true; value: T } | { ok: false; fault: { message: string } }>,
): Promise<T> {
  const done = await result;
  if (!done.ok) throw new Error(done.fault.message);
  return done.value;
}

export async function measured<T>(run: () => Promise<T>): Promise<{ value: T; cpu: number }> {
  const before = process.cpuUsage();
  const value = await run();
  const { user, system } = process.cpuUsage(before);
  return { value, cpu: (user + system) / 1e6 };
}

export function useCache(folder: string, name: string): void {
  process.env["XDG_CACHE_HOME"] = join(folder, "cache", name);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
