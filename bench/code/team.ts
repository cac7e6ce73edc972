import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CodeIndex } from "../../src/code/index/fresh.ts";
import type { Seed } from "../../src/code/index/update.ts";
import { readQuery } from "../../src/code/rank/query.ts";
import { analysisKey } from "../../src/code/remote/analysis-key.ts";
import type { Pulled } from "../../src/code/remote/pull.ts";
import { newSeed } from "../../src/code/remote/seed.ts";
import { newMetrics } from "../../src/code/remote/worker/metrics.ts";
import { runWorker } from "../../src/code/remote/worker/worker.ts";
import { search } from "../../src/code/search.ts";
import type { Snapshot } from "../../src/code/store/snapshot.ts";
import { addRepo } from "../../src/store/add-repo.ts";
import { initStore, openStore } from "../../src/store/open.ts";
import { partsOf } from "../../src/store/parts.ts";
import type { Store } from "../../src/store/store.ts";
import {
  launch,
  newDatabase,
  type PostgresServer,
  queryUrl,
  startPostgres,
  stopPostgres,
} from "../../test/support/postgres.ts";

export interface TeamOptions {
  readonly repositories: readonly string[];
  readonly kills: number;
  readonly restarts: number;
  /** The built program. */
  readonly program: string;
}

const questionsEach = 120;
const signal = new AbortController().signal;
const limits = { memoryMb: 2048, seconds: 1800, files: 400_000, bytes: 4e9 };

