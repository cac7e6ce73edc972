import type { Edge, Graph, GraphNode } from "../../graph/model/graph.ts";
import { type ChainLink, type Finding, findingOf, linkOf, type Research } from "../answer.ts";
import { comparePlaces } from "../rank.ts";
import { callees } from "../relation/neighbours.ts";
import type { Step } from "../relation/traverse.ts";
import { isEntryPoint } from "./architecture.ts";

const maxLines = 120;
const maxSteps = 400;

/** What happens, in order: calls as they are written, entered one after the other down to the given depth. */
export function flowFocus(graph: Graph, starts: readonly number[], depth: number): Research {
  const flow = new Flow(graph, depth);
  for (const id of starts) flow.start(id);
  const more = flow.lines.length - maxLines;
  const overview = [
    starts.length === 0 ? "Nothing to start from was found." : "Order of calls, as written:",
    ...flow.lines.slice(0, maxLines),
    ...(more > 0 ? [`… ${more} more steps; ask with a smaller depth or a narrower start.`] : []),
  ].join("\n");
  const findings = [...flow.findings.values()].sort((a, b) => a.hop - b.hop);
  return { findings, chains: flow.chains, nodes: [...flow.nodes.values()], edges: [...flow.edges], overview };
}

/** Where a program begins, when the question does not say. */
export function entryPointsOf(graph: Graph, limit: number): number[] {
  const entries = graph.nodes().filter((node) => isEntryPoint(node) && node.role !== "test");
  return entries
    .sort(comparePlaces)
    .slice(0, limit)
    .map(({ id }) => id);
}

class Flow {
  readonly lines: string[] = [];
  readonly findings = new Map<number, Finding>();
  readonly chains: ChainLink[][] = [];
  readonly nodes = new Map<number, GraphNode>();
  readonly edges = new Set<Edge>();
  readonly #graph: Graph;
  readonly #depth: number;
  readonly #entered = new Set<number>();

  constructor(graph: Graph, depth: number) {
    this.#graph = graph;
    this.#depth = depth;
  }

  start(id: number): void {
    const node = this.#graph.node(id);
    this.nodes.set(id, node);
    this.lines.push(`${node.name} — ${node.path}:${node.line}`);
    this.#enter(node, 1, [linkOf(node)]);
  }

  #enter(node: GraphNode, hop: number, chain: readonly ChainLink[]): void {
    this.#entered.add(node.id);
    const steps = this.#stepsOf(node);
    if (hop > this.#depth || steps.length === 0) {
      if (chain.length > 1) this.chains.push([...chain]);
      return;
    }
    for (const step of steps) {
      if (this.lines.length >= maxSteps) return;
      this.#take(step, hop, chain);
    }
  }

  #take({ to, edge, relation, how }: Step, hop: number, chain: readonly ChainLink[]): void {
    const node = this.#graph.node(to);
    this.nodes.set(to, node);
    this.edges.add(edge);
    if (!this.findings.has(to)) this.findings.set(to, findingOf(this.#graph, to, edge, relation, hop, how));
    const seen = this.#entered.has(to) ? " (see above)" : "";
    const sure = edge.confidence === "exact" || edge.confidence === "inferred" ? "" : ` [${edge.confidence}]`;
    this.lines.push(`${"  ".repeat(hop)}→ ${node.name} — ${edge.path}:${edge.line}${sure}${seen}`);
    const longer = [...chain, linkOf(node, { path: edge.path, line: edge.line }, relation)];
    if (seen === "" && node.kind !== "external") this.#enter(node, hop + 1, longer);
    else this.chains.push(longer);
  }

  /** Each callee once, where it is first called. Names alone are left out: a flow of guesses misleads. */
  #stepsOf(node: GraphNode): Step[] {
    const seen = new Set<number>();
    const steps = callees(this.#graph)(node);
    return steps.filter(({ to, edge, how }) => {
      if (seen.has(to) || (edge.confidence === "possible" && how === undefined)) return false;
      seen.add(to);
      return true;
    });
  }
}
