import type { Graph } from "../../code/graph/model/graph.ts";
import { fileRoles } from "../../code/store/records.ts";
import { at } from "../../kernel/array.ts";
import { byCodePoint, sortedBy } from "../../kernel/order.ts";
import { isLeaf, type RequirementNode } from "../../trace/model/node.ts";
import type { Trace } from "../../trace/read/trace.ts";
import { countStates } from "../../trace/report/overview.ts";
import type { WorkItem } from "../work/item.ts";
import { moduleOf } from "./modules.ts";
import type { MapEdge, MapNode, ProjectMap } from "./shapes.ts";

export interface MapInputs {
  readonly trace: Pick<Trace, "graph" | "states">;
  readonly work: readonly WorkItem[];
  /** Undefined where the code is not indexed and too large to be read at once. */
  readonly code: Graph | undefined;
  readonly maxModules: number;
}

/** Specs, work and modules of code, with what connects them. Pure. */
export function buildMap({ trace, work, code, maxModules }: MapInputs): ProjectMap {
  const edges = new EdgeCounter();
  const works = work.map(workNode);
  const specs = specNodes(trace, new Set(work.flatMap(({ kind, id }) => (kind === "feature" ? [id] : []))));
  addPlanned(trace, work, edges);
  for (const item of work) addRelations(item, work, edges);
  const files = filesOf(trace, code);
  const module = moduleOf([...files.keys()], maxModules);
  addLinks(trace, work, module, edges);
  if (code !== undefined) addUses(code, module, edges);
  const nodes = [...specs, ...withCounts(trace, works, work), ...moduleNodes(files, module)];
  const known = new Set(nodes.map(({ id }) => id));
  return {
    nodes: sortedBy(nodes, ({ id }) => id),
    edges: edges.all().filter(({ from, to }) => known.has(from) && known.has(to)),
  };
}

const specId = ({ format, spec }: Pick<RequirementNode, "format" | "spec">) => `spec:${format}:${spec}`;
const workId = ({ kind, id }: Pick<WorkItem, "kind" | "id">) => `work:${kind}:${id}`;
const moduleId = (folder: string) => `module:${folder}`;

function workNode(item: WorkItem): MapNode {
  const { kind, id, label, state, path } = item;
  return { id: workId(item), kind: "work", label: id, native: label, path, work: { kind, state } };
}

/** A spec-kit feature is one document that is both: it is shown as the work. */
function specNodes({ graph, states }: MapInputs["trace"], features: ReadonlySet<string>): MapNode[] {
  const groups = groupBy(
    graph.nodes.filter(({ change, spec }) => change === undefined && !features.has(spec)),
    specId,
  );
  return [...groups].map(([id, nodes]) => {
    const [first] = nodes;
    return {
      id,
      kind: "spec" as const,
      label: first?.spec ?? id,
      native: first?.format,
      path: first?.file,
      ...countsOf(nodes, states),
    };
  });
}

function countsOf(nodes: readonly RequirementNode[], states: MapInputs["trace"]["states"]) {
  const leaves = nodes.filter(isLeaf).flatMap(({ address }) => states.get(address) ?? []);
  const requirements = nodes.filter(
    ({ parent, kind }) => parent === undefined && kind !== "outcome" && kind !== "story",
  ).length;
  return { requirements, states: countStates(leaves) };
}

/** Requirements of features, which have no node of their own. */
function withCounts(
  { graph, states }: MapInputs["trace"],
  nodes: readonly MapNode[],
  work: readonly WorkItem[],
): MapNode[] {
  return nodes.map((node, index) => {
    const item = at(work, index);
    if (item.kind !== "feature") return node;
    return {
      ...node,
      ...countsOf(
        graph.nodes.filter(({ spec }) => spec === item.id),
        states,
      ),
    };
  });
}

