import type { Graph, GraphNode } from "../graph/model/graph.ts";

/** Whether a declaration is a test: by its file, by `#[test]` or `@Test`, or inside of a module of tests. */
export function isTest(graph: Graph, node: GraphNode): boolean {
  for (
    let at: GraphNode | undefined = node;
    at;
    at = at.parent === undefined ? undefined : graph.node(at.parent)
  ) {
    if (at.role === "test") return true;
    if (at.kind === "module" && at.symbol?.name === "tests") return true;
    if (at.symbol?.attributes.some((text) => /^[@#]?\[?(?:cfg\()?[Tt]est\b/.test(text))) return true;
  }
  return false;
}
