import { at } from "../../../kernel/array.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import { NumberList } from "../../store/bytes.ts";
import { chunkKinds, fileRoles } from "../../store/records.ts";
import { packSections } from "../../store/sections.ts";
import type { BuiltFile, BuiltGraph } from "../build/build.ts";
import { codeOf, type Target, targetId } from "../model/edge.ts";
import type { SymbolShape } from "../model/shape.ts";
import { isOutOfLine, scopeKinds } from "../names/symbol-table.ts";
import { encodeSymbols, encodeTargets } from "./symbol-rows.ts";

/** Raised when resolving gives other edges for the same facts, or the layout of stored graphs changes. */
export const graphVersion = 13;

/**
 * A graph as columns of numbers. Nodes are numbered file by file, each file before its symbols in source order, then
 * external names, sorted. Edges are in the order of the nodes that they start from; a second column has their numbers
 * in the order of the nodes that they end at. What is only shown (names, signatures) is at the end, one range per file.
 */
export function encodeGraph(built: BuiltGraph): Uint8Array {
  const { files } = built;
  const numbering = numberNodes(files);
  const symbols = files.map(({ shape }) => encodeSymbols(shape, graphVersion));
  const modules = [...new Set(files.map(({ module }) => module))].sort(byCodePoint);
  const moduleNumbers = new Map(modules.map((name, number) => [name, number]));
  return packSections(
    new Map<string, ArrayBufferView>([
      ["file.paths", joined(files.map(({ shape }) => shape.path))],
      ["file.starts", Uint32Array.from([...numbering.starts, numbering.symbols])],
      ["file.roles", Uint8Array.from(files.map(({ shape }) => fileRoles.indexOf(shape.role)))],
      ["file.modules", Uint32Array.from(files.map(({ module }) => moduleNumbers.get(module) ?? 0))],
      ["modules", joined(modules)],
      ["targets", encodeTargets(built.targets, graphVersion)],
      ...nodeColumns(files, numbering),
      ["externals", joined(numbering.externals)],
      ...edgeColumns(files, numbering),
      ...nameColumns(files, numbering),
      ["symbol.starts", startsOf(symbols.map(({ length }) => length))],
      ["symbols", concatenated(symbols)],
    ]),
  );
}

/** The kind of a file, which no declaration has. */
const fileKind = chunkKinds.indexOf("file");

interface Numbering {
  /** The node of each file. */
  readonly starts: readonly number[];
  /** How many nodes are in the repository; external ones come after them. */
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
  const names = new Set(
    files.flatMap(({ edges }) => edges.flatMap(({ to }) => (to.path === "" ? [to.key] : []))),
  );
  const externals = [...names].sort(byCodePoint);
  for (const [index, key] of externals.entries()) ids.set(targetId({ path: "", key }), next + index);
  // The same few objects are the targets of thousands of edges.
  const cache = new Map<Target, number | undefined>();
  const of = (target: Target): number | undefined => {
    if (!cache.has(target)) cache.set(target, ids.get(targetId(target)));
    return cache.get(target);
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
      const type = isOutOfLine(symbol) ? types.get(`${module}\0${containerOf(symbol)}`) : undefined;
      // The first node is a file, which is never a parent: 0 means that there is none.
      parents[id++] = parent === undefined ? (type ?? 0) : first + parent;
    }
  }
  return [
    ["node.kinds", kinds],
    ["node.lines", lines],
    ["node.parents", parents],
  ];
}

/** Types by module and qualified name, for members that are declared outside their braces. */
function typeNodes(files: readonly BuiltFile[]): Map<string, number> {
  const nodes = new Map<string, number>();
  let id = 0;
  for (const { shape, module } of files) {
    id++;
    for (const { kind, qualifiedName } of shape.symbols) {
      if (scopeKinds.has(kind)) nodes.set(`${module}\0${qualifiedName}`, id);
      id++;
    }
  }
  return nodes;
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
  const noteEdges: number[] = [];
  const notes: string[] = [];
  const outgoing = new Uint32Array(total + 1);
  const incoming = new Uint32Array(total + 1);
  for (const [file, { edges }] of files.entries()) {
    const node = at(starts, file);
    for (const edge of edges) {
      const to = of(edge.to);
      if (to === undefined) continue;
      if (edge.note !== undefined) {
        noteEdges.push(ends.length);
        notes.push(edge.note);
      }
      ends.push(to);
      lines.push(edge.line);
      codes.push(codeOf(edge));
      count(outgoing, node + 1 + edge.from);
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
    ["note.edges", Uint32Array.from(noteEdges)],
    ["notes", joined(notes)],
  ];
}

/** Edges in the order of the nodes that they end at. */
function arriving(ends: Uint32Array, starts: Uint32Array): Uint32Array {
  const next = starts.slice();
  const edges = new Uint32Array(ends.length);
  for (const [edge, to] of ends.entries()) {
    const index = at(next, to);
    edges[index] = edge;
    next[to] = index + 1;
  }
  return edges;
}

/** Bare names in lower case, sorted, each with the symbols of that name in the order of files. */
function nameColumns(files: readonly BuiltFile[], { starts }: Numbering): [string, ArrayBufferView][] {
  const byName = new Map<string, number[]>();
  for (const [file, { shape }] of files.entries()) {
    const first = at(starts, file) + 1;
    for (const [index, { kind, name }] of shape.symbols.entries()) {
      if (kind === "extension") continue;
      const lower = name.toLowerCase();
      const ids = byName.get(lower);
      if (ids) ids.push(first + index);
      else byName.set(lower, [first + index]);
    }
  }
  const names = [...byName].sort(([a], [b]) => byCodePoint(a, b));
  return [
    ["names", joined(names.map(([name]) => name))],
    ["name.starts", startsOf(names.map(([, ids]) => ids.length))],
    ["name.symbols", Uint32Array.from(names.flatMap(([, ids]) => ids))],
  ];
}

const encoder = new TextEncoder();

/** Each text ends with NUL, so that an empty text differs from no text. */
function joined(texts: readonly string[]): Uint8Array {
  return encoder.encode(texts.map((text) => `${text}\0`).join(""));
}

function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) starts[index + 1] = at(starts, index) + length;
  return starts;
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

/** Counts at the next index, so that the sums are where each begins. */
function count(counts: Uint32Array, id: number): void {
  counts[id + 1] = at(counts, id + 1) + 1;
}

function accumulate(counts: Uint32Array): void {
  for (let index = 1; index < counts.length; index++)
    counts[index] = at(counts, index) + at(counts, index - 1);
}
