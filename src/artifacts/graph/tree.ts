import { byCodePoint } from "../../kernel/order.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { citedRule, ruleFailure } from "../model/faults.ts";
import { idKinds } from "../model/kinds.ts";
import type { Graph, GraphEdge, GraphNode } from "./graph.ts";
import type { ArtifactSummary, DependencyEdge, DependencyTree, TreeError, TreeNode } from "./summary.ts";

/**
 * The direct and transitive dependencies and dependents of an artifact, as flat lists and as trees. A missing
 * dependency is a flagged node; a cycle ends the traversal with the edges found so far.
 */
export function dependencyTree(graph: Graph, key: string): Result<DependencyTree> {
  const root = graph.nodes.get(key);
  if (root === undefined) throw new Error(`No node ${key} in the graph.`);
  const upstream = new Traversal(graph, root, "Upstream");
  const cycle = upstream.run();
  const downstream = new Traversal(graph, root, "Downstream");
  const loop = cycle ?? downstream.run();
  const tree: DependencyTree = {
    root: root.summary,
    upstream: ordered(upstream.edges),
    downstream: ordered(downstream.edges),
    aggregate: ordered([...upstream.edges, ...downstream.edges]),
    tree: { upstream: upstream.hierarchy(), downstream: downstream.hierarchy() },
    errors: upstream.errors,
  };
  return loop === undefined ? ok(tree) : cycleFailure(graph, loop, tree);
}

/** The cycles of the graph. Of cycles that share nodes one is reported; the others appear once it is fixed. */
export function allCycles(graph: Graph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  for (const key of [...graph.nodes.keys()].sort(byCodePoint)) {
    if (done.has(key)) continue;
    const cycle = findCycleAvoiding(graph, key, done);
    if (cycle !== undefined) cycles.push(cycle);
  }
  return cycles;
}

type Step = { readonly node: GraphNode; readonly edges: readonly Hop[]; next: number };
type Hop = { readonly to: string; readonly optional: boolean; readonly edge: GraphEdge | undefined };

/** A depth-first traversal along the edges or against them, without recursion: chains can be long. */
class Traversal {
  readonly edges: DependencyEdge[] = [];
  readonly errors: TreeError[] = [];
  readonly #graph: Graph;
  readonly #root: GraphNode;
  readonly #relation: "Upstream" | "Downstream";

  constructor(graph: Graph, root: GraphNode, relation: "Upstream" | "Downstream") {
    this.#graph = graph;
    this.#root = root;
    this.#relation = relation;
  }

