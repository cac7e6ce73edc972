import type { Edge, Graph, GraphNode } from "../../code/graph/model/graph.ts";
import type { DiscoveredTest } from "../tests/model.ts";

/** A function or method of product code. */
export interface CodeSymbol {
  readonly id: number;
  /** As answers show it: `BookingService.book(_:for:)`. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** Product code and what tests reach of it, by the symbol graph. */
export interface CodeMap {
  readonly symbols: readonly CodeSymbol[];
  /** Symbols that a test reaches, calls of calls included. */
  readonly reachOf: (test: DiscoveredTest) => ReadonlySet<number>;
}

const maxDepth = 3;
const callable: readonly string[] = ["function", "method", "initializer", "operator", "macro"];

export function codeMap(graph: Graph): CodeMap {
  const nodes = graph.nodes();
  const byFile = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    const list = byFile.get(node.path);
    if (list === undefined) byFile.set(node.path, [node]);
    else list.push(node);
  }
  const symbols = nodes
    .filter(({ kind, role }) => role === "source" && callable.includes(kind))
    .map(({ id, name, path, line }) => ({ id, name, file: path, line }));
  const reaches = new Map<DiscoveredTest, ReadonlySet<number>>();
  return {
    symbols,
    reachOf: (test) => {
      const known = reaches.get(test) ?? reachFrom(graph, byFile.get(test.file) ?? [], test);
      reaches.set(test, known);
      return known;
    },
  };
}

/** A call in the callback of a test belongs to the node of its file, so it is given to the test by its line. */
function reachFrom(graph: Graph, nodes: readonly GraphNode[], { range }: DiscoveredTest): Set<number> {
  const isInside = ({ line }: Edge) => line >= range.startLine && line <= range.endLine;
  let ahead = nodes.flatMap(({ id }) => graph.from(id)).filter((edge) => isInside(edge) && isFollowed(edge));
  const reached = new Set<number>();
  for (let depth = 0; depth < maxDepth && ahead.length > 0; depth++) {
    const fresh = ahead.map(({ to }) => to).filter((id) => !reached.has(id));
    for (const id of fresh) reached.add(id);
    ahead = [...new Set(fresh)].flatMap((id) => graph.from(id)).filter(isFollowed);
  }
  return reached;
}

function isFollowed({ kind, confidence }: Edge): boolean {
  return (confidence === "exact" || confidence === "inferred") && (kind === "calls" || kind === "references");
}
