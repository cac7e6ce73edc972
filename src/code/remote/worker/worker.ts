import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fault } from "../../../kernel/fault.ts";
import { randomHex, sha256 } from "../../../kernel/hash.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import { type Job, maxTries, type Repo, type Store } from "../../../store/store.ts";
import {
  hasCommit,
  type Mirror,
  mirrorAt,
  mirrorBranches,
  updateMirror,
} from "../../../workspace/git/mirror.ts";
import { ownCacheFolder } from "../../../workspace/state/own-folder.ts";
import { withLock } from "../../../workspace/write/locks/lock.ts";
import { analysisKey } from "../analysis-key.ts";
import { type CommitLimits, indexCommit } from "./index-commit.ts";
import type { WorkerMetrics } from "./metrics.ts";

export interface WorkerOptions {
  readonly store: Store;
  /** Ends when every branch is published, instead of waiting for the next push. */
  readonly once: boolean;
  /** How long a repository is left alone before its branches are looked at again. */
  readonly intervalSeconds: number;
  readonly limits: CommitLimits;
  readonly signal: AbortSignal;
  readonly script: URL | undefined;
  readonly metrics: WorkerMetrics;
  readonly log: (line: string) => void;
  readonly leaseSeconds?: number;
}

const defaultLeaseSeconds = 60;
const idleMs = 1_000;
const fetchWaitMs = 3_600_000;
const maxDue = 20;
/** A store that is away for a moment is waited for; one that stays away ends `--once`. */
const maxFailuresOnce = 3;

const priority = { push: 1, backfill: 0 };

/** Looks at branches, takes jobs and publishes, until its signal stops it. */
export async function runWorker(options: WorkerOptions): Promise<Result<undefined>> {
  const { store, once, signal, intervalSeconds, metrics, log } = options;
  const worker = `${process.pid}-${randomHex(4)}`;
  let failures = 0;
  let isPolled = false;
  while (!signal.aborted) {
    const due: Result<readonly Repo[]> =
      isPolled && once ? ok([]) : await store.repos.due(once ? 0 : intervalSeconds, once ? 100_000 : maxDue);
    const worked: Result<boolean> = due.ok ? await takeTurn(options, worker, due.value) : due;
    isPolled ||= due.ok;
    if (!worked.ok) {
      failures++;
      metrics.storeFailures++;
      // A login without rights gets none by trying again.
      if (once && (failures >= maxFailuresOnce || !worked.fault.retryable)) return worked;
      log(worked.fault.message);
      await pause(Math.min(60_000, idleMs * 2 ** failures), signal);
      continue;
    }
    failures = 0;
    if (worked.value) continue;
    if (once) {
      const open = await store.jobs.open();
      // Other workers may still have some; they end them.
      if (open.ok) return ok(undefined);
    }
    await pause(idleMs, signal);
  }
  return ok(undefined);
}

/** Queues the branches of these repositories and does one job. True when there was one. */
async function takeTurn(
  options: WorkerOptions,
  worker: string,
  due: readonly Repo[],
): Promise<Result<boolean>> {
  for (const repo of due) {
    const queued = await queueBranches(options, repo);
    if (queued.ok) continue;
    if (queued.fault.code.startsWith("store_")) return queued;
    options.metrics.fetchFailures++;
    options.log(`${repo.name}: ${queued.fault.message}`);
  }
  const { store, leaseSeconds = defaultLeaseSeconds } = options;
  const job = await store.jobs.claim(worker, leaseSeconds);
  if (!job.ok || !job.value) return job.ok ? ok(false) : job;
  const done = await work(options, worker, job.value);
  return done.ok ? ok(true) : done;
}

