import {
  deleteStateFile,
  listStateFiles,
  openStateFile,
  readStateFile,
  writeStateFile,
} from "../../../workspace/state/files.ts";
import type { Built, BuiltFile } from "../build/build.ts";
import type { FileEdge, Target } from "../model/edge.ts";
import { Graph } from "../model/graph.ts";
import type { FileShape } from "../model/shape.ts";
import { SectionFile } from "./section-file.ts";

/** Raised whenever resolving gives other edges for the same facts, or the layout changes. */
export const graphVersion = 9;

/**
 * A graph lies in two files named after what it was made from: one to ask, and one with what else it takes to bring
 * it up to date, which a question never reads. A file of that name is up to date; any other is a place to start from.
 */
const askedFile = (id: string) => `g-${id}.graph`;
const updateFile = (id: string) => `g-${id}.shapes`;
const named = /^g-([0-9a-f]+)\.(?:graph|shapes)$/;

/** Undefined when there is none, or it is damaged. */
export function openGraph(folder: string, id: string): Graph | undefined {
  const file = openStateFile(folder, askedFile(id));
  const sections = file && SectionFile.over(file);
  if (!sections) return undefined;
  try {
    return new Graph(sections);
  } catch {
    sections.close();
    return undefined;
  }
}

/** The last graph that was kept, ready to be brought up to date. */
export function readLatest(folder: string, analysis: string): Built | undefined {
  for (const name of listStateFiles(folder)) {
    const id = named.exec(name)?.[1];
    const graph = id !== undefined && name === askedFile(id) ? openGraph(folder, id) : undefined;
    const text = graph && id !== undefined ? readStateFile(folder, updateFile(id)) : undefined;
    const built = graph && text && decodeBuilt(graph, new TextDecoder().decode(text), analysis);
    graph?.close();
    if (built) return built;
  }
  return undefined;
}

export function keepGraph(folder: string, id: string, graph: Uint8Array, update: string): void {
  // What a question looks for comes last: where it is, the other is too.
  writeStateFile(folder, updateFile(id), update);
  writeStateFile(folder, askedFile(id), graph);
  dropGraphs(folder, id);
}

/** Removes graphs from the store, but the one to keep. */
export function dropGraphs(folder: string, keep?: string): void {
  for (const name of listStateFiles(folder)) {
    const id = named.exec(name)?.[1];
    if (name === "graph.json" || (id !== undefined && id !== keep)) deleteStateFile(folder, name);
  }
}

interface StoredFile {
  readonly shape: FileShape;
  readonly module: string;
  readonly asked: readonly number[];
}

interface Update {
  readonly version: number;
  readonly analysis: string;
  readonly modules: string;
  readonly names: readonly string[];
  readonly files: readonly StoredFile[];
}

export function encodeUpdate({ files, modules }: Built, analysis: string): string {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const known = numbers.get(name) ?? numbers.size;
    numbers.set(name, known);
    return known;
  };
  const stored = files.map(({ shape, module, asked }) => ({ shape, module, asked: asked.map(numberOf) }));
  const update: Update = {
    version: graphVersion,
    analysis,
    modules,
    names: [...numbers.keys()],
    files: stored,
  };
  return JSON.stringify(update);
}

/** Undefined for a text of another version, or one that does not read. */
export function decodeBuilt(graph: Graph, text: string, analysis: string): Built | undefined {
  const update = readUpdate(text);
  if (update?.analysis !== analysis) return undefined;
  const { names, modules } = update;
  const edges = edgesByFile(graph, update.files);
  const files = update.files.map(
    ({ shape, module, asked }, at): BuiltFile => ({
      shape,
      module,
      asked: asked.map((name) => names[name] ?? ""),
      edges: edges[at] ?? [],
    }),
  );
  return { files, targets: graph.targets(), modules, resolved: 0 };
}

/** Only the head is checked: under the same version the rest is what `encodeUpdate` wrote. */
function readUpdate(text: string): Update | undefined {
  try {
    const update: unknown = JSON.parse(text);
    return isUpdate(update) ? update : undefined;
  } catch {
    return undefined;
  }
}

function isUpdate(value: unknown): value is Update {
  return typeof value === "object" && value !== null && "version" in value && value.version === graphVersion;
}

function edgesByFile(graph: Graph, files: readonly StoredFile[]): FileEdge[][] {
  const targets: Target[] = [];
  const owners: number[] = [];
  for (const [at, { shape }] of files.entries()) {
    targets.push({ path: shape.path, key: "" });
    owners.push(at);
    for (const { key } of shape.symbols) {
      targets.push({ path: shape.path, key });
      owners.push(at);
    }
  }
  const found: FileEdge[][] = files.map(() => []);
  const firsts = new Map<number, number>();
  for (const [node, owner] of owners.entries()) if (!firsts.has(owner)) firsts.set(owner, node);
  graph.eachEdge((at, from, to) => {
    const owner = owners[from] ?? 0;
    targets[to] ??= { path: "", key: graph.node(to).name };
    const note = graph.noteOf(at);
    found[owner]?.push({
      from: from - (firsts.get(owner) ?? 0) - 1,
      to: targets[to],
      kind: graph.kindOf(at),
      confidence: graph.confidenceOf(at),
      line: graph.lineOf(at),
      ...(note === undefined ? {} : { note }),
    });
  });
  return found;
}
