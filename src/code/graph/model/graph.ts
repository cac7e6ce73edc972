import { at } from "../../../kernel/array.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import { chunkKinds, type FileRole, fileRoles } from "../../store/records.ts";
import type { BuiltGraph } from "../build/build.ts";
import { encodeGraph, graphVersion } from "../format/encode.ts";
import { SectionFile } from "../format/section-file.ts";
import { decodeSymbols, decodeTargets } from "../format/symbol-rows.ts";
import type { Target } from "../targets/target.ts";
import {
  type Confidence,
  codeCount,
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
  readonly #file: SectionFile;
  readonly #paths: readonly string[];
  readonly #starts: Uint32Array;
  readonly #roles: Uint8Array;
  readonly #fileModules: Uint32Array;
  readonly #modules: readonly string[];
  readonly #kinds: Uint8Array;
  readonly #lines: Uint32Array;
  readonly #parents: Uint32Array;
  readonly #externals: readonly string[];
  readonly #outgoing: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #edgeLines: Uint32Array;
  readonly #codes: Uint8Array;
  readonly #incoming: Uint32Array;
  readonly #arriving: Uint32Array;
  readonly #names: readonly string[];
  readonly #nameStarts: Uint32Array;
  readonly #nameSymbols: Uint32Array;
  readonly #symbolStarts: Uint32Array;
  readonly #notes: ReadonlyMap<number, string>;
  readonly #symbolCache = new Map<number, readonly NodeSymbol[]>();
  readonly #nodeCache = new Map<number, GraphNode>();
  readonly #edgeCache = new Map<number, Edge>();
  #children: ReadonlyMap<number, readonly number[]> | undefined;

  /** Throws if the file is damaged. */
  constructor(file: SectionFile) {
    this.#file = file;
    this.#paths = file.texts("file.paths");
    this.#starts = file.numbers("file.starts");
    this.#roles = file.bytes("file.roles");
    this.#fileModules = file.numbers("file.modules");
    this.#modules = file.texts("modules");
    this.#kinds = file.bytes("node.kinds");
    this.#lines = file.numbers("node.lines");
    this.#parents = file.numbers("node.parents");
    this.#externals = file.texts("externals");
    this.#outgoing = file.numbers("edge.outgoing");
    this.#ends = file.numbers("edge.ends");
    this.#edgeLines = file.numbers("edge.lines");
    this.#codes = file.bytes("edge.codes");
    this.#incoming = file.numbers("edge.incoming");
    this.#arriving = file.numbers("edge.arriving");
    this.#names = file.texts("names");
    this.#nameStarts = file.numbers("name.starts");
    this.#nameSymbols = file.numbers("name.symbols");
    this.#symbolStarts = file.numbers("symbol.starts");
    const notes = file.texts("notes");
    const noteEdges = file.numbers("note.edges");
    if (!this.#isSound() || noteEdges.length !== notes.length)
      throw new Error("The stored graph is damaged.");
    this.#notes = new Map(notes.map((note, index) => [at(noteEdges, index), note]));
  }

  /** Whether the columns fit together, so that every index in them is in range. */
  #isSound(): boolean {
    const files = this.#paths.length;
    const symbols = this.#kinds.length;
    const edges = this.#ends.length;
    const nodes = this.nodeCount;
    return (
      areStarts(this.#starts, files, symbols) &&
      areStarts(this.#symbolStarts, files) &&
      areStarts(this.#outgoing, nodes, edges) &&
      areStarts(this.#incoming, nodes, edges) &&
      areStarts(this.#nameStarts, this.#names.length, this.#nameSymbols.length) &&
      areBelow(this.#roles, files, fileRoles.length) &&
      areBelow(this.#kinds, symbols, chunkKinds.length) &&
      areBelow(this.#fileModules, files, this.#modules.length) &&
      this.#lines.length === symbols &&
      areBelow(this.#parents, symbols, symbols) &&
      areBelow(this.#ends, edges, nodes) &&
      this.#edgeLines.length === edges &&
      areBelow(this.#codes, edges, codeCount) &&
      areBelow(this.#arriving, edges, edges) &&
      areBelow(this.#nameSymbols, this.#nameSymbols.length, symbols)
    );
  }

  /** The targets that manifests of packages and projects declare. */
  targets(): readonly Target[] {
    return decodeTargets(this.#file.bytes("targets"), graphVersion);
  }

  get fileCount(): number {
    return this.#paths.length;
  }

  get nodeCount(): number {
    return this.#kinds.length + this.#externals.length;
  }

  get edgeCount(): number {
    return this.#ends.length;
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
    const from = rangeOf(this.#outgoing, number);
    const edge: Edge = {
      from,
      to: at(this.#ends, number),
      kind: this.kindOf(number),
      confidence: this.confidenceOf(number),
      path: at(this.#paths, rangeOf(this.#starts, from)),
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
      const end = at(this.#outgoing, from + 1);
      for (let edge = at(this.#outgoing, from); edge < end; edge++) visit(edge, from, at(this.#ends, edge));
    }
  }

  kindOf(edge: number): EdgeKind {
    return kindOfCode(at(this.#codes, edge));
  }

  confidenceOf(edge: number): Confidence {
    return confidenceOfCode(at(this.#codes, edge));
  }

  reasonOf(edge: number): Reason | undefined {
    return reasonOfCode(at(this.#codes, edge));
  }

  lineOf(edge: number): number {
    return at(this.#edgeLines, edge);
  }

  noteOf(edge: number): string | undefined {
    return this.#notes.get(edge);
  }

  /** Edges that start from a node. */
  from(id: number): Edge[] {
    const edges: Edge[] = [];
    const end = at(this.#outgoing, id + 1);
    for (let edge = at(this.#outgoing, id); edge < end; edge++) edges.push(this.edge(edge));
    return edges;
  }

  /** Edges that end at a node. */
  to(id: number): Edge[] {
    const edges: Edge[] = [];
    const end = at(this.#incoming, id + 1);
    for (let index = at(this.#incoming, id); index < end; index++)
      edges.push(this.edge(at(this.#arriving, index)));
    return edges;
  }

  /** Declarations by their bare name, in any case, in the order of files. */
  named(name: string): readonly number[] {
    const index = indexIn(this.#names, name.toLowerCase());
    if (index < 0) return noNodes;
    return [...this.#nameSymbols.subarray(at(this.#nameStarts, index), at(this.#nameStarts, index + 1))];
  }

  allNames(): Iterable<string> {
    return this.#names;
  }

  /** The node of an external name, if anything in the repository mentions it. */
  external(name: string): number | undefined {
    const index = indexIn(this.#externals, name);
    return index < 0 ? undefined : this.#kinds.length + index;
  }

  /** Declarations directly inside one. */
  children(id: number): readonly number[] {
    this.#children ??= childrenBy(this.#parents);
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
    this.#file.close();
  }

  #makeNode(id: number): GraphNode {
    if (id >= this.#kinds.length) return this.#makeExternal(id);
    const file = rangeOf(this.#starts, id);
    const path = at(this.#paths, file);
    const role = at(fileRoles, at(this.#roles, file));
    const module = at(this.#modules, at(this.#fileModules, file));
    const kind = at(chunkKinds, at(this.#kinds, id));
    const location = { id, path, role, module, line: at(this.#lines, id) };
    if (kind === "file" || kind === "section" || kind === "document")
      return { ...location, name: path, kind: "file", symbol: undefined, parent: undefined };
    const symbol = at(this.#symbolsOf(file), id - at(this.#starts, file) - 1);
    const parent = at(this.#parents, id) || undefined;
    return { ...location, name: displayName({ ...symbol, kind }), kind, symbol, parent };
  }

  #makeExternal(id: number): GraphNode {
    const name = at(this.#externals, id - this.#kinds.length);
    const location = { path: "", line: 0, role: "source", module: "" } as const;
    return { id, name, kind: "external", ...location, symbol: undefined, parent: undefined };
  }

  #symbolsOf(file: number): readonly NodeSymbol[] {
    const cached = this.#symbolCache.get(file);
    if (cached) return cached;
    const [from, to] = [at(this.#symbolStarts, file), at(this.#symbolStarts, file + 1)];
    const symbols = decodeSymbols(this.#file.part("symbols", from, to), graphVersion);
    this.#symbolCache.set(file, symbols);
    return symbols;
  }
}

/** The graph that was just built, without writing it to disk. */
export function graphOf(built: BuiltGraph): Graph {
  return new Graph(SectionFile.inMemory(encodeGraph(built)));
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

/** Whether numbers are where so many ranges begin, one after the other, and the last of them ends at `end`. */
function areStarts(starts: Uint32Array, count: number, end = starts.at(-1)): boolean {
  if (starts.length !== count + 1 || starts.at(-1) !== end) return false;
  return starts.every((start, index) => index === 0 || start >= at(starts, index - 1));
}

function areBelow(numbers: Uint32Array | Uint8Array, count: number, end: number): boolean {
  return numbers.length === count && numbers.every((number) => number < end);
}
