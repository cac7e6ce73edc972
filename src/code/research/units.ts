import type { EdgeKind } from "../graph/model/edge.ts";
import type { Edge, Graph, GraphNode } from "../graph/model/graph.ts";

/** Who uses whom, one step above single functions: top-level types and functions, or modules. */
export interface UnitEdge<T> {
  readonly from: T;
  readonly to: T;
  readonly weight: number;
  /** The first place that says so. */
  readonly sample: Edge;
}

const useKinds = new Set<EdgeKind>(["calls", "references", "conforms", "inherits"]);

/** The top-level declaration that a node belongs to; an extension belongs to what it extends. */
export function unitOf(graph: Graph, id: number): number {
  let top = id;
  for (let node: GraphNode = graph.node(id); node.parent !== undefined; node = graph.node(node.parent)) {
    top = node.parent;
  }
  if (graph.node(top).kind !== "extension") return top;
  const extended = graph.from(top).find(({ kind }) => kind === "extends")?.to;
  return extended === undefined || extended === top ? top : unitOf(graph, extended);
}

/** Edges between groups of nodes; guesses and what is not ours do not count. */
export function unitEdges<T>(graph: Graph, groupOf: (id: number) => T | undefined): UnitEdge<T>[] {
  const found = new Map<T, Map<T, { weight: number; sample: Edge }>>();
  const groups: (T | undefined)[] = [];
  const knownGroup = (id: number): T | undefined => {
    if (!(id in groups)) groups[id] = groupOf(id);
    return groups[id];
  };
  graph.eachEdge((at, start, end) => {
    const confidence = graph.confidenceOf(at);
    if (!useKinds.has(graph.kindOf(at)) || confidence === "possible" || confidence === "external") return;
    const from = knownGroup(start);
    const to = knownGroup(end);
    if (from === undefined || to === undefined || from === to) return;
    const row = found.get(from) ?? new Map<T, { weight: number; sample: Edge }>();
    found.set(from, row);
    const cell = row.get(to);
    if (cell) cell.weight++;
    else row.set(to, { weight: 1, sample: graph.edge(at) });
  });
  return [...found].flatMap(([from, row]) => [...row].map(([to, cell]) => ({ from, to, ...cell })));
}

/** Groups that reach each other (strongly connected), largest first. Tarjan's way, without recursion. */
export function cyclesIn<T>(edges: readonly { readonly from: T; readonly to: T }[]): T[][] {
  const next = new Map<T, T[]>();
  for (const { from, to } of edges) {
    next.set(from, [...(next.get(from) ?? []), to]);
    if (!next.has(to)) next.set(to, []);
  }
  const index = new Map<T, number>();
  const low = new Map<T, number>();
  const stack: T[] = [];
  const open = new Set<T>();
  const groups: T[][] = [];
  const enter = (node: T) => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    open.add(node);
    return { node, at: 0 };
  };
  for (const root of next.keys()) {
    if (index.has(root)) continue;
    const work = [enter(root)];
    for (let top = work.at(-1); top; top = work.at(-1)) {
      const child = next.get(top.node)?.[top.at++];
      if (child !== undefined) {
        if (!index.has(child)) work.push(enter(child));
        else if (open.has(child)) lower(low, top.node, index.get(child) ?? 0);
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent) lower(low, parent.node, low.get(top.node) ?? 0);
      if (low.get(top.node) !== index.get(top.node)) continue;
      const group: T[] = [];
      for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
        open.delete(node);
        group.push(node);
        if (node === top.node) break;
      }
      if (group.length > 1) groups.push(group.reverse());
    }
  }
  return groups.sort((a, b) => b.length - a.length);
}

function lower<T>(low: Map<T, number>, node: T, value: number): void {
  low.set(node, Math.min(low.get(node) ?? value, value));
}
