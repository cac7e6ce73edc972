import { setImmediate } from "node:timers/promises";
import type { Graph } from "../code/graph/graph.ts";
import { CodeGraph } from "../code/graph/open.ts";
import type { CodeIndex, Freshness } from "../code/index/fresh.ts";
import type { Snapshot } from "../code/store/snapshot.ts";
import { fault } from "../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../kernel/result.ts";
import { indexAt } from "./code/roots.ts";
import { type Context, onceKey } from "./context.ts";

const openGraphs = onceKey<Map<string, CodeGraph>>("code graphs");

export interface FreshGraph {
  readonly index: CodeIndex;
  readonly snapshot: Snapshot;
  readonly graph: Graph;
  readonly freshness: Freshness;
  /** How many steps of progress it took to get here; further ones count on from there. */
  readonly steps: number;
}

/** The graph of a directory as the disk is now. */
export async function graphAt(context: Context, path: string): Promise<Result<FreshGraph>> {
  const index = await indexAt(context, path);
  if (!index.ok) return index;
  const fresh = await index.value.fresh(context.signal, context.clock);
  if (!fresh.ok) return fresh;
  if (context.signal.aborted) return cancelled();
  const { snapshot, freshness } = fresh.value;
  const { workspace } = index.value;
  const graphs = context.once(openGraphs, () => new Map());
  const kept: CodeGraph = graphs.get(workspace.root) ?? new CodeGraph(workspace);
  graphs.set(workspace.root, kept);
  let steps = 0;
  const graph = await kept.of(snapshot, async ({ done, total }) => {
    steps = total;
    context.progress({ done, total, message: "resolving names" });
    await setImmediate();
    return !context.signal.aborted;
  });
  if (!graph) return cancelled();
  return ok({ index: index.value, snapshot, graph, freshness, steps });
}

export function cancelled(): Failure {
  return fail(
    fault("cancelled", "The research was cancelled.", "Ask again to start over.", { retryable: true }),
  );
}