/** Prints the table of a shared index, row by row as they are measured. */
export async function runTeam({ repositories, kills, restarts, program }: TeamOptions): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hewto-team-")));
  // The server runs as another user when we are root.
  chmodSync(folder, 0o755);
  execFileSync("mkdir", [join(folder, "pg")]);
  const server = await startPostgres(join(folder, "pg"));
  try {
    row("measure", "goal", "result");
    await measurePulls(folder, server, repositories);
    await measureReleases(folder, server, repositories);
    await measureKills(folder, server, program, kills);
    await measureRestarts(folder, server, program, restarts);
    await measurePoison(folder, server);
    await measureDown(folder);
  } finally {
    stopPostgres(server, "immediate");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measurePulls(
  folder: string,
  server: PostgresServer,
  sources: readonly string[],
): Promise<void> {
  const { store, url } = await newStore(server);
  const ratios: number[] = [];
  let [questions, same, stored, searchBytes, textBytes] = [0, 0, 0, 0, 0];
  let [differing, parsed] = [0, 0];
  for (const [at, source] of sources.entries()) {
    const origin = clone(source, join(folder, `origin${at}`));
    useCache(folder, `worker${at}`);
    await add(store, origin);
    await work(store);
    const checkout = clone(origin, join(folder, `checkout${at}`));
    useCache(folder, `built${at}`);
    const built = await measured(() => build(checkout, undefined));
    process.env["HEWTO_STORE_URL"] = url;
    useCache(folder, `pulled${at}`);
    const pulled = await measured(() => build(checkout, url));
    if (pulled.value.parsed > 0)
      console.log(`  ${basename(source)}: ${pulled.value.parsed} files were parsed`);
    ratios.push(built.cpu / pulled.cpu);
    for (const question of questionsOf(built.value.snapshot)) {
      questions++;
      if (list(built.value.snapshot, question) === list(pulled.value.snapshot, question)) same++;
    }
    const sizes = sizesOf(pulled.value.snapshot);
    stored += sizes.stored;
    searchBytes += sizes.search;
    textBytes += sizes.texts;
    differing += editFiles(origin, 17);
    useCache(folder, `worker${at}`);
    parsed += (await work(store)).files.parsed;
    rmSync(checkout, { recursive: true, force: true });
  }
  const few = ratios.map((ratio) => `1/${ratio.toFixed(1)}`).join(", ");
  row(
    `identical lists of ten, ${questions} questions, ${sources.length} repositories`,
    "1.000",
    (same / questions).toFixed(3),
  );
  row("CPU to the first answer, pull / index, each repository", "at most 1/10", few);
  row(
    "bytes pulled / bytes of search columns and texts",
    "at most 0.4",
    (stored / (searchBytes + textBytes)).toFixed(2),
  );
  row("bytes pulled / bytes of search columns alone", "–", (stored / searchBytes).toFixed(2));
  row("files parsed for a second commit / files that differ", "1.000", `${parsed}/${differing}`);
  await store.close();
}

/** Four tags of the repositories that have them, each as a branch of its own. */
async function measureReleases(
  folder: string,
  server: PostgresServer,
  sources: readonly string[],
): Promise<void> {
  const results: string[] = [];
  for (const source of sources) {
    const tags = git(source, "tag", "--sort=-creatordate")
      .split("\n")
      .filter((tag) => /^v?\d+\.\d+(\.0)?$/.test(tag));
    if (tags.length < 4) continue;
    const { store } = await newStore(server);
    useCache(folder, `releases${results.length}`);
    const origin = clone(source, join(folder, `releases-${results.length}`));
    const name = basename(source).replace(/^.*\+/, "");
    const sizes: number[] = [];
    for (const [at, tag] of tags.slice(0, 4).entries()) {
      git(origin, "fetch", "-q", source, `refs/tags/${tag}:refs/tags/${tag}`);
      git(origin, "branch", "-f", `release${at}`, `${tag}^{commit}`);
      await add(store, origin, ["release*"]);
      await work(store);
      const stats = await store.stats();
      sizes.push(stats.ok ? stats.value.bytes : 0);
    }
    results.push(`${name} ${((sizes[3] ?? 0) / (sizes[0] ?? 1)).toFixed(2)}`);
    await store.close();
    if (results.length === 3) break;
  }
  row(
    "stored bytes for 4 releases / one",
    "at most 1.7",
    results.join(", ") || "no repository has four releases",
  );
}

/** Workers are killed at any moment; then one runs to its end, and everything is read. */
async function measureKills(
  folder: string,
  server: PostgresServer,
  program: string,
  kills: number,
): Promise<void> {
  const { store, url } = await newStore(server);
  const origin = synthetic(join(folder, "kills"), 300);
  useCache(folder, "kills");
  await add(store, origin);
  for (let kill = 0; kill < kills; kill++) {
    if (kill % 3 === 0) editFiles(origin, 20);
    const child = spawn(process.execPath, [program, "worker", "--once"], {
      cwd: origin,
      env: { ...process.env, HEWTO_STORE_URL: url },
      stdio: "ignore",
      detached: true,
    });
    await sleep(150 + Math.random() * 1500);
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await endLeases(url);
  }
  await work(store);
  row(`${kills} kills of workers: lost, double, damaged`, "0, 0, 0", await audit(store, origin));
  await store.close();
}

/** The database stops as in a power cut while a worker publishes. */
async function measureRestarts(
  folder: string,
  server: PostgresServer,
  program: string,
  restarts: number,
): Promise<void> {
  const { store, url } = await newStore(server);
  const origin = synthetic(join(folder, "restarts"), 200);
  useCache(folder, "restarts");
  await add(store, origin);
  for (let restart = 0; restart < restarts; restart++) {
    editFiles(origin, 20);
    const child = spawn(process.execPath, [program, "worker", "--once"], {
      cwd: origin,
      env: { ...process.env, HEWTO_STORE_URL: url },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await sleep(300 + Math.random() * 1500);
    stopPostgres(server, "immediate");
    await launch(server);
    await Promise.race([ended, sleep(20_000)]);
    child.kill("SIGKILL");
    await endLeases(url);
  }
  await work(store);
  row(`${restarts} kills of the database: lost, double, damaged`, "0, 0, 0", await audit(store, origin));
  await store.close();
}

async function measurePoison(folder: string, server: PostgresServer): Promise<void> {
  const healthy = async (isPoisoned: boolean): Promise<number> => {
    const { store } = await newStore(server);
    const name = `poison-${isPoisoned}`;
    useCache(folder, name);
    for (let at = 0; at < 6; at++) await add(store, synthetic(join(folder, `${name}${at}`), 150));
    if (isPoisoned) await add(store, synthetic(join(folder, `${name}-bad`), limits.files > 500 ? 501 : 1));
    const started = process.cpuUsage();
    await work(store, { ...limits, files: 500 });
    const { user, system } = process.cpuUsage(started);
    await store.close();
    return user + system;
  };
  await healthy(false);
  const [alone, poisoned] = [await healthy(false), await healthy(true)];
  row(
    "throughput of healthy repositories, with one that fails / without",
    "at least 0.9",
    (alone / poisoned).toFixed(2),
  );
}

async function measureDown(folder: string): Promise<void> {
  const checkout = synthetic(join(folder, "down"), 300);
  const times: Record<string, number[]> = { without: [], down: [] };
  for (let round = 0; round < 6; round++)
    for (const [name, url] of [
      ["without", undefined],
      ["down", "postgres://x@127.0.0.1:1/x"],
    ] as const) {
      useCache(folder, `down-${name}-${round}`);
      const started = performance.now();
      const { snapshot } = await build(checkout, url);
      times[name]?.push(performance.now() - started);
      if (list(snapshot, "value17") === "") throw new Error("A question was not answered.");
    }
  const median = (values: number[] = []) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  row(
    "store down: time to the first answer / without a store",
    "at most 1.1",
    (median(times["down"]) / median(times["without"])).toFixed(2),
  );
}

interface Built {
  readonly snapshot: Snapshot;
  readonly parsed: number;
}

/** Indexes a checkout, from the store if there is one, up to the first answer. */
async function build(root: string, url: string | undefined): Promise<Built> {
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
  const report = await index.update({
    force: false,
    signal,
    progress: () => {},
    seed: url === undefined ? undefined : seed,
  });
  if (!report.ok) throw new Error(report.fault.message);
  const fresh = await index.fresh({ signal, now: () => new Date() });
  if (!fresh.ok) throw new Error(fresh.fault.message);
  list(fresh.value.snapshot, "first question");
  return { snapshot: fresh.value.snapshot, parsed: report.value.indexed };
}

/** Names and sentences of the code itself, evenly spread. */
function questionsOf(snapshot: Snapshot): string[] {
  const names: string[] = [];
  const sentences: string[] = [];
  for (const { segment } of snapshot.segments)
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) {
      const { names: own, doc } = segment.detailsOf(chunk);
      if (own[0]) names.push(own[0]);
      const words = doc.match(/\p{L}{3,}/gu)?.slice(0, 9) ?? [];
      if (words.length >= 4) sentences.push(words.join(" "));
    }
  const spread = (all: string[], count: number) =>
    [...new Set(all)]
      .sort()
      .filter((_, at, list) => at % Math.max(1, Math.floor(list.length / count)) === 0)
      .slice(0, count);
  return [...spread(names, questionsEach / 2), ...spread(sentences, questionsEach / 2)];
}

function list(snapshot: Snapshot, question: string): string {
  const hits = search(snapshot, { query: readQuery(question), root: "/", limit: 10 });
  return hits
    .map(({ path, startLine, endLine, relevance }) => `${path}:${startLine}-${endLine} ${relevance}`)
    .join("\n");
}

function sizesOf({ segments }: Snapshot) {
  let [stored, search, texts] = [0, 0, 0];
  for (const { segment, texts: read } of segments) {
    const all = read({ from: 0, length: Number.MAX_SAFE_INTEGER });
    texts += all.length;
    const columns = new Uint8Array(segment.lists.buffer);
    search += columns.length;
    for (const bytes of [columns, all]) for (const part of partsOf(bytes)) stored += part.length;
  }
  return { stored, search, texts };
}

/** Whether the published manifest is of the newest commit, with every file once and every byte as it should be. */
async function audit(store: Store, origin: string): Promise<string> {
  const commit = git(origin, "rev-parse", "HEAD").trim();
  const files = git(origin, "ls-files").trim().split("\n").length;
  const repo = (await must(store.repos.list())).find(({ source }) => source === origin);
  const manifest = await must(
    store.manifests.read({ repo: repo?.id ?? "", ref: "main", analysis: analysisKey() }),
  );
  const dead = (await must(store.jobs.dead())).length;
  const open = await must(store.jobs.open());
  let living = 0;
  let damaged = 0;
  for (const { id, living: bits } of manifest?.segments ?? []) {
    for (const byte of bits) for (let bit = byte; bit > 0; bit >>= 1) living += bit & 1;
    const read = await store.segments.get(id);
    if (!read.ok || !read.value) damaged++;
  }
  const lost = (manifest?.commit === commit ? 0 : 1) + dead + open + Math.max(0, files - living);
  return `${lost}, ${Math.max(0, living - files)}, ${damaged}`;
}

/** Ends the leases of killed workers, which would end by themselves after a minute, and forgives their tries. */
async function endLeases(url: string): Promise<void> {
  await queryUrl(
    url,
    "begin; select set_config('hewto.tenant', 'default', true); update hewto.job set lease_until = '-infinity', tries = 0; commit",
  ).catch(() => {});
}

async function newStore(server: PostgresServer): Promise<{ store: Store; url: string }> {
  const url = await newDatabase(server);
  await must(initStore(url, { tenant: "default" }, { readers: [], workers: [] }));
  return { store: await must(openStore(url, { tenant: "default" })), url };
}

async function add(store: Store, source: string, refs: string[] = ["main"]): Promise<void> {
  await must(addRepo(store, "/", { source, refs, name: `file:${source}` }));
}

async function work(store: Store, own = limits) {
  const metrics = newMetrics();
  const options = { store, once: true, intervalSeconds: 0, limits: own, signal, script: undefined, metrics };
  await must(runWorker({ ...options, log: () => {} }));
  return metrics;
}

async function must<T>(
  result: Promise<{ ok: true; value: T } | { ok: false; fault: { message: string } }>,
): Promise<T> {
  const done = await result;
  if (!done.ok) throw new Error(done.fault.message);
  return done.value;
}

async function measured<T>(run: () => Promise<T>): Promise<{ value: T; cpu: number }> {
  const before = process.cpuUsage();
  const value = await run();
  const { user, system } = process.cpuUsage(before);
  return { value, cpu: user + system };
}

/** A clone whose branch is `main`. */
function clone(source: string, target: string): string {
  execFileSync("git", ["clone", "-q", source, target], { stdio: ["ignore", "ignore", "ignore"] });
  git(target, "checkout", "-q", "-B", "main");
  git(target, "config", "remote.origin.url", source);
  return target;
}

/** A repository of small files. */
function synthetic(root: string, files: number): string {
  execFileSync("mkdir", ["-p", root]);
  git(root, "init", "-q", "-b", "main");
  for (let at = 0; at < files; at++)
    writeFileSync(
      join(root, `f${at}.ts`),
      `/** Number ${at}. */\nexport function value${at}() {\n  return ${at};\n}\n`.repeat(8),
    );
  commit(root);
  return root;
}

let edits = 0;

/** Changes some files and commits; gives how many differ. */
function editFiles(root: string, count: number): number {
  for (let at = 0; at < count; at++)
    writeFileSync(join(root, `edited-${at}.txt`), `Edit ${edits++} of ${root}.\n`);
  commit(root);
  return count;
}

function commit(root: string): void {
  git(root, "add", "-A");
  git(
    root,
    "-c",
    "user.name=bench",
    "-c",
    "user.email=bench@example.com",
    "commit",
    "-q",
    "--no-gpg-sign",
    "-m",
    "edit",
  );
}

function git(root: string, ...args: string[]): string {
  return execFileSync("git", ["-C", root, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

function useCache(folder: string, name: string): void {
  process.env["XDG_CACHE_HOME"] = join(folder, "cache", name);
}

function row(...cells: [string, string, string]): void {
  console.log(`${cells[0].padEnd(72)} ${cells[1].padEnd(14)} ${cells[2]}`);
}
