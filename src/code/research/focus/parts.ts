import { posix } from "node:path";
import { byCodePoint } from "../../../kernel/order.ts";
import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { isTypeNode } from "../relation/neighbours.ts";

/** What a repository is made of, seen from far: a module, or a folder where every file is a module. */
export interface Part {
  readonly name: string;
  readonly files: number;
  readonly types: number;
  readonly isAside: boolean;
  readonly first: GraphNode;
}

const maxFolders = 60;
const aside = new Set(["test", "example", "docs", "generated", "vendored", "data"]);

/** The parts by name, and the part of a node. */
export class Parts {
  readonly all: ReadonlyMap<string, Part>;
  readonly #graph: Graph;
  readonly #depth: number;

  constructor(graph: Graph) {
    this.#graph = graph;
    const nodes = graph.nodes().filter(({ path, role }) => path !== "" && role !== "docs");
    this.#depth = depthFor(nodes);
    const found = new Map<string, Part>();
    for (const node of nodes) {
      const name = this.#nameOf(node);
      const known = found.get(name);
      found.set(name, {
        name,
        files: (known?.files ?? 0) + (node.kind === "file" ? 1 : 0),
        types: (known?.types ?? 0) + (isTypeNode(node) && node.parent === undefined ? 1 : 0),
        isAside: (known?.isAside ?? true) && aside.has(node.role),
        first: known?.first ?? node,
      });
    }
    this.all = new Map([...found].sort(([a], [b]) => byCodePoint(a, b)));
  }

  of(id: number): string | undefined {
    const node = this.#graph.node(id);
    const name = node.path === "" ? undefined : this.#nameOf(node);
    return name !== undefined && this.all.has(name) ? name : undefined;
  }

  #nameOf({ module, path }: GraphNode): string {
    const isTarget = module !== path && !path.startsWith(module === "" ? "/" : `${module}/`);
    return isTarget ? module || "(root)" : folderOf(path, this.#depth);
  }
}

/** As deep as leaves few enough folders to look at. */
function depthFor(nodes: readonly GraphNode[]): number {
  const paths = nodes.flatMap(({ kind, path }) => (kind === "file" ? [path] : []));
  for (let depth = 6; depth > 1; depth--) {
    if (new Set(paths.map((path) => folderOf(path, depth))).size <= maxFolders) return depth;
  }
  return 1;
}

function folderOf(path: string, depth: number): string {
  const folder = posix.dirname(path);
  return folder === "." ? "(root)" : folder.split("/").slice(0, depth).join("/");
}
