import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import type { Hit } from "../../search.ts";
import { stem } from "../../text/stem.ts";
import { partsOf } from "../../text/words.ts";
import { readSymbol } from "../question/symbols.ts";
import type { Sources } from "../sources.ts";

const bestFiles = 8;
const wordWeight = 0.15;
const anchorWeight = 1.5;

/** Where a walk begins: what a search found, what the question names, and what its words name in the same files. */
export function seedsOf(
  graph: Graph,
  hits: readonly Hit[],
  anchors: readonly GraphNode[],
  words: ReadonlySet<string>,
  sources: Sources,
): Map<number, number> {
  const seeds = new Map<number, number>();
  const add = (id: number, weight: number) => void seeds.set(id, (seeds.get(id) ?? 0) + weight);
  const files = new Map<string, number>();
  for (const [rank, hit] of hits.entries()) {
    const weight = 1 / (rank + 2);
    files.set(hit.path, (files.get(hit.path) ?? 0) + weight);
    const node = nodeAt(graph, hit, sources);
    if (node && node.kind !== "file") add(node.id, weight);
  }
  for (const { id } of anchors.slice(0, 5)) add(id, anchorWeight);
  const best = [...files].sort(([, a], [, b]) => b - a).slice(0, bestFiles);
  for (const [path] of best) {
    for (const { name, headerLine: line } of sources.declarations(path)) {
      const shared = new Set(
        partsOf(name)
          .map(stem)
          .filter((part) => words.has(part)),
      ).size;
      const node = shared > 0 ? named(graph, name, path, line, line) : undefined;
      if (node) add(node.id, wordWeight * Math.min(shared, 3));
    }
  }
  return seeds;
}

/**
 * The declaration that a piece of text belongs to: its own name first, else the first one inside, else the one around
 * it, since a long function is several pieces.
 */
export function nodeAt(
  graph: Graph,
  { path, symbols, startLine, endLine }: Hit,
  sources?: Sources,
): GraphNode | undefined {
  for (const symbol of symbols.slice(0, 3)) {
    const node = named(graph, readSymbol(symbol).name, path, startLine, endLine);
    if (node) return node;
  }
  const around = sources?.declarations(path).filter((each) => each.startLine <= startLine) ?? [];
  for (const { name, startLine: from, headerLine, endLine: to } of around.reverse()) {
    const node = to < startLine ? undefined : named(graph, name, path, from, Math.max(from, headerLine));
    if (node) return node;
  }
  return undefined;
}

function named(graph: Graph, name: string, path: string, from: number, to: number): GraphNode | undefined {
  return graph
    .named(name)
    .map((id) => graph.node(id))
    .find((node) => node.path === path && node.line >= from && node.line <= to);
}

const plainWords = new Set(
  "a an and are as at be by can do does for from get gets had has have how i if in into is it its not of on or so that the their then there this to was what when where which who why will with would you want work works make file code function method".split(
    " ",
  ),
);

/** The words of a question that say what it is about, as stems. */
export function tellingWords(query: string): Set<string> {
  const parts = query.split(/[^\p{L}\p{N}_]+/u).flatMap(partsOf);
  return new Set(parts.filter((part) => part.length > 2 && !plainWords.has(part)).map(stem));
}
