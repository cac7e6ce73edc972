import type { Edge, Graph, GraphNode } from "../../graph/model/graph.ts";
import { type ChainLink, type Finding, findingOf, linkOf, type Relation } from "../answer.ts";
import { shortName } from "../names.ts";
import { comparePlaces, confidenceRank } from "../rank.ts";

/** One step from a node to another. */
export interface Step {
  readonly to: number;
  readonly edge: Edge;
  readonly relation: Relation;
  readonly how?: string;
  /** Names alone are shown but lead no further: what follows from a guess is noise. */
  readonly isEnd?: boolean;
  /** Nodes and edges that explain the step: the requirement that a call is dispatched through. */
  readonly through?: readonly Edge[];
}

export type Neighbours = (node: GraphNode) => readonly Step[];

/** Called before each hop; false stops the walk. */
export type OnHop = (hop: number, found: number) => Promise<boolean>;

export interface Walk {
  readonly findings: Finding[];
  readonly chains: ChainLink[][];
  readonly nodes: GraphNode[];
  readonly edges: Edge[];
}

/** A walk stops growing here: what is beyond is counted as left out by nobody's reading it anyway. */
const maxNodes = 4_000;

/**
 * Walks outward, one hop at a time, each node once at its smallest distance. Everything found with a smaller
 * depth is found with a larger one, in the same order.
 */
export async function walk(
  graph: Graph,
  starts: readonly number[],
  neighbours: Neighbours,
  depth: number,
  onHop: OnHop,
): Promise<Walk> {
  const tree = new Map<number, { before: number; finding: Finding }>();
  const given = new Set(starts);
  const visited = new Set(starts);
  const edges = new Set<Edge>();
  let frontier: readonly number[] = starts;
  for (let hop = 1; hop <= depth && frontier.length > 0 && visited.size < maxNodes; hop++) {
    if (!(await onHop(hop, tree.size))) break;
    const found = new Map<number, Reached>();
    for (const id of frontier) {
      for (const step of neighbours(graph.node(id))) {
        edges.add(step.edge);
        for (const edge of step.through ?? []) edges.add(edge);
        // Of several that were asked for, one may call another: `super.save()`.
        const isOther = hop === 1 && step.to !== id && !tree.has(step.to);
        if (isOther || !visited.has(step.to)) keepBest(found, id, step);
      }
    }
    const order = [...found].sort(([a, x], [b, y]) => compareReached(graph.node(a), x, graph.node(b), y));
    for (const [id, reached] of order) {
      visited.add(id);
      const isFirst = hop === 1 && starts.length === 1;
      const via = isFirst ? {} : { via: shortName(graph, graph.node(reached.before)) };
      tree.set(id, { before: reached.before, finding: { ...merged(graph, id, reached, hop), ...via } });
    }
    frontier = order.flatMap(([id, { steps }]) =>
      given.has(id) || steps.every((step) => step.isEnd) ? [] : [id],
    );
  }
  const shown = new Set([...starts, ...tree.keys(), ...[...edges].flatMap(({ from, to }) => [from, to])]);
  return {
    findings: [...tree.values()].map(({ finding }) => finding),
    chains: chainsOf(graph, starts, tree),
    nodes: [...shown].map((id) => graph.node(id)),
    edges: [...edges],
  };
}

interface Reached {
  readonly before: number;
  readonly steps: Step[];
  /** The surest of the steps, and of those the first in its file. */
  best: Step;
}

function keepBest(found: Map<number, Reached>, before: number, step: Step): void {
  const known = found.get(step.to);
  if (!known) {
    found.set(step.to, { before, steps: [step], best: step });
    return;
  }
  known.steps.push(step);
  if (isSurer(step, known.best)) known.best = step;
}

function isSurer({ edge: a }: Step, { edge: b }: Step): boolean {
  const difference = confidenceRank(a.confidence) - confidenceRank(b.confidence);
  return difference < 0 || (difference === 0 && a.line < b.line);
}

function compareReached(a: GraphNode, x: Reached, b: GraphNode, y: Reached): number {
  const certainty = ({ best }: Reached) => confidenceRank(best.edge.confidence);
  const isExternal = (node: GraphNode) => (node.kind === "external" ? 1 : 0);
  return (
    isExternal(a) - isExternal(b) || roleFirst(a, b) || certainty(x) - certainty(y) || comparePlaces(a, b)
  );
}

/** Sources before tests whatever the confidence: a guess in the product says more than a fact in a mock. */
function roleFirst(a: GraphNode, b: GraphNode): number {
  const isAside = (node: GraphNode) => (node.role === "source" || node.kind === "external" ? 0 : 1);
  return isAside(a) - isAside(b);
}

function merged(graph: Graph, id: number, { steps, best }: Reached, hop: number): Finding {
  const finding = findingOf(graph, id, best.edge, best.relation, hop, best.how);
  const lines = steps.flatMap(({ edge }) =>
    edge.path === best.edge.path && edge.line !== best.edge.line ? [edge.line] : [],
  );
  const also_at = [...new Set(lines)].sort((a, b) => a - b).slice(0, 20);
  return also_at.length === 0 ? finding : { ...finding, also_at };
}

/** Ways from the starts to what nothing was found beyond, the surest branch first at every fork. */
function chainsOf(
  graph: Graph,
  starts: readonly number[],
  tree: ReadonlyMap<number, { before: number; finding: Finding }>,
): ChainLink[][] {
  const after = new Map<number, number[]>();
  for (const [id, { before }] of tree) {
    const known = after.get(before);
    if (known) known.push(id);
    else after.set(before, [id]);
  }
  const given = new Set(starts);
  const chains: ChainLink[][] = [];
  const go = (id: number, chain: readonly ChainLink[]): void => {
    const next = after.get(id) ?? [];
    if (next.length === 0 && chain.length > 1) chains.push([...chain]);
    for (const each of next) {
      const { source, relation } = tree.get(each)?.finding ?? {};
      const longer = [...chain, linkOf(graph.node(each), source, relation)];
      // One start below another ends the chain: what is beyond it is shown from there.
      if (given.has(each)) chains.push(longer);
      else go(each, longer);
    }
  };
  for (const id of starts) go(id, [linkOf(graph.node(id))]);
  return chains;
}
