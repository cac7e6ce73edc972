import { at } from "../../../kernel/array.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import { chunkKinds, type FileRole, fileRoles } from "../../store/records.ts";
import type { BuiltGraph } from "../build/build.ts";
import { type GraphColumns, graphVersion } from "../format/columns.ts";
import { columnsOf } from "../format/make-columns.ts";
import { decodeSymbols } from "../format/symbol-rows.ts";
import type { Target } from "../targets/target.ts";
import {
  type Confidence,
  confidenceOfCode,
  type EdgeKind,
  kindOfCode,
  type Reason,
  reasonOfCode,
} from "./edge.ts";
import { displayName, type SymbolShape } from "./shape.ts";

/** The part of a declaration that answers show. */
export type NodeSymbol = Pick<
  SymbolShape,
  "name" | "qualifiedName" | "signature" | "labels" | "modifiers" | "attributes" | "type" | "from"
>;

export interface GraphNode {
  readonly id: number;
  /** As answers show it: `Foo.load(id:)`, the path of a file, or an external name. */
  readonly name: string;
  readonly kind: SymbolShape["kind"] | "file" | "external";
  /** "" for an external name. */
  readonly path: string;
  readonly line: number;
  readonly role: FileRole;
  readonly module: string;
  readonly symbol: NodeSymbol | undefined;
  /** The declaration around it. */
  readonly parent: number | undefined;
}

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
  readonly confidence: Confidence;
  /** Where it is written. */
  readonly path: string;
  readonly line: number;
  /** Of a possible edge. */
  readonly reason?: Reason | undefined;
  readonly note?: string;
}

const noNodes: readonly number[] = [];

/**
 * Symbols and edges of a repository, in both directions. Immutable. The columns of numbers are in memory; nodes and
 * edges become objects when they are needed, the same object each time.
 */
