import { count } from "../../../kernel/text.ts";
import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import type { Research } from "../answer.ts";
import { comparePlaces } from "../rank.ts";
import { dependencies, dependents } from "../relation/neighbours.ts";
import { type OnHop, walk } from "../relation/traverse.ts";
import { cyclesIn, unitEdges, unitOf } from "../units.ts";

const shownCycles = 8;

/** What the symbols need, who needs them, and where it goes round in a circle. */
export async function dependencyFocus(
  graph: Graph,
  starts: readonly number[],
  depth: number,
  onHop: OnHop,
): Promise<Research> {
  const needs = await walk(graph, starts, dependencies(graph), depth, onHop);
  const needed = await walk(graph, starts, dependents(graph), 1, onHop);
  const cycles = cyclesAround(graph, starts);
  const outside = needs.findings.filter(({ kind }) => kind === "external");
  const inside = needs.findings.filter(({ kind }) => kind !== "external");
  const names = starts.map((id) => graph.node(id).name);
  const overview = [
    `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}: depends on ${count(inside.length, "declaration")} here and ${count(outside.length, "name")} from outside; directly needed by ${count(needed.findings.length, "declaration")}.`,
    ...(outside.length > 0
      ? [
          `Outside: ${outside
            .slice(0, 20)
            .map(({ symbol }) => symbol)
            .join(", ")}${outside.length > 20 ? ", …" : ""}`,
        ]
      : []),
    ...(cycles.length === 0 ? ["No cycle goes through it."] : ["Cycles:"]),
    ...cycles
      .slice(0, shownCycles)
      .map((cycle) => `  ${cycle.map(({ name }) => name).join(" → ")} → ${cycle[0]?.name ?? ""}`),
  ].join("\n");
  const findings = [...needs.findings, ...needed.findings].sort((a, b) => a.hop - b.hop);
  const nodes = [...new Map([...needs.nodes, ...needed.nodes].map((node) => [node.id, node])).values()];
  return {
    findings,
    chains: needs.chains,
    nodes,
    edges: [...new Set([...needs.edges, ...needed.edges])],
    overview,
  };
}

/** Cycles of top-level declarations that one of the symbols is part of; all of them when none is given. */
function cyclesAround(graph: Graph, starts: readonly number[]): GraphNode[][] {
  const own = new Set(starts.map((id) => unitOf(graph, id)));
  const uses = unitEdges(graph, (id) => (graph.node(id).path === "" ? undefined : unitOf(graph, id)));
  const cycles = cyclesIn(uses).filter((group) => own.size === 0 || group.some((id) => own.has(id)));
  return cycles.map((group) => shortest(group, uses, own).map((id) => graph.node(id)));
}

/** A large knot is shown by one shortest way round through what was asked for. */
function shortest(
  group: readonly number[],
  uses: readonly { from: number; to: number }[],
  own: ReadonlySet<number>,
): number[] {
  const inside = new Set(group);
  const start = group.find((id) => own.has(id)) ?? group[0] ?? 0;
  const next = new Map<number, number[]>();
  for (const { from, to } of uses) {
    if (inside.has(from) && inside.has(to)) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const before = new Map<number, number>();
  const open = [start];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    for (const to of next.get(id) ?? []) {
      if (to === start) return back(before, start, id);
      if (before.has(to)) continue;
      before.set(to, id);
      open.push(to);
    }
  }
  return [...group];
}

function back(before: ReadonlyMap<number, number>, start: number, last: number): number[] {
  const way = [last];
  for (let id = last; id !== start; ) {
    const previous = before.get(id);
    if (previous === undefined) break;
    way.push(previous);
    id = previous;
  }
  return way.reverse();
}

/** Without a symbol the whole repository is meant: the declarations that hold most of it together. */
export function mostConnected(graph: Graph, limit: number): number[] {
  const degree = new Map<number, number>();
  for (const { from, to } of unitEdges(graph, (id) =>
    graph.node(id).path === "" ? undefined : unitOf(graph, id),
  )) {
    degree.set(from, (degree.get(from) ?? 0) + 1);
    degree.set(to, (degree.get(to) ?? 0) + 1);
  }
  return [...degree]
    .filter(([id]) => graph.node(id).role === "source")
    .sort(([a, x], [b, y]) => y - x || comparePlaces(graph.node(a), graph.node(b)))
    .slice(0, limit)
    .map(([id]) => id);
}
