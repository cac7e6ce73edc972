import type { Edge, Graph, GraphNode } from "../../graph/model/graph.ts";

const restart = 0.2;
const rounds = 25;
const maxNodes = 3_000;
const maxHops = 3;
/** A hub says little about what is next to it; more of its edges say less still. */
const maxEdges = 120;

const forward = 1;
const backward = 0.7;
const dispatch = 0.6;
const guess = 0.4;

/**
 * How near declarations are to some others: a random walk over calls, in both directions, that returns to where it
 * began again and again. What many paths lead to ranks high; what everything calls does not.
 */
export function rankByWalk(
  graph: Graph,
  seeds: ReadonlyMap<number, number>,
  isWanted: (node: GraphNode) => number,
): Map<number, number> {
  const steps = reachable(graph, seeds, isWanted);
  const total = [...seeds.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const start = new Map([...seeds].map(([id, weight]) => [id, weight / total]));
  let rank = new Map(start);
  for (let round = 0; round < rounds; round++) {
    const next = new Map<number, number>();
    for (const [id, weight] of start) next.set(id, restart * weight);
    for (const [id, weight] of rank) {
      const targets = steps.get(id) ?? [];
      // A dead end returns to where the walk began.
      if (targets.length === 0) {
        for (const [seed, share] of start) add(next, seed, (1 - restart) * weight * share);
        continue;
      }
      for (const { to, share } of targets) add(next, to, (1 - restart) * weight * share);
    }
    rank = next;
  }
  return rank;
}

interface Transition {
  readonly to: number;
  readonly share: number;
}

/** The transitions of every node that is near enough, each node's shares adding up to one. */
function reachable(
  graph: Graph,
  seeds: ReadonlyMap<number, number>,
  isWanted: (node: GraphNode) => number,
): Map<number, readonly Transition[]> {
  const steps = new Map<number, readonly Transition[]>();
  let frontier = [...seeds.keys()];
  for (let hop = 0; hop <= maxHops && frontier.length > 0; hop++) {
    const next = new Set<number>();
    for (const id of frontier) {
      if (steps.has(id) || steps.size >= maxNodes) continue;
      const weighted = transitions(graph, id, isWanted);
      steps.set(id, weighted);
      for (const { to } of weighted) if (!steps.has(to)) next.add(to);
    }
    frontier = [...next];
  }
  return steps;
}

function transitions(graph: Graph, id: number, isWanted: (node: GraphNode) => number): Transition[] {
  const weights = new Map<number, number>();
  const take = (edges: readonly Edge[], end: "from" | "to", isForward: boolean) => {
    for (const edge of edges.slice(0, maxEdges)) {
      const node = graph.node(edge[end]);
      const weight = edgeWeight(graph, edge, isForward);
      if (weight === 0 || node.id === id) continue;
      const known = weights.get(node.id) ?? 0;
      weights.set(
        node.id,
        Math.max(known, (weight * isWanted(node)) / Math.sqrt(1 + degree(graph, node.id))),
      );
    }
  };
  take(graph.from(id), "to", true);
  take(graph.to(id), "from", false);
  const sum = [...weights.values()].reduce((all, weight) => all + weight, 0);
  if (sum === 0) return [];
  return [...weights].map(([to, weight]) => ({ to, share: weight / sum }));
}

function edgeWeight(graph: Graph, { kind, confidence, to }: Edge, isForward: boolean): number {
  if (confidence === "external" || graph.node(to).kind === "external") return 0;
  const sure = confidence === "possible" ? guess : 1;
  if (kind === "calls") return (isForward ? forward : backward) * sure;
  if (kind === "overrides") return dispatch;
  return kind === "references" ? 0.3 * sure : 0;
}

function degree(graph: Graph, id: number): number {
  return graph.to(id).length;
}

function add(ranks: Map<number, number>, id: number, weight: number): void {
  ranks.set(id, (ranks.get(id) ?? 0) + weight);
}
