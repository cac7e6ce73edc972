import { byCodePoint } from "../../kernel/order.ts";
import { type Confidence, confidences } from "../graph/model/edge.ts";
import type { GraphNode } from "../graph/model/graph.ts";
import type { FileRole } from "../store/records.ts";

const roleOrder: readonly FileRole[] = ["source", "example", "generated", "vendored", "test", "docs", "data"];

/** Sources before examples, tests and mocks. */
export function roleRank({ role, path, name }: GraphNode): number {
  const isMock = /mock|stub|fake|dummy/i.test(name) || /mock|stub|fake/i.test(path);
  return roleOrder.indexOf(role) + (isMock ? roleOrder.length : 0);
}

export function confidenceRank(confidence: Confidence): number {
  return confidences.indexOf(confidence);
}

export function comparePlaces(a: GraphNode, b: GraphNode): number {
  return roleRank(a) - roleRank(b) || byCodePoint(a.path, b.path) || a.line - b.line || a.id - b.id;
}

export function byPlace(nodes: readonly GraphNode[]): GraphNode[] {
  return [...nodes].sort(comparePlaces);
}
