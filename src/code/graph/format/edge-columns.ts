import { at } from "../../../kernel/array.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import { NumberList } from "../../store/bytes.ts";
import type { FileState } from "../build/build.ts";
import { codeOf, type FileEdge } from "../model/edge.ts";
import { PackedEdges } from "../model/packed-edges.ts";
import type { GraphColumns } from "./columns.ts";
import type { BaseGraph } from "./make-columns.ts";
import { gone, type NodeNumbers } from "./node-numbers.ts";

type EdgeColumns = Pick<
  GraphColumns,
  "externals" | "outgoing" | "ends" | "edgeLines" | "codes" | "incoming" | "arriving" | "noteEdges" | "notes"
>;

/** Edges of files in their order: those that were resolved now, and those of the base. */
export function edgeColumns(
  files: readonly FileState[],
  numbers: NodeNumbers,
  base: BaseGraph | undefined,
): EdgeColumns {
  const list = new EdgeList(numbers, base?.columns.externals ?? []);
  const copy = base && new BaseEdges(base.columns, numbers, list);
  for (const [file, { shape, edges }] of files.entries()) {
    const before = numbers.unchanged(file);
    if (edges instanceof PackedEdges) list.addPacked(at(numbers.starts, file), edges);
    else if (edges) list.addAll(at(numbers.starts, file), edges);
    else if (copy && before !== undefined) copy.file(before, at(numbers.starts, file));
    else throw new Error(`Bug: ${shape.path} was not resolved.`);
  }
  return list.done();
}

/** Edges while they are gathered: external names are numbered as they come, and sorted at the end. */
class EdgeList {
  readonly #numbers: NodeNumbers;
  readonly #ends = new NumberList();
  readonly #lines = new NumberList();
  readonly #codes = new NumberList();
  /** By node: how many edges it has. */
  readonly #counts: Uint32Array;
  readonly #noteEdges: number[] = [];
  readonly #notes: string[] = [];
  /** External names of the base, sorted, whether they are used, and further ones by number. */
  readonly #old: readonly string[];
  readonly #isUsed: Uint8Array;
  readonly #externals = new Map<string, number>();

  constructor(numbers: NodeNumbers, externals: readonly string[]) {
    this.#numbers = numbers;
    this.#counts = new Uint32Array(numbers.symbols);
    this.#old = externals;
    this.#isUsed = new Uint8Array(externals.length);
  }

  get length(): number {
    return this.#ends.length;
  }

  addAll(node: number, edges: readonly FileEdge[]): void {
    for (const edge of edges) {
      const { path, key } = edge.to;
      const to = path === "" ? this.#external(key) : this.#numbers.of(edge.to);
      if (to === undefined) continue;
      if (edge.note !== undefined) this.note(edge.note);
      this.add(node + 1 + edge.from, to, edge.line, codeOf(edge));
    }
  }

  addPacked(node: number, edges: PackedEdges): void {
    edges.each(({ from, symbol, external, code, line, note }) => {
      if (note !== undefined) this.note(note);
      const to = symbol === undefined ? this.#external(external) : this.#numbers.ofSymbol(symbol);
      this.add(node + 1 + from, to, line, code);
    });
  }

  add(from: number, to: number, line: number, code: number): void {
    this.#counts[from] = (this.#counts[from] ?? 0) + 1;
    this.#ends.push(to);
    this.#lines.push(line);
    this.#codes.push(code);
  }

  /** Of the edge that is added next. */
  note(text: string): void {
    this.#noteEdges.push(this.length);
    this.#notes.push(text);
  }

  /** An external name of the base, by its number there. */
  oldExternal(external: number): number {
    this.#isUsed[external] = 1;
    return this.#numbers.symbols + external;
  }

