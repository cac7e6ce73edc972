import type { Edge, Graph, GraphNode } from "../graph/model/graph.ts";
import { comparePlaces, confidenceRank } from "./rank.ts";
import { callees, callers, supertypes } from "./relation/neighbours.ts";
import type { Neighbours } from "./relation/traverse.ts";

const most = 40;

/** The direct neighborhood of one symbol. */
export interface SymbolContext {
  readonly callers: readonly Edge[];
  readonly callees: readonly Edge[];
  readonly supertypes: readonly Edge[];
  readonly subtypes: readonly Edge[];
  readonly tests: readonly Edge[];
}

export function symbolContext(graph: Graph, node: GraphNode): SymbolContext {
  const inward = edgesOf(graph, node, callers(graph), "from");
  const isTest = ({ from }: Edge) => graph.node(from).role === "test";
  const below = graph
    .to(node.id)
    .filter(({ kind }) => kind === "conforms" || kind === "inherits" || kind === "overrides");
  return {
    callers: inward.filter((edge) => !isTest(edge)).slice(0, most),
    callees: edgesOf(graph, node, callees(graph), "to").slice(0, most),
    supertypes: edgesOf(graph, node, supertypes(graph), "to").slice(0, most),
    subtypes: ranked(graph, below, "from").slice(0, most),
    tests: inward.filter(isTest).slice(0, most),
  };
}

/** Every edge that ends at one of the symbols, sure ones of sources first. */
export function references(graph: Graph, nodes: readonly GraphNode[]): Edge[] {
  return ranked(
    graph,
    nodes.flatMap(({ id }) => graph.to(id)),
    "from",
  );
}

function edgesOf(graph: Graph, node: GraphNode, neighbours: Neighbours, end: "from" | "to"): Edge[] {
  const seen = new Set<number>();
  const edges = neighbours(node).map(({ edge }) => edge);
  return ranked(graph, edges, end).filter((edge) => (seen.has(edge[end]) ? false : seen.add(edge[end])));
}

function ranked(graph: Graph, edges: readonly Edge[], end: "from" | "to"): Edge[] {
  return [...edges].sort(
    (a, b) =>
      confidenceRank(a.confidence) - confidenceRank(b.confidence) ||
      comparePlaces(graph.node(a[end]), graph.node(b[end])) ||
      a.line - b.line,
  );
}
