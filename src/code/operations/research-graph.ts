import { setImmediate } from "node:timers/promises";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { type Context, onceKey } from "../../operation/context.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Freshness } from "../freshness.ts";
import { CodeGraph } from "../graph/build/code-graph.ts";
import type { OnProgress } from "../graph/build/parallel-build.ts";
import type { Graph } from "../graph/model/graph.ts";
import type { CodeIndex } from "../index/fresh.ts";
import { readQuery } from "../rank/query.ts";
import type { TextSearch } from "../research/request.ts";
import { search } from "../search.ts";
import { defaultSemanticWeight } from "../semantic/blend.ts";
import type { Snapshot } from "../store/snapshot.ts";
import { freshnessOf } from "./head.ts";
import { mayConnect } from "./may-connect.ts";
import { indexAt } from "./roots.ts";
import { meaningOf } from "./semantic.ts";

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
  // Callers can be anywhere: a graph without the files that changed would say "none" where there are some.
  const fresh = await index.value.fresh(freshnessOf(context));
  if (!fresh.ok) return fresh;
  if (context.signal.aborted) return cancelled();
  const { snapshot, freshness } = fresh.value;
  const resolved = await resolveNames(context, index.value.workspace, snapshot);
  if (!resolved) return cancelled();
  return ok({ index: index.value, snapshot, freshness, ...resolved });
}

/**
 * After indexing: a server resolves names behind its answer, so that the first question finds them done. A command
 * leaves them to the question: its process ends with its answer, and most who index only search.
 */
export function resolveAhead(context: Context, workspace: Workspace, afresh: boolean): void {
  const graph = graphOf(context, workspace);
  if (afresh) graph.discard();
  if (context.client) graph.resolveInBackground();
}

function graphOf(context: Context, workspace: Workspace): CodeGraph {
  const graphs = context.once(openGraphs, () => new Map());
  const graph: CodeGraph = graphs.get(workspace.root) ?? new CodeGraph(workspace);
  graphs.set(workspace.root, graph);
  return graph;
}

/** The graph of a snapshot, brought up to date and kept. */
async function resolveNames(
  context: Context,
  workspace: Workspace,
  snapshot: Snapshot,
): Promise<{ readonly graph: Graph; readonly steps: number } | undefined> {
  let steps = 0;
  const onProgress: OnProgress = async ({ done, total }) => {
    steps = total;
    context.progress({ done, total, message: "resolving names" });
    await setImmediate();
    return !context.signal.aborted;
  };
  const graph = await graphOf(context, workspace).of(snapshot, onProgress);
  return graph && { graph, steps };
}

/** Text search over the files that a graph was made from; by meaning too, unless that would open a connection. */
export async function textSearch(context: Context, { snapshot, index }: FreshGraph): Promise<TextSearch> {
  const { root } = index.workspace;
  const isLocal = !(await mayConnect(context));
  return async (text, only) => {
    const { meaning } = isLocal ? await meaningOf(context, index, snapshot, text) : {};
    const semantic = meaning ? { semantic: { meaning, weight: defaultSemanticWeight } } : {};
    // Each test is a find of its own, however many of them are in one file.
    const tests = only === "tests" ? { testsOnly: true, furtherChunk: 1 } : {};
    return search(snapshot, { query: readQuery(text), root, limit: maxHits, ...semantic, ...tests });
  };
}

const maxHits = 30;

export function cancelled(): Failure {
  return fail(
    fault("cancelled", "The research was cancelled.", "Ask again to start over.", { retryable: true }),
  );
}
