import type { EdgeKind } from "../../graph/model/edge.ts";
import type { Edge, Graph, GraphNode } from "../../graph/model/graph.ts";
import { typeKinds } from "../../languages/language.ts";
import { relationOf } from "../answer.ts";
import type { Neighbours, Step } from "./traverse.ts";

const callable = new Set([
  "function",
  "method",
  "initializer",
  "operator",
  "subscript",
  "deinitializer",
  "macro",
  "case",
]);
const types = new Set<string>([...typeKinds, "associatedtype"]);

export function isTypeNode({ kind }: GraphNode): boolean {
  return types.has(kind);
}

/** Who calls it: directly, by reference, through a requirement or base method, or by making one. */
export function callers(graph: Graph): Neighbours {
  return (node) => {
    const direct = calledAs(graph, node.id).flatMap((id) =>
      graph.to(id).flatMap((edge) => callerStep(graph, edge)),
    );
    return [...direct, ...dispatched(graph, node)];
  };
}

/** A type is called by calling one of its initializers. */
function calledAs(graph: Graph, id: number): number[] {
  if (!isTypeNode(graph.node(id))) return [id];
  return [
    id,
    ...graph
      .within(id)
      .filter((each) => graph.node(each).kind === "initializer" && isMemberOf(graph, each, id)),
  ];
}

function isMemberOf(graph: Graph, member: number, type: number): boolean {
  const { parent } = graph.node(member);
  return parent === type || (parent !== undefined && graph.node(parent).kind === "extension");
}

function callerStep(graph: Graph, edge: Edge, how?: string): Step[] {
  const isReference = edge.kind === "references" && callable.has(graph.node(edge.to).kind);
  if (edge.kind !== "calls" && !isReference) return [];
  return [
    {
      to: edge.from,
      edge,
      relation: edge.kind === "calls" ? "called_by" : "references",
      how,
      isEnd: edge.confidence === "possible" && how === undefined,
    },
  ];
}

/** Calls of what it overrides or fulfils may arrive here at run time. */
function dispatched(graph: Graph, node: GraphNode): Step[] {
  return graph.from(node.id).flatMap((override) => {
    if (override.kind !== "overrides") return [];
    const base = graph.node(override.to);
    return graph.to(base.id).flatMap((edge) =>
      callerStep(graph, edge, `dispatch through ${base.name}`).map((step) => ({
        ...step,
        edge: { ...edge, confidence: "possible" as const },
        through: [override],
      })),
    );
  });
}

/** What it calls; a requirement leads on to what fulfils it. */
export function callees(graph: Graph): Neighbours {
  return (node) => {
    const owners = isTypeNode(node) ? graph.within(node.id) : [node.id];
    const inside = new Set(owners);
    const calls = owners
      .flatMap((id) => graph.from(id))
      .filter(({ kind, to }) => kind === "calls" && !inside.has(to));
    const steps = calls.map(
      (edge): Step => ({ to: edge.to, edge, relation: "calls", isEnd: edge.confidence === "possible" }),
    );
    return [...inOrder(steps), ...fulfilments(graph, node)];
  };
}

function fulfilments(graph: Graph, node: GraphNode): Step[] {
  const overrides = graph.to(node.id).filter(({ kind }) => kind === "overrides");
  return overrides.map((edge) => ({
    to: edge.from,
    edge: { ...edge, confidence: "possible" },
    relation: "calls",
    how: `dispatch through ${node.name}`,
  }));
}

function inOrder(steps: readonly Step[]): Step[] {
  return [...steps].sort((a, b) => a.edge.line - b.edge.line);
}

/** Everything that names it, in any way. */
export function users(graph: Graph): Neighbours {
  return (node) => {
    const edges = calledAs(graph, node.id).flatMap((id) => graph.to(id));
    const named = edges.filter(({ kind }) => kind !== "overrides");
    return [...named.map((edge) => userStep(edge)), ...dispatched(graph, node)];
  };
}

/** Everything that names it or anything inside it. */
export function dependents(graph: Graph): Neighbours {
  return (node) => {
    const inside = new Set(isTypeNode(node) ? graph.within(node.id) : [node.id]);
    const edges = [...inside].flatMap((id) => graph.to(id)).filter(({ from }) => !inside.has(from));
    return [...edges.map((edge) => userStep(edge)), ...dispatched(graph, node)];
  };
}

function userStep(edge: Edge): Step {
  const relation = edge.kind === "calls" ? "called_by" : relationOf(edge.kind);
  return { to: edge.from, edge, relation, isEnd: edge.confidence === "possible" };
}

const dependencyKinds = new Set<EdgeKind>([
  "calls",
  "references",
  "conforms",
  "inherits",
  "extends",
  "imports",
]);

/** What it names, itself or anywhere inside it. */
export function dependencies(graph: Graph): Neighbours {
  return (node) => {
    const inside = new Set(node.kind === "external" ? [] : graph.within(node.id));
    const edges = [...inside].flatMap((id) => graph.from(id));
    return edges.flatMap((edge): Step[] => {
      if (!dependencyKinds.has(edge.kind) || inside.has(edge.to)) return [];
      return [{ to: edge.to, edge, relation: relationOf(edge.kind), isEnd: edge.confidence === "possible" }];
    });
  };
}

/** What a type conforms to and inherits from, its extensions included; what a method overrides. */
export function supertypes(graph: Graph): Neighbours {
  return (node) => {
    const own = [
      node.id,
      ...graph.to(node.id).flatMap(({ kind, from }) => (kind === "extends" ? [from] : [])),
    ];
    return own.flatMap((id) =>
      graph
        .from(id)
        .flatMap((edge): Step[] =>
          edge.kind === "conforms" || edge.kind === "inherits" || edge.kind === "overrides"
            ? [{ to: edge.to, edge, relation: relationOf(edge.kind), ...howOf(edge) }]
            : [],
        ),
    );
  };
}

function howOf({ kind, note }: Edge): { readonly how?: string } {
  const how = note ?? (kind === "overrides" ? "override" : undefined);
  return how === undefined ? {} : { how };
}
