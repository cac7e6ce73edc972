import { editDistance } from "../../../kernel/nearest.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import type { Hit } from "../../search.ts";
import { stem } from "../../text/stem.ts";
import { partsOf } from "../../text/words.ts";
import { nodeAt } from "../prose/seeds.ts";
import { byPlace } from "../rank.ts";
import { readSymbol } from "./symbols.ts";

const most = 5;

/** Declarations that may have been meant by a name that nothing has: by letters, by the words in it, by meaning. */
export function nearestNames(graph: Graph, text: string, hits: readonly Hit[] = []): GraphNode[] {
  const { name } = readSymbol(text);
  const words = new Set(partsOf(name).flatMap((part) => (part.length > 3 ? [stem(part)] : [])));
  const byMeaning = hits
    .slice(0, 10)
    .flatMap((hit) => nodeAt(graph, hit) ?? [])
    .filter(({ symbol }) => partsOf(symbol?.name ?? "").some((part) => words.has(stem(part))));
  const names = [...byLetters(graph, name), ...byWords(graph, name)].flatMap((each) =>
    byPlace(graph.named(each).map((id) => graph.node(id))).slice(0, 1),
  );
  const unique = new Map([...names, ...byMeaning].map((node) => [node.name, node]));
  return [...unique.values()].slice(0, most);
}

/** Names within a few letters, the nearest first. */
function byLetters(graph: Graph, name: string): string[] {
  const wanted = name.toLowerCase();
  const allowed = Math.max(1, Math.min(3, Math.floor(wanted.length / 4)));
  const near: { each: string; distance: number }[] = [];
  for (const each of graph.allNames()) {
    if (Math.abs(each.length - wanted.length) > allowed) continue;
    const distance = editDistance(wanted, each);
    if (distance <= allowed) near.push({ each, distance });
  }
  near.sort((a, b) => a.distance - b.distance || byCodePoint(a.each, b.each));
  return near.slice(0, most).map(({ each }) => each);
}

/** Names that share most of their words: `treeDirectoryFind` for `FindTreeDirectory`. */
function byWords(graph: Graph, name: string): string[] {
  const wanted = new Set(partsOf(name).map(stem));
  if (wanted.size < 2) return [];
  const scored: { each: string; share: number }[] = [];
  for (const each of graph.allNames()) {
    const [first] = graph.named(each);
    if (!mayShare(each, wanted) || first === undefined) continue;
    const own = new Set(partsOf(graph.node(first).symbol?.name ?? each).map(stem));
    const common = [...own].filter((part) => wanted.has(part)).length;
    const share = common / (own.size + wanted.size - common);
    if (common >= 2 && share >= 0.5) scored.push({ each, share });
  }
  scored.sort((a, b) => b.share - a.share || byCodePoint(a.each, b.each));
  return scored.slice(0, most).map(({ each }) => each);
}

/** Cheap, because every name of the repository is asked. */
function mayShare(lower: string, wanted: ReadonlySet<string>): boolean {
  let found = 0;
  for (const part of wanted) if (lower.includes(part) && ++found === 2) return true;
  return false;
}
