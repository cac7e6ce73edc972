import type { Edge, Graph, GraphNode } from "../../graph/model/graph.ts";
import { isTest } from "../roles.ts";

const maxClimb = 6;
/** What many call is called from everywhere: no single flow leads to it. */
const maxCallers = 6;

/**
 * The declarations through which the best ones are reached: from each its most likely caller, and so on, up to a
 * declaration that nothing calls. A requirement's callers are those of what fulfils it.
 */
export function leadingTo(
  graph: Graph,
  best: readonly GraphNode[],
  rank: ReadonlyMap<number, number>,
  most: number,
): GraphNode[] {
  const known = new Set(best.map(({ id }) => id));
  const found = new Map<number, GraphNode>();
  for (const node of best) {
    for (const above of climb(graph, node, rank, known)) {
      if (found.size >= most) return [...found.values()];
      known.add(above.id);
      found.set(above.id, above);
    }
  }
  return [...found.values()];
}

function climb(
  graph: Graph,
  start: GraphNode,
  rank: ReadonlyMap<number, number>,
  known: ReadonlySet<number>,
): GraphNode[] {
  const way: GraphNode[] = [];
  let id = start.id;
  while (way.length < maxClimb) {
    const callers = callersOf(graph, id);
    // Already among the steps: its own callers are looked for when its turn comes.
    if (callers.length > maxCallers || callers.some((caller) => known.has(caller.id))) break;
    const [next] = callers.sort((a, b) => (rank.get(b.id) ?? 0) - (rank.get(a.id) ?? 0) || a.id - b.id);
    if (!next || way.includes(next) || next.id === start.id) break;
    way.push(next);
    id = next.id;
  }
  return way;
}

function callersOf(graph: Graph, id: number): GraphNode[] {
  const required = graph.from(id).flatMap(({ kind, to }) => (kind === "overrides" ? [to] : []));
  const calls = [id, ...required].flatMap((each) => graph.to(each)).filter(isSureCall);
  const nodes = calls.map(({ from }) => graph.node(from)).filter((node) => isSource(graph, node));
  return [...new Map(nodes.filter((node) => node.id !== id).map((node) => [node.id, node])).values()];
}

function isSureCall({ kind, confidence }: Edge): boolean {
  return kind === "calls" && confidence !== "possible" && confidence !== "external";
}

function isSource(graph: Graph, node: GraphNode): boolean {
  return node.role === "source" && node.kind !== "file" && node.kind !== "external" && !isTest(graph, node);
}