  /** Collects edges; returns the keys of a cycle if there is one. An edge is recorded before it is followed. */
  run(): string[] | undefined {
    const done = new Set<string>();
    const onPath = new Map([[this.#root.key, 0]]);
    const path: Step[] = [this.#step(this.#root)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const hop = top.edges[top.next++];
      if (hop === undefined) {
        done.add(top.node.key);
        onPath.delete(top.node.key);
        path.pop();
        continue;
      }
      const other = this.#graph.nodes.get(hop.to);
      if (other === undefined) continue;
      this.#record(top.node, other, hop);
      const at = onPath.get(other.key);
      if (at !== undefined) return [...path.slice(at).map((step) => step.node.key), other.key];
      if (done.has(other.key)) continue;
      onPath.set(other.key, path.length);
      path.push(this.#step(other));
    }
    return undefined;
  }

  hierarchy(): TreeNode {
    return this.#branch(this.#root, false, new Set(), 0);
  }

  #branch(node: GraphNode, optional: boolean, expanded: Set<string>, depth: number): TreeNode {
    const { summary } = node;
    const common = {
      label: labelOf(summary),
      handle: summary.handle,
      path: summary.path,
      optional,
      status: summary.metadata["metadata_status"],
    };
    const hops = this.#hops(node);
    const hasMore = hops.length > 0 || undefined;
    if (expanded.has(node.key)) return { ...common, repeated: hasMore, children: [] };
    expanded.add(node.key);
    // Deeper than anyone reads, and still far from the limit of the call stack.
    if (depth >= maxDepth) return { ...common, cut: hasMore, children: [] };
    const children = hops.flatMap((hop) => {
      const other = this.#graph.nodes.get(hop.to);
      return other === undefined ? [] : [this.#branch(other, hop.optional, expanded, depth + 1)];
    });
    return { ...common, children };
  }

  #step(node: GraphNode): Step {
    return { node, edges: this.#hops(node), next: 0 };
  }

  #hops(node: GraphNode): Hop[] {
    if (this.#relation === "Upstream") {
      return node.edges.map((edge) => ({ to: edge.to, optional: edge.optional, edge }));
    }
    return (this.#graph.consumers.get(node.key) ?? []).map((key) => {
      const edge = this.#graph.nodes.get(key)?.edges.find((each) => each.to === node.key);
      return { to: key, optional: edge?.optional ?? false, edge };
    });
  }

  #record(node: GraphNode, other: GraphNode, hop: Hop): void {
    const [from, to] = this.#relation === "Upstream" ? [node, other] : [other, node];
    this.edges.push({ from: from.summary, to: to.summary, relation: this.#relation, optional: hop.optional });
    if (this.#relation === "Upstream") {
      const error = edgeError(node, hop);
      if (error !== undefined) this.errors.push(error);
    }
  }
}

const maxDepth = 1000;

/** What is wrong with an edge to a missing artifact. Optional edges have no error. */
function edgeError(node: GraphNode, hop: Hop): TreeError | undefined {
  const stored = hop.edge?.stored;
  if (stored === undefined || stored.target.type === "remote") return undefined;
  const { target, ref, key } = stored;
  const at = {
    from: node.summary.handle ?? node.key,
    ref,
    path: node.summary.path ?? node.key,
    line: node.artifact?.source.lineOf(key) ?? 1,
  };
  if (target.type === "invalid")
    return { code: target.code, message: target.message, ...at, ...citedRule("no_handles") };
  if (target.exists || hop.optional) return undefined;
  const message = `\`${ref}\` of ${at.from} leads to \`${target.path}\`, which does not exist.`;
  const remove =
    key === "dependencies" ? "remove_dependency" : key === "references" ? "remove_reference" : undefined;
  const rule =
    key === "target"
      ? "target"
      : key === "spec"
        ? "one_spec"
        : key === "references"
          ? "references"
          : "spec_dependencies";
  return {
    code: "dependency_missing",
    message,
    ...at,
    ...citedRule(rule),
    ops: remove && [{ op: remove, ref }],
  };
}

export function labelOf(summary: ArtifactSummary): string {
  const kind = { Specification: "spec", Implementation: "impl", ScratchPad: "scratch" }[summary.id.kind];
  return `${kind} ${summary.id.name}${summary.version === null ? "" : `@${summary.version}`}`;
}

function ordered(edges: readonly DependencyEdge[]): DependencyEdge[] {
  const keyed = new Map<string, DependencyEdge>();
  for (const edge of edges) keyed.set(edgeKey(edge), edge);
  return [...keyed].sort(([a], [b]) => byCodePoint(a, b)).map(([, edge]) => edge);
}

function edgeKey({ from, to, relation, optional }: DependencyEdge): string {
  const part = (summary: ArtifactSummary) =>
    `${idKinds.indexOf(summary.id.kind)}\u0001${summary.id.name}\u0001${summary.metadata["locator"] ?? ""}`;
  return [part(from), part(to), relation, optional ? "1" : "0"].join("\u0002");
}

function cycleFailure(graph: Graph, cycle: readonly string[], partial: DependencyTree): Result<never> {
  const names = cycle.map((key) => graph.nodes.get(key)?.summary.handle ?? key);
  return ruleFailure(
    "dependency_mapping_services",
    "acyclic",
    "dependency_cycle",
    `The dependencies form a cycle: ${names.join(" → ")}.`,
    cycleRemedy(graph, cycle),
    { artifact: names[0] ?? "", details: { cycle: names, partial_tree: partial, ...cycleOps(graph, cycle) } },
  );
}

function cycleRemedy(graph: Graph, cycle: readonly string[]): string {
  const last = graph.nodes.get(cycle.at(-2) ?? "");
  return `Remove one of these dependencies, for example the last one, in ${last?.summary.path ?? "its file"}.`;
}

/** The op list that breaks the cycle at its last edge, if that edge can be removed. */
function cycleOps(graph: Graph, cycle: readonly string[]): { ops?: unknown[]; ops_locator?: string } {
  const last = graph.nodes.get(cycle.at(-2) ?? "");
  const edge = last?.edges.find((each) => each.to === cycle.at(-1));
  if (last?.summary.handle === undefined || edge === undefined) return {};
  const { key, ref } = edge.stored;
  if (key !== "dependencies" && key !== "references") return {};
  const op = key === "dependencies" ? "remove_dependency" : "remove_reference";
  return { ops: [{ op, ref }], ops_locator: last.summary.handle };
}

function findCycleAvoiding(graph: Graph, start: string, done: Set<string>): string[] | undefined {
  const path: { key: string; next: number }[] = [{ key: start, next: 0 }];
  const onPath = new Set([start]);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const edge = graph.nodes.get(top.key)?.edges[top.next++];
    if (edge === undefined) {
      done.add(top.key);
      onPath.delete(top.key);
      path.pop();
    } else if (onPath.has(edge.to)) {
      const cycle = path.slice(path.findIndex((step) => step.key === edge.to)).map((step) => step.key);
      for (const step of path) done.add(step.key);
      return [...cycle, edge.to];
    } else if (!done.has(edge.to)) {
      onPath.add(edge.to);
      path.push({ key: edge.to, next: 0 });
    }
  }
  return undefined;
}
