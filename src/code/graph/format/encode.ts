import { byCodePoint } from "../../../kernel/order.ts";
import { dialectOf } from "../../languages/dialects.ts";
import { NumberList } from "../../store/bytes.ts";
import { chunkKinds, fileRoles } from "../../store/records.ts";
import { packSections } from "../../store/sections.ts";
import type { Built, BuiltFile } from "../build/build.ts";
import { codeOf, type Target, targetId } from "../model/edge.ts";
import type { FileShape, SymbolShape } from "../model/shape.ts";
import { isApart, scopeKinds } from "../names/symbol-table.ts";

/**
 * A graph as columns of numbers. Nodes are numbered file by file, the file itself first and its symbols behind it
 * in source order, then names that are not in the repository, sorted. Edges lie in the order of the nodes that they
 * start from, and once more, as numbers, in that of the nodes where they end. What is only shown (names, signatures)
 * lies at the end, in one range for each file.
 */
export function encodeGraph(built: Built): Uint8Array {
  const { files } = built;
  const numbering = numberNodes(files);
  const edges = edgeColumns(files, numbering);
  const shown = files.map(({ shape }) => encoder.encode(JSON.stringify(shownRows(shape))));
  const modules = [...new Set(files.map(({ module }) => module))].sort(byCodePoint);
  const moduleNumbers = new Map(modules.map((name, at) => [name, at]));
  return packSections(
    new Map<string, ArrayBufferView>([
      ["file.paths", joined(files.map(({ shape }) => shape.path))],
      ["file.starts", Uint32Array.from([...numbering.starts, numbering.symbols])],
      ["file.roles", Uint8Array.from(files.map(({ shape }) => fileRoles.indexOf(shape.role)))],
      ["file.modules", Uint32Array.from(files.map(({ module }) => moduleNumbers.get(module) ?? 0))],
      ["modules", joined(modules)],
      ["targets", encoder.encode(JSON.stringify(built.targets))],
      ...nodeColumns(files, numbering),
      ["externals", joined(numbering.externals)],
      ...edges,
      ...nameColumns(files, numbering),
      ["shown.starts", startsOf(shown.map(({ length }) => length))],
      ["shown", concatenated(shown)],
    ]),
  );
}

/** Stands for the file, which no list of declarations has. */
export const fileKind = chunkKinds.indexOf("file");

/** Where labels are no part of the name, they are not shown either. */
function shownRows({ symbols, language }: FileShape): unknown[][] {
  return symbols.map((symbol) => shownRow(symbol, dialectOf(language).labels));
}

/** What is shown of a symbol; what is not there is 0. `readShown` takes it apart again. */
function shownRow(symbol: SymbolShape, hasLabels: boolean): unknown[] {
  const { name, qualifiedName, labels, signature, modifiers, attributes, type, from } = symbol;
  const row = [
    from,
    name,
    qualifiedName,
    signature,
    hasLabels && labels ? labels : 0,
    modifiers.length > 0 ? modifiers : 0,
    attributes.length > 0 ? attributes : 0,
    type ?? 0,
  ];
  while (row.at(-1) === 0) row.pop();
  return row;
}

interface Numbering {
  /** The node of each file. */
  readonly starts: readonly number[];
  /** How many nodes are in the repository; those from outside come after them. */
  readonly symbols: number;
  readonly externals: readonly string[];
  readonly of: (target: Target) => number | undefined;
}

function numberNodes(files: readonly BuiltFile[]): Numbering {
  const ids = new Map<string, number>();
  const starts: number[] = [];
  let next = 0;
  for (const { shape } of files) {
    starts.push(next);
    ids.set(targetId({ path: shape.path, key: "" }), next++);
    for (const { key } of shape.symbols) ids.set(targetId({ path: shape.path, key }), next++);
  }
  const outside = new Set(
    files.flatMap(({ edges }) => edges.flatMap(({ to }) => (to.path === "" ? [to.key] : []))),
  );
  const externals = [...outside].sort(byCodePoint);
  for (const [at, key] of externals.entries()) ids.set(targetId({ path: "", key }), next + at);
  const known = new Map<Target, number | undefined>();
  const of = (target: Target): number | undefined => {
    // The same few objects stand for thousands of ends.
    if (!known.has(target)) known.set(target, ids.get(targetId(target)));
    return known.get(target);
  };
  return { starts, symbols: next, externals, of };
}

