import { byCodePoint } from "../../../kernel/order.ts";
import { count } from "../../../kernel/text.ts";
import type { Graph, GraphNode } from "../../graph/graph.ts";
import { type Diagram, type Finding, findingOf, type Research, sourceOf } from "../answer.ts";
import { isTypeNode } from "../neighbours.ts";
import { comparePlaces } from "../rank.ts";
import { cyclesIn, type UnitEdge, unitEdges, unitOf } from "../units.ts";

interface Module {
  readonly name: string;
  readonly files: number;
  readonly types: number;
  readonly first: GraphNode;
}

const shownTypes = 15;
const shownBoundaries = 10;

/** Modules in layers, the types that most others lean on, and the protocols where modules meet. */
export function architecture(graph: Graph): Research {
  const modules = modulesOf(graph);
  const uses = unitEdges(graph, (id) => moduleName(graph.node(id), modules));
  const layers = layersOf([...modules.keys()], uses);
  const central = centralTypes(graph);
  const boundaries = boundariesOf(graph);
  const findings = [
    ...central.map(({ node, users }) => about(graph, node, `used by ${count(users, "other declaration")}`)),
    ...boundaries.map(({ node, modules: others }) =>
      about(graph, node, `boundary: implemented in ${others.join(", ")}`),
    ),
  ];
  const overview = [
    `${count(modules.size, "module")} in ${count(layers.length, "layer")}, from what others build on to what stands on top:`,
    ...layers.map(
      (layer, at) => `  ${at + 1}. ${layer.map((name) => described(modules.get(name), name)).join("; ")}`,
    ),
    ...cyclesIn(uses).map((group) => `  Cycle between modules: ${group.join(" ⇄ ")}`),
    ...(central.length > 0 ? ["Central types (used by the most other declarations):"] : []),
    ...central.map(
      ({ node, users }) =>
        `  ${node.kind} ${node.name} — ${count(users, "user")} — ${node.path}:${node.line}`,
    ),
    ...(boundaries.length > 0 ? ["Boundaries (protocols that other modules implement):"] : []),
    ...boundaries.map(
      ({ node, modules: others }) => `  ${node.name} — ${others.join(", ")} — ${node.path}:${node.line}`,
    ),
    ...entryPoints(graph),
  ].join("\n");
  return { findings, chains: [], nodes: [], edges: [], overview, diagram: diagramOf(modules, uses) };
}

function modulesOf(graph: Graph): Map<string, Module> {
  const found = new Map<string, Module>();
  for (const node of graph.nodes()) {
    if (node.path === "") continue;
    const known = found.get(node.module);
    const files = (known?.files ?? 0) + (node.kind === "file" ? 1 : 0);
    const types = (known?.types ?? 0) + (isTypeNode(node) && node.parent === undefined ? 1 : 0);
    found.set(node.module, { name: node.module, files, types, first: known?.first ?? node });
  }
  return found;
}

function moduleName(
  { module, path, role }: GraphNode,
  modules: ReadonlyMap<string, Module>,
): string | undefined {
  return path === "" || role === "docs" || !modules.has(module) ? undefined : module;
}

function described(module: Module | undefined, name: string): string {
  return module
    ? `${name || "(root)"} (${count(module.files, "file")}, ${count(module.types, "type")})`
    : name;
}

/** A module's layer is one above the highest that it uses; modules in a cycle share theirs. */
function layersOf(names: readonly string[], uses: readonly UnitEdge<string>[]): string[][] {
  const group = new Map<string, string>(names.map((name) => [name, name]));
  for (const cycle of cyclesIn(uses)) for (const name of cycle) group.set(name, cycle[0] ?? name);
  const level = new Map<string, number>();
  const levelOf = (name: string): number => {
    const known = level.get(name);
    if (known !== undefined) return known;
    level.set(name, 0);
    const below = uses.flatMap(({ from, to }) =>
      group.get(from) === name && group.get(to) !== name ? [levelOf(group.get(to) ?? to)] : [],
    );
    const own = below.length === 0 ? 0 : Math.max(...below) + 1;
    level.set(name, own);
    return own;
  };
  const layers: string[][] = [];
  for (const name of [...names].sort(byCodePoint)) {
    const at = levelOf(group.get(name) ?? name);
    layers[at] = [...(layers[at] ?? []), name];
  }
  return layers.filter((layer) => layer !== undefined);
}

function centralTypes(graph: Graph): { node: GraphNode; users: number }[] {
  const users = new Map<number, number>();
  for (const { to } of unitEdges(graph, (id) => unitFor(graph, id))) users.set(to, (users.get(to) ?? 0) + 1);
  return [...users]
    .map(([id, number]) => ({ node: graph.node(id), users: number }))
    .filter(({ node }) => isTypeNode(node) && node.role === "source")
    .sort((a, b) => b.users - a.users || comparePlaces(a.node, b.node))
    .slice(0, shownTypes);
}

function unitFor(graph: Graph, id: number): number | undefined {
  return graph.node(id).path === "" ? undefined : unitOf(graph, id);
}

function boundariesOf(graph: Graph): { node: GraphNode; modules: string[] }[] {
  const found: { node: GraphNode; modules: string[] }[] = [];
  for (const node of graph.nodes()) {
    if (node.kind !== "protocol" && node.kind !== "interface" && node.kind !== "trait") continue;
    if (node.role !== "source") continue;
    const conformers = graph.to(node.id).filter(({ kind }) => kind === "conforms");
    const others = conformers
      .map(({ from }) => graph.node(from))
      .filter(({ module, role }) => module !== node.module && role === "source");
    const modules = [...new Set(others.map(({ module }) => module))].sort(byCodePoint);
    if (modules.length > 0) found.push({ node, modules });
  }
  return found
    .sort((a, b) => b.modules.length - a.modules.length || comparePlaces(a.node, b.node))
    .slice(0, shownBoundaries);
}

function entryPoints(graph: Graph): string[] {
  const found = graph.nodes().filter(isEntryPoint).sort(comparePlaces).slice(0, 10);
  if (found.length === 0) return [];
  return ["Entry points:", ...found.map(({ name, path, line }) => `  ${name} — ${path}:${line}`)];
}

export function isEntryPoint({ symbol, kind, path }: GraphNode): boolean {
  if (kind === "file") return /(^|\/)main\.(swift|py|ts|js|go)$/.test(path);
  return symbol?.attributes.includes("@main") === true || (symbol?.name === "main" && kind === "function");
}

function about(graph: Graph, node: GraphNode, how: string): Finding {
  const source = { ...sourceOf(node), confidence: "exact" as const };
  return findingOf(graph, node.id, source, "references", 1, how);
}

function diagramOf(modules: ReadonlyMap<string, Module>, uses: readonly UnitEdge<string>[]): Diagram {
  return {
    nodes: [...modules.values()].map(({ name, first }) => ({
      id: name,
      symbol: name,
      kind: "module",
      source: { path: first.path, line: 1 },
    })),
    edges: [...uses]
      .sort((a, b) => b.weight - a.weight || byCodePoint(a.from, b.from) || byCodePoint(a.to, b.to))
      .map(({ from, to, weight, sample }) => ({
        from,
        to,
        kind: "references" as const,
        confidence: "exact" as const,
        source: { path: sample.path, line: sample.line },
        weight,
      })),
  };
}