export class Graph {
  readonly columns: GraphColumns;
  readonly #close: (() => void) | undefined;
  readonly #notes: ReadonlyMap<number, string>;
  readonly #symbolCache = new Map<number, readonly NodeSymbol[]>();
  readonly #nodeCache = new Map<number, GraphNode>();
  readonly #edgeCache = new Map<number, Edge>();
  #children: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(columns: GraphColumns, close?: () => void) {
    this.columns = columns;
    this.#close = close;
    this.#notes = new Map(columns.notes.map((note, index) => [at(columns.noteEdges, index), note]));
  }

  /** The targets that manifests of packages and projects declare. */
  targets(): readonly Target[] {
    return this.columns.targets;
  }

  get fileCount(): number {
    return this.columns.paths.length;
  }

  get nodeCount(): number {
    return this.columns.kinds.length + this.columns.externals.length;
  }

  get edgeCount(): number {
    return this.columns.ends.length;
  }

  node(id: number): GraphNode {
    const cached = this.#nodeCache.get(id);
    if (cached) return cached;
    const node = this.#makeNode(id);
    this.#nodeCache.set(id, node);
    return node;
  }

  edge(number: number): Edge {
    const cached = this.#edgeCache.get(number);
    if (cached) return cached;
    const from = rangeOf(this.columns.outgoing, number);
    const edge: Edge = {
      from,
      to: at(this.columns.ends, number),
      kind: this.kindOf(number),
      confidence: this.confidenceOf(number),
      path: at(this.columns.paths, rangeOf(this.columns.starts, from)),
      line: this.lineOf(number),
      reason: this.reasonOf(number),
      note: this.noteOf(number),
    };
    this.#edgeCache.set(number, edge);
    return edge;
  }

  /** Every node, the declarations of a file in source order. Makes an object of each: for questions about all. */
  nodes(): GraphNode[] {
    return Array.from({ length: this.nodeCount }, (_, id) => this.node(id));
  }

  /** Every edge as numbers, in the order of the nodes that they start from. */
  eachEdge(visit: (edge: number, from: number, to: number) => void): void {
    for (let from = 0; from < this.nodeCount; from++) {
      const end = at(this.columns.outgoing, from + 1);
      for (let edge = at(this.columns.outgoing, from); edge < end; edge++)
        visit(edge, from, at(this.columns.ends, edge));
    }
  }

  kindOf(edge: number): EdgeKind {
    return kindOfCode(at(this.columns.codes, edge));
  }

  confidenceOf(edge: number): Confidence {
    return confidenceOfCode(at(this.columns.codes, edge));
  }

  reasonOf(edge: number): Reason | undefined {
    return reasonOfCode(at(this.columns.codes, edge));
  }

  lineOf(edge: number): number {
    return at(this.columns.edgeLines, edge);
  }

  noteOf(edge: number): string | undefined {
    return this.#notes.get(edge);
  }

  /** Edges that start from a node. */
  from(id: number): Edge[] {
    const edges: Edge[] = [];
    const end = at(this.columns.outgoing, id + 1);
    for (let edge = at(this.columns.outgoing, id); edge < end; edge++) edges.push(this.edge(edge));
    return edges;
  }

  /** Edges that end at a node. */
  to(id: number): Edge[] {
    const edges: Edge[] = [];
    const end = at(this.columns.incoming, id + 1);
    for (let index = at(this.columns.incoming, id); index < end; index++)
      edges.push(this.edge(at(this.columns.arriving, index)));
    return edges;
  }

  /** How many edges end at a node. */
  countTo(id: number): number {
    return at(this.columns.incoming, id + 1) - at(this.columns.incoming, id);
  }

  /** Declarations by their bare name, in any case, in the order of files. */
  named(name: string): readonly number[] {
    const index = indexIn(this.columns.names, name.toLowerCase());
    if (index < 0) return noNodes;
    return [
      ...this.columns.nameSymbols.subarray(
        at(this.columns.nameStarts, index),
        at(this.columns.nameStarts, index + 1),
      ),
    ];
  }

  allNames(): Iterable<string> {
    return this.columns.names;
  }

  /** The node of an external name, if anything in the repository mentions it. */
  external(name: string): number | undefined {
    const index = indexIn(this.columns.externals, name);
    return index < 0 ? undefined : this.columns.kinds.length + index;
  }

  /** Declarations directly inside one. */
  children(id: number): readonly number[] {
    this.#children ??= childrenBy(this.columns.parents);
    return this.#children.get(id) ?? noNodes;
  }

  /** A type with its extensions and everything inside them; any other declaration with everything inside it. */
  within(id: number): number[] {
    const all = [id];
    for (const { kind, from } of this.to(id)) if (kind === "extends") all.push(from);
    for (const each of all) all.push(...this.children(each));
    return all;
  }

  close(): void {
    this.#close?.();
  }

  /** Whether it reads from a file, which has to be closed. */
  get isStored(): boolean {
    return this.#close !== undefined;
  }

  #makeNode(id: number): GraphNode {
    if (id >= this.columns.kinds.length) return this.#makeExternal(id);
    const file = rangeOf(this.columns.starts, id);
    const path = at(this.columns.paths, file);
    const role = at(fileRoles, at(this.columns.roles, file));
    const module = at(this.columns.modules, at(this.columns.fileModules, file));
    const kind = at(chunkKinds, at(this.columns.kinds, id));
    const location = { id, path, role, module, line: at(this.columns.lines, id) };
    if (kind === "file" || kind === "section" || kind === "document")
      return { ...location, name: path, kind: "file", symbol: undefined, parent: undefined };
    const symbol = at(this.#symbolsOf(file), id - at(this.columns.starts, file) - 1);
    const parent = at(this.columns.parents, id) || undefined;
    return { ...location, name: displayName({ ...symbol, kind }), kind, symbol, parent };
  }

  #makeExternal(id: number): GraphNode {
    const name = at(this.columns.externals, id - this.columns.kinds.length);
    const location = { path: "", line: 0, role: "source", module: "" } as const;
    return { id, name, kind: "external", ...location, symbol: undefined, parent: undefined };
  }

  #symbolsOf(file: number): readonly NodeSymbol[] {
    const cached = this.#symbolCache.get(file);
    if (cached) return cached;
    const [from, to] = [at(this.columns.symbolStarts, file), at(this.columns.symbolStarts, file + 1)];
    const symbols = decodeSymbols(this.columns.symbols(from, to), graphVersion);
    this.#symbolCache.set(file, symbols);
    return symbols;
  }
}

/** The graph that was just built, without writing it to disk. */
export function graphOf(built: BuiltGraph): Graph {
  return new Graph(columnsOf(built));
}

/** The range that contains a number: the last of the ascending starts that is not beyond it. */
function rangeOf(starts: Uint32Array, number: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (at(starts, middle) <= number) low = middle;
    else high = middle;
  }
  return low;
}

/** The index of a text in a sorted list; -1 if it is not there. */
function indexIn(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byCodePoint(at(sorted, middle), text) < 0) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === text ? low : -1;
}

function childrenBy(parents: Uint32Array): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const [id, parent] of parents.entries()) {
    if (parent === 0) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  return children;
}
