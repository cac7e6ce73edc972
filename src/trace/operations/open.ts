import type { Graph } from "../../code/graph/model/graph.ts";
import { graphAt } from "../../code/operations/research-graph.ts";
import { indexAt } from "../../code/operations/roots.ts";
import type { Result } from "../../kernel/result.ts";
import { type Context, onceKey } from "../../operation/context.ts";
import { readBodies } from "../links/bodies.ts";
import { type CodeMap, codeMap } from "../links/code-map.ts";
import { Proposer } from "../links/propose.ts";
import { smallGraph } from "../read/small-graph.ts";
import { readTrace, type Trace } from "../read/trace.ts";
import { SourceCache } from "../sources/cache.ts";
import type { DiscoveredTest } from "../tests/model.ts";

const sourcesKey = onceKey<SourceCache>("trace sources");

/** The requirements of the workspace with their links and states, as the files are now. */
export function openTrace(context: Context, since?: string): Promise<Result<Trace>> {
  return readTrace(context.workspace, {
    cache: context.once(sourcesKey, () => new SourceCache()),
    signal: context.signal,
    now: context.clock(),
    since,
    progress: (done, total) =>
      context.progress({ done, total, message: `tests and tags: ${done} of ${total} files` }),
  });
}

/** Proposals for a trace. Code is known from the index, or from the files themselves where they are few. */
export async function openProposer(context: Context, trace: Trace): Promise<Proposer> {
  return new Proposer(trace.graph, testsOf(trace), await openCode(context));
}

/** The same for proposing tests, which also compares what they call and say. */
export async function openLinkProposer(context: Context, trace: Trace): Promise<Proposer> {
  const tests = testsOf(trace);
  const bodyOf = await readBodies(context.workspace, tests);
  return new Proposer(trace.graph, tests, await openCode(context), bodyOf);
}

function testsOf({ scan }: Trace): DiscoveredTest[] {
  return [...scan.files.values()].flatMap((facts) => facts.tests);
}

/** Product code by the symbol graph; undefined for a large project without an index. */
export async function openCode(context: Context): Promise<CodeMap | undefined> {
  const graph = await openGraph(context);
  return graph && codeMap(graph);
}

/** The symbol graph of the index, or one of the files themselves where they are few. */
export async function openGraph(context: Context): Promise<Graph | undefined> {
  const index = await indexAt(context, ".");
  const isIndexed = index.ok && index.value.stored() !== undefined;
  const indexed = isIndexed ? await graphAt(context, ".") : undefined;
  if (indexed?.ok) return indexed.value.graph;
  return smallGraph(context.workspace, context.signal);
}
