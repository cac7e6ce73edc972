import { isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import type { Json } from "../../kernel/json.ts";
import {
  colonEnd,
  dashOffset,
  type Entry,
  entryEnd,
  isInline,
  isUnwritten,
  itemEnd,
  nodeRange,
  pairEnd,
  pairStart,
} from "./yaml-nodes.ts";
import {
  type Layout,
  type QuoteStyle,
  renderAfterColon,
  renderInline,
  renderItem,
  renderKey,
  renderPair,
} from "./yaml-render.ts";

/** Replaces a piece of the source. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies splices that do not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const ordered = [...splices].sort((a, b) => b.start - a.start);
  return ordered.reduce(
    (result, { start, end, text: piece }) => result.slice(0, start) + piece + result.slice(end),
    text,
  );
}

/** Writes another value in the place of an entry's own, in the style that the old one has. */
export function replaceValue(entry: Entry, value: Json, source: string, layout: Layout): Splice[] {
  const { node } = entry;
  const inFlow = entry.in === "map" ? entry.map.flow === true : entry.seq.flow === true;
  const isLeaf =
    inFlow || !isCollection(value) || isEmpty(value) || ((isMap(node) || isSeq(node)) && isInline(node));
  const [start, end] = nodeRange(node) ?? [0, 0];
  if (isLeaf && isUnwritten(node)) {
    const at = entryEnd(entry, source);
    return [{ start: at, end: at, text: ` ${renderInline(value, inFlow ? "flow" : "block")}` }];
  }
  if (isLeaf && isInline(node)) {
    return [{ start, end, text: renderInline(value, inFlow ? "flow" : "block", quoteStyle(node)) }];
  }
  return rewriteValue(entry, value, source, layout);
}

/** Rewrites the value of an entry, in block style where it is a collection. */
export function rewriteValue(entry: Entry, value: Json, source: string, layout: Layout): Splice[] {
  if (entry.in === "seq") {
    const dash = dashOffset(entry.seq, entry.index);
    const item = renderItem(value, columnOf(source, dash), layout);
    return [{ start: dash + 1, end: entryEnd(entry, source), text: ` ${item}` }];
  }
  const afterColon = renderAfterColon(value, columnOf(source, pairStart(entry.pair)), layout);
  const from = colonEnd(entry.pair);
  // A comment after `key:` stays where it is.
  if (isUnwritten(entry.node)) {
    const at = lineEnd(source, from);
    return [{ start: at, end: at, text: afterColon }];
  }
  // The comment on the last line of a block belongs to what stood on that line.
  const end = entryEnd(entry, source);
  return [{ start: from, end: isInline(entry.node) ? end : lineEnd(source, end), text: afterColon }];
}

/** Adds a key at the end of a mapping. */
export function insertKey(map: YAMLMap, key: string, value: Json, source: string, layout: Layout): Splice[] {
  if (map.flow === true) {
    const text = `${renderKey(key)}: ${renderInline(value, "flow")}`;
    return insertInFlow(map, map.items.length === 0 ? ` ${text} ` : text, source, layout);
  }
  const first = map.items[0];
  const column = first === undefined ? 0 : columnOf(source, pairStart(first));
  const at = lineEnd(source, pairEnd(map, map.items.length - 1, source));
  return [
    { start: at, end: at, text: layout.ending + " ".repeat(column) + renderPair(key, value, column, layout) },
  ];
}

/** Adds an item at the end of a list, quoted like the one before it. */
export function insertItem(seq: YAMLSeq, value: Json, source: string, layout: Layout): Splice[] {
  const style = quoteStyle(seq.items.at(-1));
  if (seq.flow === true) return insertInFlow(seq, renderInline(value, "flow", style), source, layout);
  const last = seq.items.length - 1;
  const column = columnOf(source, dashOffset(seq, last));
  const at = lineEnd(source, itemEnd(seq, last, source));
  const item = renderItem(value, column, layout, style);
  return [{ start: at, end: at, text: `${layout.ending}${" ".repeat(column)}- ${item}` }];
}

/** Takes an entry out of a collection that has others. */
export function removeEntry(entry: Entry, source: string): Splice[] {
  const collection = entry.in === "map" ? entry.map : entry.seq;
  if (collection.flow === true) return [{ ...flowGap(collection, entry.index), text: "" }];
  const start = entry.in === "map" ? pairStart(entry.pair) : dashOffset(entry.seq, entry.index);
  const from = lineStart(source, start);
  if (source.slice(from, start).trim() === "") {
    return [{ start: from, end: nextLine(source, entryEnd(entry, source)), text: "" }];
  }
  // The first key after a dash: the next one takes its place.
  const next = entry.in === "map" ? entry.map.items[entry.index + 1] : undefined;
  return next === undefined ? [] : [{ start, end: pairStart(next), text: "" }];
}

/** Before the closing bracket of a flow collection, on a line of its own where the others have one. */
function insertInFlow(collection: YAMLMap | YAMLSeq, text: string, source: string, layout: Layout): Splice[] {
  const [start, end] = nodeRange(collection) ?? [0, 0];
  const last = flowItemRange(collection, collection.items.length - 1);
  if (last === undefined) return [{ start: start + 1, end: end - 1, text }];
  const from = lineStart(source, last[0]);
  const ownLine = from > start && source.slice(from, last[0]).trim() === "";
  if (!ownLine) return [{ start: last[1], end: last[1], text: `, ${text}` }];
  const hasComma = /^\s*,/.test(source.slice(last[1], end));
  const at = Math.min(lineEnd(source, last[1]), end - 1);
  const line = `${layout.ending}${source.slice(from, last[0])}${text}`;
  if (hasComma) return [{ start: at, end: at, text: `${line},` }];
  if (at === last[1]) return [{ start: at, end: at, text: `,${line}` }];
  return [
    { start: last[1], end: last[1], text: "," },
    { start: at, end: at, text: line },
  ];
}

/** An item of a flow collection with the comma that separates it from the next. */
function flowGap(collection: YAMLMap | YAMLSeq, index: number): { start: number; end: number } {
  const [start, end] = flowItemRange(collection, index) ?? [0, 0];
  const next = flowItemRange(collection, index + 1);
  if (next !== undefined) return { start, end: next[0] };
  return { start: flowItemRange(collection, index - 1)?.[1] ?? start, end };
}

function flowItemRange(collection: YAMLMap | YAMLSeq, index: number): readonly [number, number] | undefined {
  if (isSeq(collection)) return nodeRange(collection.items[index]);
  const pair = collection.items[index];
  if (pair === undefined) return undefined;
  return [pairStart(pair), nodeRange(pair.value)?.[1] ?? colonEnd(pair)];
}

function quoteStyle(node: unknown): QuoteStyle {
  if (!isScalar(node)) return "plain";
  if (node.type === "QUOTE_SINGLE") return "single";
  return node.type === "QUOTE_DOUBLE" ? "double" : "plain";
}

function isCollection(value: Json): boolean {
  return typeof value === "object" && value !== null;
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function lineStart(source: string, offset: number): number {
  return offset === 0 ? 0 : source.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the line ends, before its line break. */
function lineEnd(source: string, offset: number): number {
  const end = source.indexOf("\n", offset);
  if (end < 0) return source.length;
  return end > offset && source[end - 1] === "\r" ? end - 1 : end;
}

function nextLine(source: string, offset: number): number {
  const end = source.indexOf("\n", offset);
  return end < 0 ? source.length : end + 1;
}

export function columnOf(source: string, offset: number): number {
  return offset - lineStart(source, offset);
}