  #external(name: string): number {
    const number = this.#externals.get(name) ?? this.#externals.size;
    this.#externals.set(name, number);
    return this.#numbers.symbols + this.#old.length + number;
  }

  done(): EdgeColumns {
    const { symbols } = this.#numbers;
    const { externals, places } = this.#sortedExternals();
    const ends = this.#ends.done().slice();
    for (let edge = 0; edge < ends.length; edge++) {
      const to = ends[edge] ?? 0;
      if (to >= symbols) ends[edge] = symbols + (places[to - symbols] ?? 0);
    }
    const nodes = symbols + externals.length;
    const incoming = startsOf(ends, nodes);
    return {
      externals,
      outgoing: sumsOf(this.#counts, nodes),
      ends,
      edgeLines: this.#lines.done().slice(),
      codes: Uint8Array.from(this.#codes.done()),
      incoming,
      arriving: arriving(ends, incoming),
      noteEdges: Uint32Array.from(this.#noteEdges),
      notes: this.#notes,
    };
  }

  /** All that are used, and the place of each number among them. Those of the base are sorted already. */
  #sortedExternals(): { readonly externals: string[]; readonly places: Uint32Array } {
    const old = this.#old;
    const added = [...this.#externals.keys()].sort(byCodePoint);
    const places = new Uint32Array(old.length + added.length);
    const externals: string[] = [];
    const put = (name: string) => {
      const number = this.#externals.get(name);
      if (number !== undefined) places[old.length + number] = externals.length;
      externals.push(name);
    };
    let next = 0;
    for (let index = 0; index < old.length; index++) {
      const name = at(old, index);
      for (
        let other = added[next];
        other !== undefined && byCodePoint(other, name) < 0;
        other = added[++next]
      )
        put(other);
      if (added[next] !== name && this.#isUsed[index] !== 1) continue;
      places[index] = externals.length;
      put(name);
      if (added[next] === name) next++;
    }
    for (const name of added.slice(next)) put(name);
    return { externals, places };
  }
}

/** Copies the edges of files that were not resolved again. */
class BaseEdges {
  readonly #columns: GraphColumns;
  readonly #numbers: NodeNumbers;
  readonly #list: EdgeList;
  /** The next note of the base: files are copied in its order. */
  #note = 0;

  constructor(columns: GraphColumns, numbers: NodeNumbers, list: EdgeList) {
    this.#columns = columns;
    this.#numbers = numbers;
    this.#list = list;
  }

  file(before: number, node: number): void {
    const { starts, outgoing, edgeLines, codes, ends } = this.#columns;
    const { moved } = this.#numbers;
    const list = this.#list;
    const first = at(starts, before);
    const last = at(starts, before + 1);
    for (let from = first; from < last; from++) {
      const end = outgoing[from + 1] ?? 0;
      for (let edge = outgoing[from] ?? 0; edge < end; edge++) {
        const old = ends[edge] ?? 0;
        const to = old < moved.length ? (moved[old] ?? gone) : list.oldExternal(old - moved.length);
        const note = this.#noteOf(edge);
        if (to === gone) continue;
        if (note !== undefined) list.note(note);
        list.add(node + from - first, to, edgeLines[edge] ?? 0, codes[edge] ?? 0);
      }
    }
  }

  #noteOf(edge: number): string | undefined {
    const { noteEdges, notes } = this.#columns;
    while ((noteEdges[this.#note] ?? gone) < edge) this.#note++;
    return noteEdges[this.#note] === edge ? notes[this.#note] : undefined;
  }
}

/** Running sums: where the edges of each node begin. */
function sumsOf(counts: Uint32Array, nodes: number): Uint32Array {
  const starts = new Uint32Array(nodes + 1);
  let sum = 0;
  for (let node = 0; node < nodes; node++) {
    starts[node] = sum;
    sum += counts[node] ?? 0;
  }
  starts[nodes] = sum;
  return starts;
}

/** Where the edges of each node begin, in a list that is sorted by node. */
function startsOf(nodes: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let edge = 0; edge < nodes.length; edge++) {
    const node = (nodes[edge] ?? 0) + 1;
    starts[node] = (starts[node] ?? 0) + 1;
  }
  for (let index = 1; index <= count; index++)
    starts[index] = (starts[index] ?? 0) + (starts[index - 1] ?? 0);
  return starts;
}

/** Edges in the order of the nodes that they end at. */
function arriving(ends: Uint32Array, starts: Uint32Array): Uint32Array {
  const next = starts.slice();
  const edges = new Uint32Array(ends.length);
  for (let edge = 0; edge < ends.length; edge++) {
    const to = ends[edge] ?? 0;
    const index = next[to] ?? 0;
    edges[index] = edge;
    next[to] = index + 1;
  }
  return edges;
}
