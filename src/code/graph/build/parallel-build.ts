import { setTimeout } from "node:timers/promises";
import { reduceInlining } from "../../../workspace/process/threads.ts";
import type { Resolver } from "../resolve/resolve-file.ts";
import {
  type BuildProgress,
  type FileResolution,
  finishBuild,
  type GraphState,
  planBuild,
  resolveFile,
} from "./build.ts";
import type { FileQueue } from "./file-queue.ts";
import type { GraphInputs } from "./inputs.ts";
import { type KeptResolver, keep } from "./kept-resolver.ts";
import { WorkerPool } from "./worker-pool.ts";
import { readWorkerResult, type WorkerResult, WorkerResultWriter } from "./worker-result.ts";

/** Called with the progress of a build; false ends it. */
export type OnProgress = (progress: BuildProgress) => Promise<boolean>;

export interface BuildResult {
  readonly state: GraphState;
  /** For the next build. */
  readonly kept: KeptResolver | undefined;
}

/** How long a build blocks other work of the process. */
const maxBlockingMs = 25;

/** Edges are packed in pieces, because a buffer that grows is copied each time it doubles. */
const maxPackedBytes = 4_000_000;

/** How often progress is reported while waiting for threads. */
export const pollMs = 200;

/**
 * Brings the graph up to date with as many threads as the work is worth. All threads take files from one queue; the
 * result is that of `buildGraph`. Undefined if `onProgress` ended it.
 */
export async function buildInParallel(
  root: string,
  inputs: GraphInputs,
  before: GraphState | undefined,
  onProgress: OnProgress,
  kept?: KeptResolver,
): Promise<BuildResult | undefined> {
  const { sources } = inputs;
  // Without a graph to start from every file is stale, so workers can start before the plan is made.
  let pool = before ? undefined : WorkerPool.start(root, inputs, [...sources.keys()]);
  reduceInlining(true);
  try {
    const plan = planBuild(sources, before, inputs.manifests(), kept);
    pool ??= WorkerPool.start(root, inputs, plan.stale);
    const { resolver } = plan;
    const resolutions = new Map<number, FileResolution>();
    const isDone =
      (await resolveHere(resolver, sources, pool.queue, resolutions, onProgress)) &&
      (await collectResults(pool, resolver, resolutions, onProgress));
    if (!isDone) return undefined;
    // Files of a worker that failed.
    for (const file of plan.stale)
      if (!resolutions.has(file)) resolutions.set(file, resolveFile(resolver, file, sources));
    return { state: finishBuild(plan, resolutions), kept: keep(plan) };
  } finally {
    reduceInlining(false);
    await pool?.close();
  }
}

/** The work of a worker: resolves files of the queue. Undefined if the index has changed since the request. */
export function resolveQueue(
  { id, sources, manifests }: GraphInputs,
  queue: FileQueue,
  request: { id: string; worker: number },
): WorkerResult | undefined {
  if (id !== request.id) return undefined;
  const { resolver } = planBuild(sources, undefined, manifests());
  const result = new WorkerResultWriter(resolver.targets);
  queue.begin(request.worker);
  for (let file = queue.next(); file !== undefined; file = queue.next()) {
    const { edges, dependencies } = resolveFile(resolver, file, sources);
    result.add(file, edges, dependencies);
  }
  return result.done();
}

/** The share of this thread; false if it was ended. */
async function resolveHere(
  resolver: Resolver,
  sources: GraphInputs["sources"],
  queue: FileQueue,
  resolutions: Map<number, FileResolution>,
  onProgress: OnProgress,
): Promise<boolean> {
  const { targets } = resolver;
  let last = performance.now();
  let result = new WorkerResultWriter(targets);
  for (let file = queue.next(); file !== undefined; file = queue.next()) {
    const { edges, dependencies } = resolveFile(resolver, file, sources);
    result.add(file, edges, dependencies);
    if (result.size > maxPackedBytes) {
      readWorkerResult(result.done(), targets, resolutions);
      result = new WorkerResultWriter(targets);
    }
    if (performance.now() - last < maxBlockingMs) continue;
    if (!(await onProgress({ done: queue.taken, total: queue.total }))) return false;
    last = performance.now();
  }
  readWorkerResult(result.done(), targets, resolutions);
  return true;
}

/** Waits for the workers; false if it was ended meanwhile. */
async function collectResults(
  pool: WorkerPool,
  resolver: Resolver,
  resolutions: Map<number, FileResolution>,
  onProgress: OnProgress,
): Promise<boolean> {
  const { queue } = pool;
  const pending = pool.results();
  for (;;) {
    const results = await Promise.race([pending, setTimeout(pollMs, undefined, { ref: false })]);
    if (results) {
      for (const result of results) if (result) readWorkerResult(result, resolver.targets, resolutions);
      return true;
    }
    if (!(await onProgress({ done: queue.taken, total: queue.total }))) return false;
  }
}
