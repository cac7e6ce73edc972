import type { Confidence, EdgeKind } from "../graph/model/edge.ts";
import type { Edge, Graph, GraphNode } from "../graph/model/graph.ts";
import { kindName } from "../kind-name.ts";
import { shortName } from "./names.ts";

export interface Source {
  readonly path: string;
  readonly line: number;
}

/** What an answer may say: `overrides` is shown as `inherits`, and `how` says which of both it is. */
export type Relation = Exclude<EdgeKind, "overrides"> | "called_by";

export function relationOf(kind: EdgeKind): Exclude<Relation, "called_by"> {
  return kind === "overrides" ? "inherits" : kind;
}

export interface Finding {
  readonly symbol: string;
  readonly kind: string;
  /** Where the relation is written. */
  readonly source: Source;
  readonly signature?: string;
  readonly relation: Relation;
  readonly hop: number;
  readonly confidence: Confidence;
  /** Where the symbol itself is declared. */
  readonly declared?: Source;
  /** How it came about, or why it is only possible: `extension`, `via Q`, `where T: P`, `dispatch through Store.save()`. */
  readonly how?: string;
  /** Further lines of the same file that say the same. */
  readonly also_at?: readonly number[];
  /** The lines of the declaration, where it is in the file that `source` names: `316-495`. */
  readonly range?: string;
  /** The line that `source` names. */
  readonly text?: string;
  /** The declaration before it on the way from what was asked for; absent at the first hop. */
  readonly via?: string;
  readonly node: number;
}

export interface ChainLink {
  readonly symbol: string;
  readonly source: Source;
  /** How the link before leads here; the first has none. */
  readonly relation?: Relation | undefined;
}

/** What a way of answering gives; limits and shapes are applied in one place. */
export interface Research {
  readonly findings: readonly Finding[];
  readonly chains: readonly (readonly ChainLink[])[];
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly Edge[];
  readonly overview: string;
  /** Where completeness is what was asked for, more findings than usual are shown. */
  readonly maxFindings?: number;
  /** Nodes and edges that are not symbols of the graph, such as modules. */
  readonly diagram?: Diagram;
  readonly more?: More;
}

/** What an answer in prose has besides its steps. Each line names file and lines. */
export interface More {
  /** Numbered lines of code that decide. */
  readonly excerpts?: readonly Excerpt[];
  /** Further declarations near the question, by file. */
  readonly related?: readonly string[];
  readonly tests?: readonly string[];
  readonly documents?: readonly string[];
}

export interface Excerpt {
  readonly path: string;
  /** `208<tab>filtered = []`, a line each. */
  readonly lines: string;
}

export interface Diagram {
  readonly nodes: readonly { id: string; symbol: string; kind: string; source: Source }[];
  readonly edges: readonly {
    from: string;
    to: string;
    kind: Exclude<Relation, "called_by">;
    confidence: Confidence;
    source: Source;
    weight?: number;
  }[];
}

export interface Answer {
  readonly findings: readonly Omit<Finding, "node">[];
  readonly chains: readonly (readonly ChainLink[])[];
  readonly graph: Diagram;
  readonly overview: string;
  readonly more: More;
  readonly left_out: {
    readonly findings: number;
    readonly chains: number;
    readonly nodes: number;
    readonly edges: number;
  };
}

const limits = { findings: 200, chains: 100, nodes: 300, edges: 600 };

/** Cuts to what a reader can use. Findings come sorted by hop, so that a smaller depth is a part of a larger one. */
export function settleAnswer(research: Research): Answer {
  const most = research.maxFindings ?? limits.findings;
  const all = research.diagram ?? research;
  const diagram = research.diagram ?? diagramOf(research.nodes.slice(0, limits.nodes), research.edges);
  const nodes = diagram.nodes.slice(0, limits.nodes);
  const shown = new Set(nodes.map(({ id }) => id));
  const joined = diagram.edges.filter(({ from, to }) => shown.has(from) && shown.has(to));
  const edges = joined.slice(0, limits.edges);
  return {
    findings: research.findings.slice(0, most).map(({ node: _, ...finding }) => finding),
    chains: research.chains.slice(0, limits.chains),
    graph: { nodes, edges },
    overview: research.overview,
    more: research.more ?? {},
    left_out: {
      findings: Math.max(0, research.findings.length - most),
      chains: Math.max(0, research.chains.length - limits.chains),
      nodes: all.nodes.length - nodes.length,
      edges: all.edges.length - edges.length,
    },
  };
}

export function sourceOf(node: GraphNode): Source {
  return { path: node.path, line: node.line };
}

export function nodeId({ path, line, name }: GraphNode): string {
  return path === "" ? name : `${path}:${line}:${name}`;
}

export function linkOf(node: GraphNode, source: Source = sourceOf(node), relation?: Relation): ChainLink {
  return { symbol: node.name, source, relation };
}

function diagramOf(nodes: readonly GraphNode[], edges: readonly Edge[]): Diagram {
  const byId = new Map(nodes.map((node) => [node.id, nodeId(node)]));
  return {
    nodes: nodes.map((node) => ({
      id: nodeId(node),
      symbol: node.name,
      kind: kindName(node.kind, node.path),
      source: sourceOf(node),
    })),
    edges: edges.flatMap(({ from, to, kind, confidence, path, line }) => {
      const start = byId.get(from);
      const end = byId.get(to);
      return start === undefined || end === undefined
        ? []
        : [{ from: start, to: end, kind: relationOf(kind), confidence, source: { path, line } }];
    }),
  };
}

export function findingOf(
  graph: Graph,
  node: number,
  edge: Pick<Edge, "path" | "line" | "confidence" | "reason">,
  relation: Relation,
  hop: number,
  how?: string,
): Finding {
  const { kind, symbol, path, line } = graph.node(node);
  return {
    symbol: shortName(graph, graph.node(node)),
    kind: kindName(kind, path),
    source: { path: edge.path, line: edge.line },
    ...(symbol && symbol.signature !== "" ? { signature: symbol.signature } : {}),
    relation,
    hop,
    confidence: edge.confidence,
    ...(path === "" ? {} : { declared: { path, line } }),
    how: how ?? edge.reason,
    node,
  };
}
