import { byCodePoint } from "../../../kernel/order.ts";
import { chunkKinds, type FileRole, fileRoles } from "../../store/records.ts";
import type { Built } from "../build/build.ts";
import { encodeGraph, fileKind } from "../format/encode.ts";
import { SectionFile } from "../format/section-file.ts";
import type { Target } from "../targets/target.ts";
import { type Confidence, confidenceOfCode, type EdgeKind, kindOfCode } from "./edge.ts";
import { displayName, type SymbolShape } from "./shape.ts";

/** What of a declaration is shown or asked about. */
export type NodeSymbol = Pick<
  SymbolShape,
  "name" | "qualifiedName" | "signature" | "labels" | "modifiers" | "attributes" | "type" | "from"
>;

export interface GraphNode {
  readonly id: number;
  /** For people: `Foo.load(id:)`; the path of a file; the bare name of what is not in the repository. */
  readonly name: string;
  readonly kind: SymbolShape["kind"] | "file" | "external";
  /** "" for what is not in the repository. */
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
  readonly note?: string;
}

const noNodes: readonly number[] = [];

/**
 * Symbols and edges of a repository, both ways. Immutable. The columns of numbers are in memory; nodes and edges
 * become objects when they are asked for, the same object each time.
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
  readonly #bearers: Uint32Array;
  readonly #shownStarts: Uint32Array;
  readonly #notes: ReadonlyMap<number, string>;
  readonly #shown = new Map<number, readonly NodeSymbol[]>();
  readonly #knownNodes = new Map<number, GraphNode>();
  readonly #knownEdges = new Map<number, Edge>();
  #inner: Map<number, number[]> | undefined;

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
    this.#bearers = file.numbers("name.bearers");
    this.#shownStarts = file.numbers("shown.starts");
    this.#notes = new Map(JSON.parse(file.text("edge.notes")));
    const areSound =
      isRising(this.#starts, this.nodeCount) &&
      isRising(this.#outgoing, this.#ends.length) &&
      isRising(this.#incoming, this.#arriving.length) &&
      isRising(this.#nameStarts, this.#bearers.length);
    if (!areSound) throw new Error("The stored graph is damaged.");
  }

  /** What the manifests of packages and projects declare. */
  targets(): readonly Target[] {
    return JSON.parse(this.#file.text("targets"));
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
    const known = this.#knownNodes.get(id);
    if (known) return known;
    const node = this.#makeNode(id);
    this.#knownNodes.set(id, node);
    return node;
  }

  edge(at: number): Edge {
    const known = this.#knownEdges.get(at);
    if (known) return known;
    const from = placeIn(this.#outgoing, at);
    const note = this.noteOf(at);
    const edge: Edge = {
      from,
      to: this.#ends[at] ?? 0,
      kind: this.kindOf(at),
      confidence: this.confidenceOf(at),
      path: this.#paths[placeIn(this.#starts, from)] ?? "",
      line: this.lineOf(at),
      ...(note === undefined ? {} : { note }),
    };
    this.#knownEdges.set(at, edge);
    return edge;
  }

  /** Every node, the declarations of a file in source order. Makes an object of each: for questions about all. */
  nodes(): GraphNode[] {
    return Array.from({ length: this.nodeCount }, (_, id) => this.node(id));
  }

  /** Every edge as numbers, in the order of the nodes that they start from. */
  eachEdge(visit: (at: number, from: number, to: number) => void): void {
    for (let from = 0; from < this.nodeCount; from++) {
      const end = this.#outgoing[from + 1] ?? 0;
      for (let at = this.#outgoing[from] ?? 0; at < end; at++) visit(at, from, this.#ends[at] ?? 0);
    }
  }

  kindOf(edge: number): EdgeKind {
    return kindOfCode(this.#codes[edge] ?? 0);
  }

  confidenceOf(edge: number): Confidence {
    return confidenceOfCode(this.#codes[edge] ?? 0);
  }

  lineOf(edge: number): number {
    return this.#edgeLines[edge] ?? 1;
  }

  noteOf(edge: number): string | undefined {
    return this.#notes.get(edge);
  }

  from(id: number): Edge[] {
    const found: Edge[] = [];
    const end = this.#outgoing[id + 1] ?? 0;
    for (let at = this.#outgoing[id] ?? 0; at < end; at++) found.push(this.edge(at));
    return found;
  }

  to(id: number): Edge[] {
    const found: Edge[] = [];
    const end = this.#incoming[id + 1] ?? 0;
    for (let at = this.#incoming[id] ?? 0; at < end; at++) found.push(this.edge(this.#arriving[at] ?? 0));
    return found;
  }

  /** Declarations by their bare name, whatever its case, in the order of files. */
  named(name: string): readonly number[] {
    const at = indexIn(this.#names, name.toLowerCase());
    return at < 0 ? noNodes : [...this.#bearers.subarray(this.#nameStarts[at], this.#nameStarts[at + 1])];
  }

  allNames(): Iterable<string> {
    return this.#names;
  }

  /** What bears this name outside the repository, if anything here mentions it. */
  external(name: string): number | undefined {
    const at = indexIn(this.#externals, name);
    return at < 0 ? undefined : this.#kinds.length + at;
  }

  /** Declarations directly inside one. */
  children(id: number): readonly number[] {
    this.#inner ??= childrenBy(this.#parents);
    return this.#inner.get(id) ?? noNodes;
  }

  /** A type with its extensions and everything inside them; anything else with what is inside it. */
  within(id: number): number[] {
    const all = [id];
    for (const { kind, from } of this.to(id)) if (kind === "extends") all.push(from);
    for (let at = 0; at < all.length; at++) all.push(...this.children(all[at] ?? 0));
    return all;
  }

  close(): void {
    this.#file.close();
  }

  #makeNode(id: number): GraphNode {
    if (id >= this.#kinds.length) return this.#makeExternal(id);
    const file = placeIn(this.#starts, id);
    const path = this.#paths[file] ?? "";
    const role = fileRoles[this.#roles[file] ?? 0] ?? "source";
    const common = { id, path, role, module: this.#modules[this.#fileModules[file] ?? 0] ?? "" };
    const code = this.#kinds[id] ?? fileKind;
    const kind = chunkKinds[code] ?? "block";
    const line = this.#lines[id] ?? 1;
    const symbol = this.#symbolsOf(file)[id - (this.#starts[file] ?? 0) - 1];
    if (!symbol || kind === "file" || kind === "section" || kind === "document")
      return { ...common, name: path, kind: "file", line, symbol: undefined, parent: undefined };
    const parent = this.#parents[id] || undefined;
    return { ...common, name: displayName({ ...symbol, kind }), kind, line, symbol, parent };
  }

  #makeExternal(id: number): GraphNode {
    const name = this.#externals[id - this.#kinds.length];
    if (name === undefined) throw new Error(`No node ${id}.`);
    const nowhere = { path: "", line: 0, role: "source", module: "" } as const;
    return { id, name, kind: "external", ...nowhere, symbol: undefined, parent: undefined };
  }

  #symbolsOf(file: number): readonly NodeSymbol[] {
    const known = this.#shown.get(file);
    if (known) return known;
    const bytes = this.#file.part("shown", this.#shownStarts[file] ?? 0, this.#shownStarts[file + 1] ?? 0);
    const rows: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const symbols = Array.isArray(rows) ? rows.map(readShown) : [];
    this.#shown.set(file, symbols);
    return symbols;
  }
}

/** The graph of what was just built, without the way over the disk. */
export function graphOf(built: Built): Graph {
  return new Graph(SectionFile.inMemory(encodeGraph(built)));
}

/** What `shownRow` wrote. */
function readShown(row: unknown): NodeSymbol {
  const [from, name, qualifiedName, signature, labels, modifiers, attributes, type] = Array.isArray(row)
    ? row
    : [];
  return {
    from,
    name,
    qualifiedName,
    signature,
    modifiers: modifiers || [],
    attributes: attributes || [],
    labels: labels || undefined,
    type: type || undefined,
  };
}

/** Between which two of the rising numbers something lies: the last start that is not beyond it. */
function placeIn(starts: Uint32Array, wanted: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= wanted) low = middle;
    else high = middle;
  }
  return low;
}

function indexIn(sorted: readonly string[], wanted: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byCodePoint(sorted[middle] ?? "", wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted ? low : -1;
}

function childrenBy(parents: Uint32Array): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [id, parent] of parents.entries()) {
    if (parent === 0) continue;
    const known = found.get(parent);
    if (known) known.push(id);
    else found.set(parent, [id]);
  }
  return found;
}

/** Whether numbers say where things begin, one after the other, in a column of that length. */
function isRising(starts: Uint32Array, length: number): boolean {
  if ((starts.at(-1) ?? 0) > length) return false;
  for (let at = 1; at < starts.length; at++) if ((starts[at] ?? 0) < (starts[at - 1] ?? 0)) return false;
  return true;
}
