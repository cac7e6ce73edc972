import { byCodePoint } from "../../kernel/order.ts";
import type { MapEdge, MapNode, ProjectMap } from "./shapes.ts";

export interface Selection {
  readonly kinds?: readonly MapNode["kind"][] | undefined;
  /** Only this node and what it is connected with. */
  readonly around?: string | undefined;
  readonly limit: number;
}

export interface SelectedMap extends ProjectMap {
  readonly left_out: { readonly nodes: number; readonly edges: number };
}

/** The part of a map that fits: what is connected most comes first, and edges only join what is shown. */
export function selectFrom(map: ProjectMap, { kinds, around, limit }: Selection): SelectedMap {
  const near = around === undefined ? undefined : neighbors(map.edges, around);
  const wanted = map.nodes.filter(
    ({ id, kind }) => (kinds === undefined || kinds.includes(kind)) && (near === undefined || near.has(id)),
  );
  const degrees = degreesOf(map.edges);
  const rank = ({ id }: MapNode) => (id === around ? Number.POSITIVE_INFINITY : (degrees.get(id) ?? 0));
  const ranked = [...wanted].sort((a, b) => compare(rank(b), rank(a)) || byCodePoint(a.id, b.id));
  const chosen = new Set(ranked.slice(0, limit).map(({ id }) => id));
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const joins = (ids: ReadonlySet<string>) => (edge: MapEdge) => ids.has(edge.from) && ids.has(edge.to);
  const edges = map.edges.filter(joins(chosen));
  // The strongest edges of the chosen nodes; a drawing of more is not read by anyone.
  const shown = [...edges].sort((a, b) => b.weight - a.weight).slice(0, limit * edgesPerNode);
  const kept = new Set(shown);
  return {
    nodes: wanted.filter(({ id }) => chosen.has(id)),
    edges: edges.filter((edge) => kept.has(edge)),
    left_out: {
      nodes: wanted.length - chosen.size,
      edges: map.edges.filter(joins(wantedIds)).length - kept.size,
    },
  };
}

const edgesPerNode = 4;

function neighbors(edges: readonly MapEdge[], id: string): Set<string> {
  const near = new Set([id]);
  for (const { from, to } of edges) {
    if (from === id) near.add(to);
    if (to === id) near.add(from);
  }
  return near;
}

function degreesOf(edges: readonly MapEdge[]): Map<string, number> {
  const degrees = new Map<string, number>();
  for (const { from, to } of edges) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  return degrees;
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
