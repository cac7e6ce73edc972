import type { Edge, Graph } from "../../graph/model/graph.ts";
import { type ChainLink, type Finding, findingOf, linkOf } from "../answer.ts";
import { callees } from "./neighbours.ts";
import type { Neighbours, Step, Walk } from "./traverse.ts";

const maxLength = 20;
const maxPaths = 5;

/** Shortest ways from some symbols to others along calls; guesses by name count only where nothing else leads there. */
export function pathsBetween(graph: Graph, starts: readonly number[], goals: readonly number[]): Walk {
  const all = callees(graph);
  const sure = waysBetween(graph, starts, goals, (node) => all(node).filter(({ isEnd }) => !isEnd));
  return describe(graph, sure.length > 0 ? sure : waysBetween(graph, starts, goals, all));
}

function waysBetween(
  graph: Graph,
  starts: readonly number[],
  goals: readonly number[],
  neighbours: Neighbours,
): Way[] {
  const goalSet = new Set(goals);
  const before = new Map<number, { id: number; step: Step }[]>();
  const distance = new Map(starts.map((id) => [id, 0]));
  let frontier = [...starts];
  const isReached = () => goals.some((id) => distance.has(id) && !starts.includes(id));
  for (let length = 1; length <= maxLength && frontier.length > 0 && !isReached(); length++) {
    const next: number[] = [];
    for (const id of frontier) {
      for (const step of [...neighbours(graph.node(id))].sort(surerFirst)) {
        const known = distance.get(step.to);
        if (known !== undefined && known < length) continue;
        if (known === undefined) {
          distance.set(step.to, length);
          next.push(step.to);
        }
        before.set(step.to, [...(before.get(step.to) ?? []), { id, step }]);
      }
    }
    frontier = next;
  }
  const ends = [...goalSet].filter((id) => distance.has(id) && !starts.includes(id));
  return ends.flatMap((id) => waysTo(id, before, new Set(starts), [])).slice(0, maxPaths);
}

type Way = { readonly start: number; readonly steps: readonly Step[] };

function waysTo(
  id: number,
  before: ReadonlyMap<number, readonly { id: number; step: Step }[]>,
  starts: ReadonlySet<number>,
  tail: readonly Step[],
): Way[] {
  if (starts.has(id)) return [{ start: id, steps: tail }];
  if (tail.length > maxLength) return [];
  const ways: Way[] = [];
  const seen = new Set<number>();
  for (const entry of before.get(id) ?? []) {
    if (seen.has(entry.id)) continue;
    seen.add(entry.id);
    ways.push(...waysTo(entry.id, before, starts, [entry.step, ...tail]));
    if (ways.length >= maxPaths) break;
  }
  return ways;
}

function surerFirst(a: Step, b: Step): number {
  const rank = (step: Step) =>
    step.edge.confidence === "exact" ? 0 : step.edge.confidence === "inferred" ? 1 : 2;
  return rank(a) - rank(b) || a.edge.line - b.edge.line;
}

function describe(graph: Graph, ways: readonly Way[]): Walk {
  const findings = new Map<number, Finding>();
  const edges = new Set<Edge>();
  const nodes = new Set<number>();
  const chains = ways.map(({ start, steps }): ChainLink[] => {
    nodes.add(start);
    return [
      linkOf(graph.node(start)),
      ...steps.map(({ to, edge, relation, how }, at) => {
        nodes.add(to);
        edges.add(edge);
        if (!findings.has(to)) findings.set(to, findingOf(graph, to, edge, relation, at + 1, how));
        return linkOf(graph.node(to), { path: edge.path, line: edge.line }, relation);
      }),
    ];
  });
  const sorted = [...findings.values()].sort((a, b) => a.hop - b.hop);
  return { findings: sorted, chains, nodes: [...nodes].map((id) => graph.node(id)), edges: [...edges] };
}
