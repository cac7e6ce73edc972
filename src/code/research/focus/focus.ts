import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { type Finding, findingOf, type Research, sourceOf } from "../answer.ts";
import { nodeAt } from "../prose/seeds.ts";
import { callees } from "../relation/neighbours.ts";
import type { Focus, ResearchRequest } from "../request.ts";
import { architecture } from "./architecture.ts";
import { dependencyFocus, mostConnected } from "./dependencies.ts";
import { entryPointsOf, flowFocus } from "./flow.ts";
import { patternFocus } from "./patterns.ts";

/** One of the four ways to look at a repository, at what was named or at what the question finds. */
export async function focused(
  graph: Graph,
  request: ResearchRequest,
  focus: Focus,
  named: readonly GraphNode[],
): Promise<Research> {
  const { depth, onHop, query } = request;
  if (focus === "patterns") {
    await onHop(1, 0);
    return patternFocus(graph, query);
  }
  if (focus === "architecture") {
    await onHop(1, 0);
    return withHits(graph, architecture(graph), named);
  }
  const starts = named.length > 0 ? named : await hitNodes(graph, request, 3);
  const ids = starts.map(({ id }) => id);
  if (focus === "dependencies")
    return dependencyFocus(graph, ids.length > 0 ? ids : mostConnected(graph, 5), depth, onHop);
  await onHop(1, 0);
  const callable = ids.filter((id) => callees(graph)(graph.node(id)).length > 0);
  return flowFocus(graph, callable.length > 0 ? callable.slice(0, 3) : entryPointsOf(graph, 3), depth);
}

/** What was asked for by name comes before what the analysis adds. */
function withHits(graph: Graph, found: Research, named: readonly GraphNode[]): Research {
  return {
    ...found,
    findings: [...named.slice(0, 20).map((node) => hitFinding(graph, node)), ...found.findings],
  };
}

async function hitNodes(
  graph: Graph,
  { search, query, sources }: ResearchRequest,
  limit: number,
): Promise<GraphNode[]> {
  const found = new Map<number, GraphNode>();
  for (const hit of await search(query)) {
    const node = nodeAt(graph, hit, sources);
    if (node && node.kind !== "file") found.set(node.id, node);
    if (found.size >= limit) break;
  }
  return [...found.values()];
}

function hitFinding(graph: Graph, node: GraphNode): Finding {
  return findingOf(graph, node.id, { ...sourceOf(node), confidence: "exact" }, "references", 0, "direct hit");
}
