import { setTimeout } from "node:timers/promises";
import { reduceInlining } from "../../../workspace/process/threads.ts";
import { Resolver } from "../resolve/resolve-file.ts";
import { type BuildStep, type Built, finishBuild, planBuild, type Resolved, resolveFile } from "./build.ts";
import type { FileQueue } from "./file-queue.ts";
import type { GraphInputs } from "./inputs.ts";
import { Crew } from "./worker-pool.ts";
import { readShare, type Share, ShareWriter } from "./worker-result.ts";

/** Told how far it is; false ends the work. */
export type OnStep = (step: BuildStep) => Promise<boolean>;

/** How long nobody else gets a turn. */
const breathMs = 25;

/** How often a question that waits for threads says how far they are. */
export const waitMs = 200;

/**
 * Brings the graph up to date with as many threads as that is worth: all take files from one queue, and whoever
 * finds which edges, the outcome is that of `buildGraph`. Undefined when `onStep` ended it.
 */
export async function buildTogether(
  root: string,
  inputs: GraphInputs,
  before: Built | undefined,
  onStep: OnStep,
): Promise<Built | undefined> {
  const { sources } = inputs;
  // From nothing every file is stale: helpers need not wait until that is known.
  let crew = before ? undefined : Crew.start(root, inputs, [...sources.keys()]);
  reduceInlining(true);
  try {
    const plan = planBuild(sources, before, inputs.manifests());
    crew ??= Crew.start(root, inputs, plan.stale);
    const resolver = new Resolver(plan.table);
    const found = new Map<number, Resolved>();
    const isDone =
      (await resolveOwn(resolver, sources, crew.queue, found, onStep)) &&
      (await gather(crew, resolver, found, onStep));
    if (!isDone) return undefined;
    // What a thread took and did not bring back.
    for (const file of plan.stale)
      if (!found.has(file)) found.set(file, resolveFile(resolver, file, sources));
    return finishBuild(plan, found);
  } finally {
    reduceInlining(false);
    await crew?.close();
  }
}

/** The work of a helper; undefined when the index is no longer what the graph is made from. */
export function help(
  { id, sources, manifests }: GraphInputs,
  queue: FileQueue,
  request: { id: string; helper: number },
): Share | undefined {
  if (id !== request.id) return undefined;
  const { table } = planBuild(sources, undefined, manifests());
  const resolver = new Resolver(table);
  const share = new ShareWriter(resolver);
  queue.begin(request.helper);
  for (let file = queue.next(); file !== undefined; file = queue.next())
    share.add(file, resolveFile(resolver, file, sources));
  return share.done();
}

async function resolveOwn(
  resolver: Resolver,
  sources: GraphInputs["sources"],
  queue: FileQueue,
  found: Map<number, Resolved>,
  onStep: OnStep,
): Promise<boolean> {
  let last = performance.now();
  for (let file = queue.next(); file !== undefined; file = queue.next()) {
    found.set(file, resolveFile(resolver, file, sources));
    if (performance.now() - last < breathMs) continue;
    if (!(await onStep({ done: queue.taken, total: queue.total }))) return false;
    last = performance.now();
  }
  return true;
}

/** Waits for what the helpers took; false when the question was ended meanwhile. */
async function gather(
  crew: Crew,
  resolver: Resolver,
  found: Map<number, Resolved>,
  onStep: OnStep,
): Promise<boolean> {
  const { queue } = crew;
  const shares = crew.shares();
  for (;;) {
    const done = await Promise.race([shares, setTimeout(waitMs, undefined, { ref: false })]);
    if (done) {
      for (const share of done) if (share) readShare(share, resolver, found);
      return true;
    }
    if (!(await onStep({ done: queue.taken, total: queue.total }))) return false;
  }
}
