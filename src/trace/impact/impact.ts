import type { Confidence } from "../../code/graph/model/edge.ts";
import type { Graph, GraphNode } from "../../code/graph/model/graph.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";

/** How sure it is that a test reaches a piece of code, best first. `executed`: a run measured it. */
export const paths = ["text", "record", "test", "executed", "exact", "inferred", "possible"] as const;
export type ImpactPath = (typeof paths)[number];

const maxDepth = 5;
const maxNodes = 20_000;

/** The tests that reach some symbols over the graph, with the weakest step on the best way. */
export function testsReaching(
  graph: Graph,
  starts: readonly GraphNode[],
  tests: readonly DiscoveredTest[],
): Map<string, Confidence> {
  const byFile = new Map<string, DiscoveredTest[]>();
  for (const test of tests) {
    const known = byFile.get(test.file);
    if (known === undefined) byFile.set(test.file, [test]);
    else known.push(test);
  }
  const found = new Map<string, Confidence>();
  const best = new Map<number, Confidence>(starts.map(({ id }) => [id, "exact"]));
  let ahead = [...best];
  for (let depth = 0; depth < maxDepth && ahead.length > 0 && best.size < maxNodes; depth++) {
    const next = new Map<number, Confidence>();
    for (const [id, known] of ahead) {
      for (const edge of graph.to(id)) {
        if (edge.kind !== "calls" && edge.kind !== "references") continue;
        const confidence = weaker(known, edge.confidence);
        for (const test of byFile.get(edge.path) ?? [])
          if (test.range.startLine <= edge.line && edge.line <= test.range.endLine)
            found.set(testId(test), better(found.get(testId(test)), confidence));
        const held = best.get(edge.from);
        if (held !== undefined && rank(held) <= rank(confidence)) continue;
        best.set(edge.from, confidence);
        next.set(edge.from, confidence);
      }
    }
    ahead = [...next];
  }
  return found;
}

const order: readonly Confidence[] = ["exact", "inferred", "possible"];

function rank(confidence: Confidence): number {
  const place = order.indexOf(confidence);
  return place < 0 ? order.length : place;
}

function weaker(a: Confidence, b: Confidence): Confidence {
  return rank(a) >= rank(b) ? a : b;
}

function better(a: Confidence | undefined, b: Confidence): Confidence {
  return a !== undefined && rank(a) <= rank(b) ? a : b;
}
