import type { FileRole } from "../store/records.ts";
import type { Built } from "./build.ts";
import { type Confidence, type EdgeKind, type Target, targetId } from "./edge.ts";
import { displayName, type SymbolShape } from "./shape.ts";

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
  readonly symbol: SymbolShape | undefined;
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

const noEdges: readonly number[] = [];

/** Symbols and edges of a repository, both ways. Immutable. */
export class Graph {
  readonly nodes: GraphNode[] = [];
  readonly edges: Edge[] = [];
  private readonly outgoing: number[][] = [];
  private readonly incoming: number[][] = [];
  private readonly ids = new Map<string, number>();
  private readonly names = new Map<string, number[]>();
  private readonly inner = new Map<number, number[]>();
  private readonly ends = new Map<Target, number>();

  constructor(built: Built) {
    for (const { shape, module } of built.files) this.addFile(shape, module);
    for (const file of built.files) this.addEdges(file);
  }

  node(id: number): GraphNode {
    const found = this.nodes[id];
    if (!found) throw new Error(`No node ${id}.`);
    return found;
  }

  from(id: number): Edge[] {
    return this.read(this.outgoing[id]);
  }

  to(id: number): Edge[] {
    return this.read(this.incoming[id]);
  }

  /** Declarations by their bare name, in the order of files. */
  named(name: string): readonly number[] {
    return this.names.get(name.toLowerCase()) ?? noEdges;
  }

  allNames(): Iterable<string> {
    return this.names.keys();
  }

  /** Declarations directly inside one. */
  children(id: number): readonly number[] {
    return this.inner.get(id) ?? noEdges;
  }

  /** A type with its extensions and everything inside them; anything else with what is inside it. */
  within(id: number): number[] {
    const all = [id];
    for (const { kind, from } of this.to(id)) if (kind === "extends") all.push(from);
    for (let at = 0; at < all.length; at++) all.push(...this.children(all[at] ?? 0));
    return all;
  }

  find(path: string, key: string): number | undefined {
    return this.ids.get(targetId({ path, key }));
  }

  private read(indexes: readonly number[] = noEdges): Edge[] {
    return indexes.flatMap((index) => this.edges[index] ?? []);
  }

  private addFile(shape: Built["files"][number]["shape"], module: string): void {
    const { path, role, symbols } = shape;
    const common = { path, role, module };
    const file = this.add(path, "", {
      name: path,
      kind: "file",
      ...common,
      line: 1,
      symbol: undefined,
      parent: undefined,
    });
    const first = file + 1;
    for (const symbol of symbols) {
      const { kind, line, parent } = symbol;
      const id = this.add(path, symbol.key, {
        name: displayName(symbol),
        kind,
        ...common,
        line,
        symbol,
        parent: parent === undefined ? undefined : first + parent,
      });
      if (parent !== undefined) push(this.inner, first + parent, id);
      if (kind !== "extension") push(this.names, symbol.name.toLowerCase(), id);
    }
  }

  private addEdges({ shape, edges }: Built["files"][number]): void {
    const file = this.find(shape.path, "") ?? 0;
    for (const { from, to, kind, confidence, line, note } of edges) {
      const target = this.endOf(to);
      if (target === undefined) continue;
      const source = file + 1 + from;
      const index =
        this.edges.push({
          from: source,
          to: target,
          kind,
          confidence,
          path: shape.path,
          line,
          ...(note === undefined ? {} : { note }),
        }) - 1;
      this.outgoing[source]?.push(index);
      this.incoming[target]?.push(index);
    }
  }

  private endOf(to: Target): number | undefined {
    const known = this.ends.get(to);
    if (known !== undefined) return known;
    const found = this.ids.get(targetId(to)) ?? (to.path === "" ? this.external(to.key) : undefined);
    if (found !== undefined) this.ends.set(to, found);
    return found;
  }

  private external(name: string): number {
    const role: FileRole = "source";
    return this.add("", name, {
      name,
      kind: "external",
      path: "",
      line: 0,
      role,
      module: "",
      symbol: undefined,
      parent: undefined,
    });
  }

  private add(path: string, key: string, node: Omit<GraphNode, "id">): number {
    const id = this.nodes.length;
    this.nodes.push({ id, ...node });
    this.ids.set(targetId({ path, key }), id);
    this.outgoing.push([]);
    this.incoming.push([]);
    return id;
  }
}

function push<K>(map: Map<K, number[]>, name: K, id: number): void {
  const ids = map.get(name);
  if (ids) ids.push(id);
  else map.set(name, [id]);
}