async function queueBranches({ store, signal }: WorkerOptions, repo: Repo): Promise<Result<undefined>> {
  const mirror = await mirrorOf(repo, signal);
  if (!mirror.ok) return mirror;
  const refs = await mirrorBranches(mirror.value);
  if (!refs.ok) return refs;
  const { branches, main } = refs.value;
  const wanted = [...branches].filter(([name]) =>
    repo.refs.length === 0 ? name === main : repo.refs.some((pattern) => matchesRef(name, pattern)),
  );
  const heads = await store.manifests.heads(repo.id, analysisKey());
  if (!heads.ok) return heads;
  const published = new Map(heads.value.map(({ ref, commit }) => [ref, commit]));
  const dropped = await store.manifests.keepOnly(
    repo.id,
    wanted.map(([name]) => name),
  );
  if (!dropped.ok) return dropped;
  for (const [ref, commit] of wanted) {
    if (published.get(ref) === commit) continue;
    const level = published.has(ref) ? priority.push : priority.backfill;
    const added = await store.jobs.add({ repo: repo.id, ref, commit }, level);
    if (!added.ok) return added;
  }
  return ok(undefined);
}

/** Only failures of the store are failures of the worker; those of the job are written to the job. */
async function work(options: WorkerOptions, worker: string, job: Job): Promise<Result<undefined>> {
  const { store, metrics, log, once, leaseSeconds = defaultLeaseSeconds } = options;
  const started = performance.now();
  const lost = new AbortController();
  const renewal = setInterval(
    async () => {
      const renewed = await store.jobs.renew(job, worker, leaseSeconds);
      if (renewed.ok && !renewed.value) lost.abort();
    },
    (leaseSeconds * 1000) / 3,
  );
  const signal = AbortSignal.any([options.signal, lost.signal]);
  const repos = await store.repos.list();
  const repo = repos.ok ? repos.value.find(({ id }) => id === job.repo) : undefined;
  const outcome = repo ? await indexJob(options, worker, job, repo, signal) : repos.ok ? gone() : repos;
  clearInterval(renewal);
  metrics.seconds += (performance.now() - started) / 1000;
  const name = `${repo?.name ?? job.repo} ${job.ref} ${job.commit.slice(0, 12)}`;
  if (outcome.ok) {
    const { state, parsed, known } = outcome.value;
    metrics.jobs[state]++;
    metrics.files.parsed += parsed;
    metrics.files.known += known;
    log(`${name}: ${state}, ${parsed} files parsed, ${known} known`);
    return store.jobs.complete(job, worker);
  }
  // Told to stop: the lease ends by itself and another worker goes on.
  if (options.signal.aborted) return ok(undefined);
  metrics.jobs.failed++;
  if (job.tries >= maxTries) metrics.dead++;
  log(`${name}: try ${job.tries} failed: ${outcome.fault.message}`);
  const failure = { reason: outcome.fault.message, waitSeconds: once ? 0 : 5 * 2 ** job.tries };
  return store.jobs.fail(job, worker, failure);
}

async function indexJob(
  { store, limits, script }: WorkerOptions,
  worker: string,
  { ref, commit }: Job,
  repo: Repo,
  signal: AbortSignal,
) {
  const mirror = await mirrorOf(repo, signal, commit);
  if (!mirror.ok) return mirror;
  try {
    return await indexCommit({
      store,
      mirror: mirror.value,
      repo,
      ref,
      commit,
      worker,
      limits,
      signal,
      script,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(fault("index_failed", why, ""), error);
  }
}

/** The mirror, up to date; or as it is, when it has the commit already. One process at a time fetches into it. */
async function mirrorOf(repo: Repo, signal: AbortSignal, commit?: string): Promise<Result<Mirror>> {
  const folder = ownCacheFolder("mirrors", sha256(repo.source).slice(0, 32));
  if (folder === undefined)
    return fail(
      fault("write_failed", "No folder for mirrors can be written.", "Set XDG_CACHE_HOME to another folder."),
    );
  const mirror = mirrorAt(folder);
  if (commit !== undefined && (await hasCommit(mirror, commit))) return ok(mirror);
  const lock = { waitMs: fetchWaitMs, signal, tool: "worker", subject: "The mirror" };
  return withLock(join(folder, "hewto.lock"), lock, () => updateMirror(mirror, repo.source, signal));
}

/** `*` stands for anything, as in git's own refspecs. */
function matchesRef(name: string, pattern: string): boolean {
  const [start = "", end] = pattern.split("*", 2);
  if (end === undefined) return name === pattern;
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

function gone() {
  return fail(fault("repo_not_found", "The repository was removed.", ""));
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
