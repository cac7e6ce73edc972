import { byCodePoint } from "../../../kernel/order.ts";
import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { callables } from "../../graph/model/shape.ts";
import { byPlace } from "../rank.ts";

/** A symbol as a person writes it. */
export interface Wanted {
  readonly container: readonly string[];
  readonly name: string;
  /** Undefined when no labels are given; `load()` gives none, as people write it for any `load`. */
  readonly labels: readonly string[] | undefined;
}

export function readSymbol(text: string): Wanted {
  const found = /^([^(]*)(?:\((.*)\))?$/s.exec(text.trim().replace(/[`'"“”]/g, ""));
  const path = (found?.[1] ?? text).split(/\.|::|#/).filter((part) => part !== "");
  const inside = (found?.[2] ?? "").trim();
  const labels = inside === "" ? undefined : readLabels(inside);
  return { container: path.slice(0, -1), name: path.at(-1) ?? "", labels };
}

/** `id:name:` and `id: Int, name: String` alike. */
function readLabels(inside: string): string[] {
  if (/^(?:[\p{L}_][\p{L}\p{N}_]*:)+$/u.test(inside)) return inside.split(":").slice(0, -1);
  return inside.split(",").map((part) => /^\s*([\p{L}_][\p{L}\p{N}_]*)/u.exec(part)?.[1] ?? "_");
}

/** Declarations that are meant, the best first: exact case before any case, sources before tests. */
export function findSymbols(graph: Graph, text: string): GraphNode[] {
  const wanted = readSymbol(text);
  const nodes = graph.named(wanted.name).map((id) => graph.node(id));
  const contained = nodes.filter((node) => isInside(node, wanted.container));
  const exact = contained.filter((node) => node.symbol?.name === wanted.name);
  const cased = exact.length > 0 ? exact : contained;
  const labeled =
    wanted.labels === undefined ? cased : cased.filter((node) => hasLabels(node, wanted.labels ?? []));
  // The very name from outside says more than the same letters in another case.
  const isBare = wanted.container.length === 0 && wanted.labels === undefined;
  const outside = isBare && exact.length === 0 ? graph.external(wanted.name) : undefined;
  return outside === undefined ? byPlace(labeled) : [graph.node(outside)];
}

/** What contains, begins or is near the name, for those who do not know it exactly. */
export function similarSymbols(graph: Graph, name: string, limit: number): GraphNode[] {
  const lower = name.toLowerCase();
  const ranked = [...graph.allNames()].flatMap((each) => {
    const rank = likeness(graph, each, lower);
    return rank === undefined ? [] : [{ each, rank }];
  });
  ranked.sort((a, b) => a.rank - b.rank || a.each.length - b.each.length || byCodePoint(a.each, b.each));
  return ranked
    .slice(0, limit * 4)
    .flatMap(({ each }) => byPlace(graph.named(each).map((id) => graph.node(id))));
}

/** The smaller the liker; undefined for what is not alike at all. Both names are in lower case. */
function likeness(graph: Graph, name: string, wanted: string): number | undefined {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (wanted.length < 2 || name.length > wanted.length * 8 || name[0] !== wanted[0]) return undefined;
  if (!hasInOrder(name, wanted)) return undefined;
  const [first = -1] = graph.named(name);
  return initialsOf(graph.node(first).symbol?.name ?? name).startsWith(wanted) ? 3 : 4;
}

/** `mvc` of `MyViewController` and of `my_view_controller`. */
function initialsOf(name: string): string {
  const parts = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
  return parts
    .map((part) => part[0] ?? "")
    .join("")
    .toLowerCase();
}

function hasInOrder(name: string, wanted: string): boolean {
  let at = 0;
  for (const char of name) if (char === wanted[at]) at++;
  return at === wanted.length;
}

function isInside({ symbol }: GraphNode, container: readonly string[]): boolean {
  if (container.length === 0 || !symbol) return true;
  const path = symbol.qualifiedName.toLowerCase().split(".").slice(0, -1);
  const wanted = container.map((part) => part.toLowerCase());
  return path.slice(-wanted.length).join(".") === wanted.join(".");
}

function hasLabels({ symbol, kind }: GraphNode, labels: readonly string[]): boolean {
  // In a language without labels `load(id, name)` is any `load`.
  if (symbol && !symbol.labels && kind !== "file" && kind !== "external" && callables.has(kind)) return true;
  const own = symbol?.labels ?? [];
  return own.length === labels.length && own.every((label, at) => label === labels[at]);
}
