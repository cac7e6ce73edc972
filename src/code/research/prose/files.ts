import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { shortName } from "../names.ts";
import type { Sources } from "../sources.ts";

/** `path: 12-30 name, 45-60 name`, files in the order of their best. */
export function nodesByFile(graph: Graph, nodes: readonly GraphNode[], sources: Sources): string[] {
  const files = new Map<string, string[]>();
  for (const node of nodes) {
    const end = sources.endOf(node);
    const range = end > node.line ? `${node.line}-${end}` : `${node.line}`;
    files.set(node.path, [...(files.get(node.path) ?? []), `${range} ${shortName(graph, node)}`]);
  }
  return [...files].map(([path, names]) => `${path}: ${names.join(", ")}`);
}
