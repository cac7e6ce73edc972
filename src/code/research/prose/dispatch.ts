import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { shortName } from "../names.ts";

/** Of all implementations of one requirement the best stands for all, with a note that says how many there are. */
export interface Dispatch {
  readonly nodes: readonly GraphNode[];
  /** For the one that stands for several: `one of 14 of Indexer.search()`. */
  readonly notes: ReadonlyMap<number, string>;
}

export function oncePerRequirement(graph: Graph, ranked: readonly GraphNode[]): Dispatch {
  const seen = new Set<number>();
  const notes = new Map<number, string>();
  const nodes = ranked.filter((node) => {
    const required = topmost(graph, node.id);
    if (required === undefined) return true;
    if (seen.has(required)) return false;
    seen.add(required);
    const all = implementersOf(graph, required);
    if (all > 1) notes.set(node.id, `one of ${all} of ${shortName(graph, graph.node(required))}`);
    return true;
  });
  return { nodes, notes };
}

/** The requirement or the base method that a declaration implements in the end. */
function topmost(graph: Graph, id: number): number | undefined {
  let top: number | undefined;
  const seen = new Set<number>([id]);
  for (let at: number | undefined = id; at !== undefined; ) {
    const next: number | undefined = graph.from(at).find(({ kind }) => kind === "overrides")?.to;
    if (next === undefined || seen.has(next) || graph.node(next).kind === "external") break;
    seen.add(next);
    top = next;
    at = next;
  }
  return top;
}

function implementersOf(graph: Graph, required: number): number {
  const found = new Set<number>();
  const open = [required];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { kind, from } of graph.to(id)) {
      if (kind !== "overrides" || found.has(from) || graph.node(from).role !== "source") continue;
      found.add(from);
      open.push(from);
    }
  }
  return found.size;
}
