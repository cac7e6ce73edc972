import type { Result } from "../kernel/result.ts";
import { ok } from "../kernel/result.ts";
import type { Artifact } from "./artifact.ts";
import type { Concept } from "./concepts.ts";
import { edgesOf, mergedEdges } from "./edges.ts";
import { ruleFailure } from "./faults.ts";
import { type Graph, loadGraph } from "./graph.ts";
import type { Reading } from "./reading.ts";
import { targetKey } from "./stored-refs.ts";
import { labelOf } from "./tree.ts";

/** Refuses an artifact whose dependencies would lead back to itself. */
export async function refuseCycle(
  reading: Reading,
  concept: Concept,
  artifact: Artifact,
): Promise<Result<void>> {
  const graph = await loadGraph(reading);
  const edges = mergedEdges(await edgesOf(reading, artifact));
  for (const edge of edges) {
    const start = targetKey(edge.target, edge.ref);
    const way = start === artifact.path ? [artifact.path] : wayTo(graph, start, artifact.path);
    if (way === undefined) continue;
    const names = [artifact.path, ...way].map(
      (key) => graph.nodes.get(key)?.summary.handle ?? (key === artifact.path ? artifact.handle : key),
    );
    return ruleFailure(
      concept,
      "acyclic",
      "dependency_cycle",
      `This would close a circle: ${names.join(" → ")}.`,
      `Leave out \`${edge.ref}\`, or first remove the dependency that leads back.`,
      {
        artifact: artifact.handle,
        path: artifact.path,
        details: { cycle: names, partial_tree: partial(graph, [artifact.path, ...way]) },
      },
    );
  }
  return ok(undefined);
}

/** The keys from one node to another along dependencies, both included. */
function wayTo(graph: Graph, from: string, to: string): string[] | undefined {
  const before = new Map<string, string>();
  const ahead = [from];
  for (let key = ahead.shift(); key !== undefined; key = ahead.shift()) {
    for (const edge of graph.nodes.get(key)?.edges ?? []) {
      if (edge.to === from || before.has(edge.to)) continue;
      before.set(edge.to, key);
      if (edge.to === to) return wayBack(before, from, to);
      ahead.push(edge.to);
    }
  }
  return undefined;
}

function wayBack(before: ReadonlyMap<string, string>, from: string, to: string): string[] {
  const way = [to];
  for (let key = to; key !== from; ) {
    key = before.get(key) ?? from;
    way.unshift(key);
  }
  return way;
}

function partial(graph: Graph, way: readonly string[]): { from: string; to: string }[] {
  const name = (key: string | undefined) => {
    const summary = graph.nodes.get(key ?? "")?.summary;
    return summary === undefined ? (key ?? "") : labelOf(summary);
  };
  return way.slice(0, -1).map((key, index) => ({ from: name(key), to: name(way[index + 1]) }));
}
