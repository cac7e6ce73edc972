import type { Graph, GraphNode } from "../graph/model/graph.ts";

/**
 * A declaration's name without the namespace around it: the path next to it says where it is, and in C# or PHP the
 * namespace is most of the name.
 */
export function shortName(graph: Graph, node: GraphNode): string {
  let outer = node;
  for (let at = parentOf(graph, node); at && !isSpace(at); at = parentOf(graph, at)) outer = at;
  const { symbol } = outer;
  if (!symbol || outer.kind === "extension") return node.name;
  const space = symbol.qualifiedName.slice(0, -symbol.name.length);
  return space !== "" && symbol.qualifiedName.endsWith(symbol.name) && node.name.startsWith(space)
    ? node.name.slice(space.length)
    : node.name;
}

function parentOf(graph: Graph, { parent }: GraphNode): GraphNode | undefined {
  return parent === undefined ? undefined : graph.node(parent);
}

function isSpace({ kind }: GraphNode): boolean {
  return kind === "namespace" || kind === "module" || kind === "file";
}
