import { isAlias, isMap, isScalar, isSeq, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import type { YamlPath } from "./yaml-read.ts";

/** A value in its place: an entry of a mapping or an item of a list. */
export type Entry =
  | {
      readonly in: "map";
      readonly map: YAMLMap;
      readonly index: number;
      readonly pair: Pair;
      readonly node: unknown;
    }
  | { readonly in: "seq"; readonly seq: YAMLSeq; readonly index: number; readonly node: unknown };

/** The entry at a path, if it is there. */
export function entryAt(contents: unknown, path: YamlPath): Entry | undefined {
  let node = contents;
  let entry: Entry | undefined;
  for (const step of path) {
    entry = childEntry(node, step);
    if (entry === undefined) return undefined;
    node = entry.node;
  }
  return entry;
}

function childEntry(node: unknown, step: string | number): Entry | undefined {
  if (isMap(node)) {
    const index = node.items.findIndex(
      (pair) => isScalar(pair.key) && String(pair.key.value ?? "") === String(step),
    );
    const pair = node.items[index];
    return pair === undefined ? undefined : { in: "map", map: node, index, pair, node: pair.value };
  }
  if (!isSeq(node) || typeof step !== "number" || step >= node.items.length) return undefined;
  return { in: "seq", seq: node, index: step, node: node.items[step] };
}

export function nodeRange(node: unknown): readonly [number, number] | undefined {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return undefined;
  const range = node.range;
  return range === undefined || range === null ? undefined : [range[0], range[1]];
}

/** A value with nothing written for it: `key:` or a dash alone. */
export function isUnwritten(node: unknown): boolean {
  const range = nodeRange(node);
  return range === undefined || range[0] === range[1];
}

/** A value within lines: quoted or plain text, an alias, or a collection in brackets. */
export function isInline(node: unknown): boolean {
  if (isMap(node) || isSeq(node)) return node.flow === true;
  if (isScalar(node)) return node.type !== "BLOCK_LITERAL" && node.type !== "BLOCK_FOLDED";
  return isAlias(node);
}

/** Where the text of a pair starts: its key. */
export function pairStart(pair: Pair): number {
  return nodeRange(pair.key)?.[0] ?? 0;
}

/** Where the text of an entry ends, without the comment, blank lines and line break after it. */
export function entryEnd(entry: Entry, source: string): number {
  if (!isUnwritten(entry.node)) return nodeEnd(entry.node, source);
  return entry.in === "map" ? colonEnd(entry.pair) : dashOffset(entry.seq, entry.index) + 1;
}

export function pairEnd(map: YAMLMap, index: number, source: string): number {
  const pair = map.items[index];
  return pair === undefined ? 0 : entryEnd({ in: "map", map, index, pair, node: pair.value }, source);
}

export function itemEnd(seq: YAMLSeq, index: number, source: string): number {
  return entryEnd({ in: "seq", seq, index, node: seq.items[index] }, source);
}

/** Where the colon of a pair ends. */
export function colonEnd(pair: Pair): number {
  const colon = pair.srcToken?.sep?.find((token) => token.type === "map-value-ind");
  return colon === undefined ? (nodeRange(pair.key)?.[1] ?? 0) : colon.offset + 1;
}

/** The offset of the dash of a list item. */
export function dashOffset(seq: YAMLSeq, index: number): number {
  const token = seq.srcToken;
  const item = token?.type === "block-seq" ? token.items[index] : undefined;
  return item?.start.find((each) => each.type === "seq-item-ind")?.offset ?? nodeRange(seq)?.[0] ?? 0;
}

function nodeEnd(node: unknown, source: string): number {
  const [start, end] = nodeRange(node) ?? [0, 0];
  if (isMap(node) && node.flow !== true) return pairEnd(node, node.items.length - 1, source);
  if (isSeq(node) && node.flow !== true) return itemEnd(node, node.items.length - 1, source);
  if (isInline(node)) return end;
  const block = source.slice(start, end);
  // `|+` keeps its trailing blank lines: they are part of the value.
  const header = /^[^\r\n]*/.exec(block)?.[0] ?? "";
  return start + (header.includes("+") ? block.replace(/\r?\n$/, "") : block.trimEnd()).length;
}
