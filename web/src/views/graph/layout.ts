import { Graph, layout } from "@dagrejs/dagre";
import type { Output } from "../../api/transport.ts";

export type MapNode = Output<"project_graph">["nodes"][number];
export type MapEdge = Output<"project_graph">["edges"][number];

export interface PlacedNode {
  readonly node: MapNode;
  readonly x: number;
  readonly y: number;
}
export interface PlacedEdge {
  readonly edge: MapEdge;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}
export interface Drawing {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

export const nodeWidth = 190;
export const nodeHeight = 40;

/** From left to right: work, the specs that it changes, the code and tests of those. */
export function drawingOf(nodes: readonly MapNode[], edges: readonly MapEdge[]): Drawing {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 10, ranksep: 90, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  for (const { id } of nodes) if (linked.has(id)) graph.setNode(id, { width: nodeWidth, height: nodeHeight });
  edges.forEach((edge, index) => {
    const { from, to } = directed(edge);
    graph.setEdge(from, to, { weight: Math.min(edge.weight, 5) }, String(index));
  });
  if (graph.nodeCount() > 0) layout(graph);
  const { width = 0, height = 0 } = graph.nodeCount() > 0 ? graph.graph() : {};
  const alone = nodes.filter(({ id }) => !linked.has(id));
  const shelf = shelved(alone, Math.max(width, 900), height);
  return {
    nodes: [
      ...nodes.flatMap((node) => {
        if (!linked.has(node.id)) return [];
        const { x, y } = graph.node(node.id);
        return [{ node, x, y }];
      }),
      ...shelf.nodes,
    ],
    edges: edges.map((edge, index) => {
      const { from, to } = directed(edge);
      return { edge, points: graph.edge({ v: from, w: to, name: String(index) }).points };
    }),
    width: Math.max(width, shelf.width),
    height: shelf.height,
  };
}

/** Code points to the spec that it serves; drawn the other way, so that code is on the right. */
function directed({ from, to, kind }: MapEdge): { from: string; to: string } {
  return kind === "implements" || kind === "verifies" ? { from: to, to: from } : { from, to };
}

/** Unconnected nodes go into rows below; the layout would put them into one endless column. */
function shelved(nodes: readonly MapNode[], width: number, top: number) {
  const step = { x: nodeWidth + 14, y: nodeHeight + 10 };
  const perRow = Math.max(1, Math.floor(width / step.x));
  const placed = nodes.map((node, index) => ({
    node,
    x: 12 + nodeWidth / 2 + (index % perRow) * step.x,
    y: top + 12 + nodeHeight / 2 + Math.floor(index / perRow) * step.y,
  }));
  const rows = Math.ceil(nodes.length / perRow);
  return {
    nodes: placed,
    width: nodes.length === 0 ? 0 : 12 + Math.min(nodes.length, perRow) * step.x,
    height: top + (rows === 0 ? 0 : 24 + rows * step.y),
  };
}