/** What active changes plan for specs. */
function addPlanned({ graph }: MapInputs["trace"], work: readonly WorkItem[], edges: EdgeCounter): void {
  const changes = new Map(
    work.filter(({ kind }) => kind === "change").map((item) => [item.id, workId(item)]),
  );
  for (const node of graph.nodes) {
    const from = node.change === undefined ? undefined : changes.get(node.change);
    if (from !== undefined && node.parent === undefined) edges.add(from, specId(node), "changes");
  }
}

function addRelations(item: WorkItem, work: readonly WorkItem[], edges: EdgeCounter): void {
  const named = (id: string) => work.find((other) => other.kind === item.kind && other.id === id);
  for (const id of item.overlaps) {
    const other = named(id);
    // Both say it; it is one edge.
    if (other && byCodePoint(item.id, other.id) < 0) edges.add(workId(item), workId(other), "overlaps");
  }
  for (const id of item.blocked_by) {
    const other = named(id);
    if (other) edges.add(workId(item), workId(other), "blocked_by");
  }
}

/** Tests and code that requirements are linked to. */
function addLinks(
  { states }: MapInputs["trace"],
  work: readonly WorkItem[],
  module: (path: string) => string,
  edges: EdgeCounter,
): void {
  const features = new Map(
    work.flatMap((item) => (item.kind === "feature" ? [[item.id, workId(item)] as const] : [])),
  );
  for (const { node, links } of states.values()) {
    if (node.change !== undefined) continue;
    const to = features.get(node.spec) ?? specId(node);
    for (const { link } of links) {
      const kind = link.test === undefined ? "implements" : "verifies";
      edges.add(moduleId(module(link.test?.file ?? link.file)), to, kind);
    }
  }
}

/** References between files of different modules. */
function addUses(code: Graph, module: (path: string) => string, edges: EdgeCounter): void {
  const { paths, starts } = code.columns;
  const modules = paths.map(module);
  const moduleOfNode: string[] = [];
  modules.forEach((folder, file) => {
    for (let node = at(starts, file); node < at(starts, file + 1); node++) moduleOfNode[node] = folder;
  });
  code.eachEdge((edge, from, to) => {
    const [source, target] = [moduleOfNode[from], moduleOfNode[to]];
    if (source === undefined || target === undefined || source === target) return;
    const confidence = code.confidenceOf(edge);
    if (confidence === "exact" || confidence === "inferred")
      edges.add(moduleId(source), moduleId(target), "uses");
  });
}

/** Files of code, and whether each is a test. */
function filesOf({ states }: MapInputs["trace"], code: Graph | undefined): Map<string, boolean> {
  const files = new Map<string, boolean>();
  code?.columns.paths.forEach((path, file) => {
    const role = at(fileRoles, at(code.columns.roles, file));
    if (role === "source" || role === "test") files.set(path, role === "test");
  });
  for (const { links } of states.values())
    for (const { link } of links) {
      const path = link.test?.file ?? link.file;
      if (!files.has(path)) files.set(path, link.test !== undefined);
    }
  return files;
}

function moduleNodes(files: ReadonlyMap<string, boolean>, module: (path: string) => string): MapNode[] {
  return [...groupBy([...files], ([path]) => module(path))].map(([folder, members]) => ({
    id: moduleId(folder),
    kind: "module" as const,
    label: folder,
    path: folder,
    files: members.length,
    tests: members.filter(([, isTest]) => isTest).length,
  }));
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Equal edges are one edge with a weight. */
class EdgeCounter {
  readonly #edges = new Map<string, MapEdge>();

  add(from: string, to: string, kind: MapEdge["kind"]): void {
    const key = `${from}\0${to}\0${kind}`;
    const edge = this.#edges.get(key);
    if (edge) edge.weight++;
    else this.#edges.set(key, { from, to, kind, weight: 1 });
  }

  all(): MapEdge[] {
    return sortedBy(this.#edges.values(), ({ from, to, kind }) => `${from}\0${to}\0${kind}`);
  }
}
