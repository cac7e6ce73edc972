import type { Edge, Graph, GraphNode } from "../../graph/model/graph.ts";
import { confidenceRank } from "../rank.ts";

/** A declaration in the order in which the code runs, with the call that leads to it. */
export interface FlowStep {
  readonly node: GraphNode;
  readonly depth: number;
  readonly from?: GraphNode;
  readonly call?: Edge;
}

const maxBetween = 3;

/**
 * The best declarations as one flow: what is on calls between two of them joins them, `above` leads to them from where
 * they begin, a caller comes before what it calls, calls in the order of their lines.
 */
export function flowOf(
  graph: Graph,
  best: readonly GraphNode[],
  maxSteps: number,
  above: readonly GraphNode[] = [],
): FlowStep[] {
  const chosen = new Map(best.slice(0, maxSteps).map((node) => [node.id, node]));
  for (const node of above) chosen.set(node.id, node);
  for (const between of joining(graph, best.slice(0, 8))) {
    if (chosen.size >= maxSteps + maxBetween + above.length) break;
    chosen.set(between.id, between);
  }
  const rank = new Map([...chosen.keys()].map((id, at) => [id, at]));
  const calls = new Map([...chosen.keys()].map((id) => [id, callsWithin(graph, id, chosen)]));
  const called = new Set([...calls.values()].flatMap((edges) => edges.map(({ to }) => to)));
  const order = [...chosen.values()].sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
  const roots = order.filter(({ id }) => !called.has(id));
  const steps: FlowStep[] = [];
  const seen = new Set<number>();
  const visit = (node: GraphNode, depth: number, from?: GraphNode, call?: Edge): void => {
    if (seen.has(node.id)) return;
    seen.add(node.id);
    steps.push({ node, depth, from, call });
    for (const edge of calls.get(node.id) ?? []) visit(graph.node(edge.to), depth + 1, node, edge);
  };
  // The tree that holds the best declaration comes first, then the others by their best one.
  for (const root of byBestBelow(roots, calls, rank)) visit(root, 0);
  for (const node of order) visit(node, 0);
  return steps;
}

function byBestBelow(
  roots: readonly GraphNode[],
  calls: ReadonlyMap<number, readonly Edge[]>,
  rank: ReadonlyMap<number, number>,
): GraphNode[] {
  const best = (id: number, seen: Set<number>): number => {
    if (seen.has(id)) return Number.POSITIVE_INFINITY;
    seen.add(id);
    const below = (calls.get(id) ?? []).map(({ to }) => best(to, seen));
    return Math.min(rank.get(id) ?? Number.POSITIVE_INFINITY, ...below);
  };
  return [...roots].sort((a, b) => best(a.id, new Set()) - best(b.id, new Set()));
}

/** Calls between chosen declarations, the first of each, in the order of their lines. */
function callsWithin(graph: Graph, id: number, chosen: ReadonlyMap<number, GraphNode>): Edge[] {
  const first = new Map<number, Edge>();
  for (const edge of nextEdges(graph, id)) {
    if (!chosen.has(edge.to) || edge.to === id) continue;
    const known = first.get(edge.to);
    if (!known || isBefore(edge, known)) first.set(edge.to, edge);
  }
  return [...first.values()].sort((a, b) => a.line - b.line);
}

function isBefore(a: Edge, b: Edge): boolean {
  return (confidenceRank(a.confidence) - confidenceRank(b.confidence) || a.line - b.line) < 0;
}

/** Calls, and from a requirement to what fulfils it. */
export function nextEdges(graph: Graph, id: number): Edge[] {
  const fulfilled = graph
    .to(id)
    .filter(({ kind, from }) => kind === "overrides" && graph.node(from).role === "source")
    .map((edge): Edge => ({ ...edge, from: id, to: edge.from, confidence: "possible" }));
  return [
    ...graph.from(id).filter(({ kind, confidence }) => kind === "calls" && confidence !== "external"),
    ...fulfilled,
  ];
}

/** Declarations on the shortest way (at most three calls) from one of the best to another. */
function joining(graph: Graph, best: readonly GraphNode[]): GraphNode[] {
  const goals = new Set(best.map(({ id }) => id));
  const found = new Map<number, GraphNode>();
  for (const { id: start } of best) {
    const before = new Map<number, number>();
    let frontier = [start];
    for (let length = 1; length <= maxBetween && frontier.length > 0; length++) {
      const next: number[] = [];
      for (const id of frontier) {
        for (const { to, confidence, kind } of nextEdges(graph, id)) {
          const node = graph.node(to);
          const isGuess = confidence === "possible" && !(kind === "overrides" && goals.has(to));
          if (before.has(to) || to === start || isGuess || node.role !== "source") continue;
          before.set(to, id);
          next.push(to);
          if (goals.has(to)) collect(graph, before, start, to, goals, found);
        }
      }
      frontier = next.slice(0, 400);
    }
  }
  return [...found.values()];
}

function collect(
  graph: Graph,
  before: ReadonlyMap<number, number>,
  start: number,
  end: number,
  goals: ReadonlySet<number>,
  found: Map<number, GraphNode>,
): void {
  for (let id = before.get(end); id !== undefined && id !== start; id = before.get(id)) {
    if (!goals.has(id)) found.set(id, graph.node(id));
  }
}