function nodeColumns(files: readonly BuiltFile[], { symbols }: Numbering): [string, ArrayBufferView][] {
  const kinds = new Uint8Array(symbols);
  const lines = new Uint32Array(symbols);
  const parents = new Uint32Array(symbols);
  const types = typeNodes(files);
  let id = 0;
  for (const { shape, module } of files) {
    const first = id + 1;
    kinds[id] = fileKind;
    lines[id++] = 1;
    for (const symbol of shape.symbols) {
      const { kind, line, parent } = symbol;
      kinds[id] = chunkKinds.indexOf(kind);
      lines[id] = line;
      const apart = isApart(symbol) ? types.get(`${module}\0${containerOf(symbol)}`) : undefined;
      // The first node is a file and nobody's parent: 0 is free.
      parents[id++] = parent === undefined ? (apart ?? 0) : first + parent;
    }
  }
  return [
    ["node.kinds", kinds],
    ["node.lines", lines],
    ["node.parents", parents],
  ];
}

/** Types by module and qualified name, for members that stand outside their braces. */
function typeNodes(files: readonly BuiltFile[]): Map<string, number> {
  const found = new Map<string, number>();
  let id = 0;
  for (const { shape, module } of files) {
    id++;
    for (const { kind, qualifiedName } of shape.symbols) {
      if (scopeKinds.has(kind)) found.set(`${module}\0${qualifiedName}`, id);
      id++;
    }
  }
  return found;
}

function containerOf({ name, qualifiedName }: SymbolShape): string {
  return qualifiedName.slice(0, -name.length - 1);
}

function edgeColumns(files: readonly BuiltFile[], numbering: Numbering): [string, ArrayBufferView][] {
  const { starts, symbols, externals, of } = numbering;
  const total = symbols + externals.length;
  const ends = new NumberList();
  const lines = new NumberList();
  const codes: number[] = [];
  const notes: [number, string][] = [];
  const outgoing = new Uint32Array(total + 1);
  const incoming = new Uint32Array(total + 1);
  for (const [at, { edges }] of files.entries()) {
    for (const edge of edges) {
      const to = of(edge.to);
      if (to === undefined) continue;
      if (edge.note !== undefined) notes.push([ends.length, edge.note]);
      ends.push(to);
      lines.push(edge.line);
      codes.push(codeOf(edge));
      count(outgoing, (starts[at] ?? 0) + 1 + edge.from);
      count(incoming, to);
    }
  }
  accumulate(outgoing);
  accumulate(incoming);
  return [
    ["edge.outgoing", outgoing],
    ["edge.ends", ends.done()],
    ["edge.lines", lines.done()],
    ["edge.codes", Uint8Array.from(codes)],
    ["edge.incoming", incoming],
    ["edge.arriving", arriving(ends.done(), incoming)],
    ["edge.notes", encoder.encode(JSON.stringify(notes))],
  ];
}

/** Edges in the order of where they end. */
function arriving(ends: Uint32Array, starts: Uint32Array): Uint32Array {
  const next = starts.slice();
  const found = new Uint32Array(ends.length);
  for (const [edge, to] of ends.entries()) {
    const at = next[to] ?? 0;
    found[at] = edge;
    next[to] = at + 1;
  }
  return found;
}

/** Bare names without regard to case, sorted, with the symbols that bear them in the order of files. */
function nameColumns(files: readonly BuiltFile[], { starts }: Numbering): [string, ArrayBufferView][] {
  const bearers = new Map<string, number[]>();
  for (const [at, { shape }] of files.entries()) {
    for (const [index, { kind, name }] of shape.symbols.entries()) {
      if (kind === "extension") continue;
      const lower = name.toLowerCase();
      const known = bearers.get(lower);
      const id = (starts[at] ?? 0) + 1 + index;
      if (known) known.push(id);
      else bearers.set(lower, [id]);
    }
  }
  const names = [...bearers].sort(([a], [b]) => byCodePoint(a, b));
  return [
    ["names", joined(names.map(([name]) => name))],
    ["name.starts", startsOf(names.map(([, ids]) => ids.length))],
    ["name.bearers", Uint32Array.from(names.flatMap(([, ids]) => ids))],
  ];
}

const encoder = new TextEncoder();

function joined(texts: readonly string[]): Uint8Array {
  return encoder.encode(texts.join("\0"));
}

function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (const [at, length] of lengths.entries()) starts[at + 1] = (starts[at] ?? 0) + length;
  return starts;
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Counts one place ahead, so that summing up gives where each begins. */
function count(counts: Uint32Array, id: number): void {
  counts[id + 1] = (counts[id + 1] ?? 0) + 1;
}

function accumulate(counts: Uint32Array): void {
  for (let at = 1; at < counts.length; at++) counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0);
}
