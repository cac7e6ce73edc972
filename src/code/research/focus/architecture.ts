import { byCodePoint } from "../../../kernel/order.ts";
import { count } from "../../../kernel/text.ts";
import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { moduleName } from "../../graph/targets/target.ts";
import { type Diagram, type Finding, findingOf, type Research, sourceOf } from "../answer.ts";
import { comparePlaces } from "../rank.ts";
import { isTypeNode } from "../relation/neighbours.ts";
import { cyclesIn, type UnitEdge, unitEdges, unitOf } from "../units.ts";
import { type Part, Parts } from "./parts.ts";

const shownTypes = 15;
const shownBoundaries = 10;
const shownInLayer = 12;
const shownUnused = 10;

/** Parts in layers, the types that most others lean on, and the protocols where parts meet. */
export function architecture(graph: Graph): Research {
  const parts = new Parts(graph);
  const uses = unitEdges(graph, (id) => parts.of(id));
  const layers = layersOf([...parts.all.keys()], uses);
  const central = centralTypes(graph);
  const boundaries = boundariesOf(graph, parts);
  const findings = [
    ...central.map(({ node, users }) => about(graph, node, `used by ${count(users, "other declaration")}`)),
    ...boundaries.map(({ node, parts: others }) =>
      about(graph, node, `boundary: implemented in ${others.join(", ")}`),
    ),
  ];
  const overview = [
    `${count(parts.all.size, "module")} in ${count(layers.length, "layer")}, from what others build on to the top:`,
    ...layers.map((layer, at) => `  ${at + 1}. ${layerText(parts, layer)}`),
    ...cyclesIn(uses).map((group) => `  Cycle between modules: ${listed(group, " ⇄ ", shownInLayer)}`),
    ...declared(graph, uses),
    ...(central.length > 0 ? ["Central types (used by the most other declarations):"] : []),
    ...central.map(
      ({ node, users }) =>
        `  ${node.kind} ${node.name} — ${count(users, "user")} — ${node.path}:${node.line}`,
    ),
    ...(boundaries.length > 0 ? ["Boundaries (protocols that other modules implement):"] : []),
    ...boundaries.map(
      ({ node, parts: others }) =>
        `  ${node.name} — ${listed(others, ", ", shownInLayer)} — ${node.path}:${node.line}`,
    ),
    ...entryPoints(graph),
  ].join("\n");
  return { findings, chains: [], nodes: [], edges: [], overview, diagram: diagramOf(parts.all, uses) };
}

/** What the product is made of before tests and examples. */
function layerText(parts: Parts, layer: readonly string[]): string {
  const rank = (name: string) => (parts.all.get(name)?.isAside ? 1 : 0);
  const sorted = [...layer].sort((a, b) => rank(a) - rank(b) || byCodePoint(a, b));
  return listed(
    sorted.map((name) => described(parts.all.get(name), name)),
    "; ",
    shownInLayer,
  );
}

function listed(names: readonly string[], separator: string, most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(separator)}${more > 0 ? `${separator}… ${more} more` : ""}`;
}

/** What manifests say beyond what the code shows: dependencies between targets that no line uses. */
function declared(graph: Graph, uses: readonly UnitEdge<string>[]): string[] {
  const targets = graph.targets();
  if (targets.length === 0) return [];
  const names = new Set(targets.map(({ name }) => name));
  const used = new Set(uses.map(({ from, to }) => `${from}\0${to}`));
  const pairs = targets.flatMap(({ name, kind, dependencies }) =>
    kind === "plugin" ? [] : dependencies.map((other) => [name, moduleName(other)] as const),
  );
  const unused = pairs.filter(([from, to]) => names.has(to) && !used.has(`${from}\0${to}`));
  const manifests = [...new Set(targets.map(({ manifest }) => manifest))];
  return [
    `${count(targets.length, "target")} declared in ${listed(manifests, ", ", 5)}.`,
    ...(unused.length > 0
      ? [
          `Declared as a dependency, but nothing of it is named (it may be re-exported or only linked): ${listed(
            unused.map(([from, to]) => `${from} → ${to}`),
            ", ",
            shownUnused,
          )}`,
        ]
      : []),
  ];
}

function described(part: Part | undefined, name: string): string {
  return part ? `${name} (${count(part.files, "file")}, ${count(part.types, "type")})` : name;
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

function boundariesOf(graph: Graph, parts: Parts): { node: GraphNode; parts: string[] }[] {
  const found: { node: GraphNode; parts: string[] }[] = [];
  for (const node of graph.nodes()) {
    if (node.kind !== "protocol" && node.kind !== "interface" && node.kind !== "trait") continue;
    if (node.role !== "source") continue;
    const conformers = graph.to(node.id).filter(({ kind }) => kind === "conforms");
    const own = parts.of(node.id);
    const others = conformers.flatMap(({ from }) => {
      const part = graph.node(from).role === "source" ? parts.of(from) : undefined;
      return part === undefined || part === own ? [] : [part];
    });
    const names = [...new Set(others)].sort(byCodePoint);
    if (names.length > 0) found.push({ node, parts: names });
  }
  return found
    .sort((a, b) => b.parts.length - a.parts.length || comparePlaces(a.node, b.node))
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

function diagramOf(parts: ReadonlyMap<string, Part>, uses: readonly UnitEdge<string>[]): Diagram {
  return {
    nodes: [...parts.values()].map(({ name, first }) => ({
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
