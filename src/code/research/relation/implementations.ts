import type { Edge, Graph } from "../../graph/model/graph.ts";
import { type ChainLink, type Finding, findingOf, linkOf, relationOf } from "../answer.ts";
import { comparePlaces, roleRank } from "../rank.ts";
import { isTypeNode } from "./neighbours.ts";
import type { Walk } from "./traverse.ts";

interface Reached {
  readonly id: number;
  readonly edge: Edge;
  readonly hop: number;
  readonly before: number;
  readonly how: string;
}

/**
 * Everything that conforms to a protocol, inherits from a class or fulfils a requirement, however indirectly:
 * in the type's own clause, by an extension in any file, through a protocol or class in between. Each once,
 * by the shortest way. Complete whatever the depth: "all implementations" is not a question of distance.
 */
export function implementations(graph: Graph, starts: readonly number[], classesOnly = false): Walk {
  const reached = new Map<number, Reached>();
  const edges = new Set<Edge>();
  let frontier = [...starts];
  for (let hop = 1; frontier.length > 0; hop++) {
    const next: number[] = [];
    for (const id of frontier) {
      for (const edge of below(graph, id)) {
        edges.add(edge);
        const owner = ownerOf(graph, edge.from);
        if (reached.has(owner) || starts.includes(owner)) continue;
        reached.set(owner, { id: owner, edge, hop, before: id, how: howOf(graph, edge, id, starts) });
        next.push(owner);
      }
    }
    frontier = next;
  }
  const all = [...reached.values()].filter(({ id }) => classesOnly || isImplementation(graph, id));
  all.sort((a, b) => inOrder(graph, a, b));
  const shown = new Set([...starts, ...reached.keys(), ...[...edges].flatMap(({ from, to }) => [from, to])]);
  return {
    findings: all.map((each) => finding(graph, each)),
    chains: all.map((each) => chainOf(graph, reached, each)),
    nodes: [...shown].map((id) => graph.node(id)),
    edges: [...edges],
  };
}

/** What the product has before what only tests have; within that the nearest first. */
function inOrder(graph: Graph, a: Reached, b: Reached): number {
  const [x, y] = [graph.node(a.id), graph.node(b.id)];
  return Math.sign(roleRank(x)) - Math.sign(roleRank(y)) || a.hop - b.hop || comparePlaces(x, y);
}

function below(graph: Graph, id: number): Edge[] {
  const edges = graph.to(id).filter(({ kind }) => {
    if (kind === "inherits" || kind === "overrides") return true;
    return kind === "conforms";
  });
  return edges.sort((a, b) => comparePlaces(graph.node(a.from), graph.node(b.from)) || a.line - b.line);
}

/** An extension speaks for the type that it extends; the type might be external. */
function ownerOf(graph: Graph, id: number): number {
  if (graph.node(id).kind !== "extension") return id;
  return graph.from(id).find(({ kind }) => kind === "extends")?.to ?? id;
}

/** A protocol that refines the asked one is a step on the way, not an implementation. */
function isImplementation(graph: Graph, id: number): boolean {
  const node = graph.node(id);
  return !(
    isTypeNode(node) &&
    (node.kind === "protocol" || node.kind === "interface" || node.kind === "trait")
  );
}

function howOf(graph: Graph, edge: Edge, before: number, starts: readonly number[]): string {
  const place =
    graph.node(edge.from).kind === "extension"
      ? "extension"
      : edge.kind === "overrides"
        ? "override"
        : "direct";
  const via = starts.includes(before) ? "" : ` via ${graph.node(before).name}`;
  return `${via === "" ? place : `inherited${via}`}${edge.note ? `, ${edge.note}` : ""}`;
}

function finding(graph: Graph, { id, edge, hop, how }: Reached): Finding {
  // What is above may be from outside; that this one is below it is written here.
  const confidence = edge.confidence === "external" ? "exact" : edge.confidence;
  return findingOf(graph, id, { ...edge, confidence }, relationOf(edge.kind), hop, how);
}

function chainOf(graph: Graph, reached: ReadonlyMap<number, Reached>, last: Reached): ChainLink[] {
  const chain: ChainLink[] = [];
  let id = last.id;
  for (let each: Reached | undefined = last; each; each = reached.get(id)) {
    chain.push(
      linkOf(graph.node(each.id), { path: each.edge.path, line: each.edge.line }, relationOf(each.edge.kind)),
    );
    id = each.before;
  }
  chain.push(linkOf(graph.node(id)));
  return chain.reverse();
}
