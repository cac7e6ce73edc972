import { at } from "../../../kernel/array.ts";
import {
  deleteStateFile,
  listStateFiles,
  openStateFile,
  readStateFile,
  writeStateFile,
} from "../../../workspace/state/files.ts";
import { openPack, PackWriter } from "../../facts/pack.ts";
import type { BuiltFile, BuiltGraph } from "../build/build.ts";
import type { FileEdge, Target } from "../model/edge.ts";
import { Graph } from "../model/graph.ts";
import { graphVersion } from "./encode.ts";
import { SectionFile } from "./section-file.ts";
import { readShape, writeShape } from "./shape-rows.ts";

/**
 * A graph is stored in two files named after its inputs: one that questions read, and one with the shapes of files,
 * which is only read to bring the graph up to date. A graph with the wanted name is up to date; any other is a graph to
 * start from.
 */
const graphFile = (id: string) => `g-${id}.graph`;
const shapesFile = (id: string) => `g-${id}.shapes`;
const fileName = /^g-([0-9a-f]+)\.(?:graph|shapes)$/;

/** Undefined if there is none, or it is damaged. */
export function openGraph(folder: string, id: string): Graph | undefined {
  const file = openStateFile(folder, graphFile(id));
  const sections = file && SectionFile.over(file);
  if (!sections) return undefined;
  try {
    return new Graph(sections);
  } catch {
    sections.close();
    return undefined;
  }
}

/** The graph that was stored last, to be brought up to date. */
export function readLatest(folder: string, analysis: string): BuiltGraph | undefined {
  for (const name of listStateFiles(folder)) {
    const id = fileName.exec(name)?.[1];
    if (id === undefined || name !== graphFile(id)) continue;
    const graph = openGraph(folder, id);
    const shapes = graph && readStateFile(folder, shapesFile(id));
    const built = shapes && decodeBuilt(graph, shapes, analysis);
    graph?.close();
    if (built) return built;
  }
  return undefined;
}

export function storeGraph(folder: string, id: string, graph: Uint8Array, shapes: Uint8Array): void {
  // The file that questions look for is written last: if it exists, both do.
  writeStateFile(folder, shapesFile(id), shapes);
  writeStateFile(folder, graphFile(id), graph);
  deleteGraphs(folder, id);
}

/** Deletes stored graphs, except the one to keep. */
export function deleteGraphs(folder: string, keep?: string): void {
  for (const name of listStateFiles(folder)) {
    const id = fileName.exec(name)?.[1];
    if (name === "graph.json" || (id !== undefined && id !== keep)) deleteStateFile(folder, name);
  }
}

/** What it takes, in addition to the graph, to bring it up to date. `decodeBuilt` reads it in the same order. */
export function encodeUpdate({ files, modules }: BuiltGraph, analysis: string): Uint8Array {
  const pack = new PackWriter();
  const { rows } = pack;
  rows.text(analysis);
  rows.text(modules);
  rows.list(files, ({ shape, module, dependencies }) => {
    writeShape(pack, shape);
    rows.text(module);
    rows.textList(dependencies);
  });
  return pack.done(graphVersion);
}

/** Undefined for bytes of another version or other parsers, and for damaged ones. */
export function decodeBuilt(graph: Graph, bytes: Uint8Array, analysis: string): BuiltGraph | undefined {
  try {
    return decode(graph, bytes, analysis);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function decode(graph: Graph, bytes: Uint8Array, analysis: string): BuiltGraph | undefined {
  const pack = openPack(bytes, graphVersion);
  const { rows } = pack;
  if (rows.text() !== analysis) return undefined;
  const modules = rows.text();
  const stored = rows.list(() => ({
    shape: readShape(pack),
    module: rows.text(),
    dependencies: rows.textList(),
  }));
  const edges = edgesByFile(graph, stored);
  const files = stored.map((file, index): BuiltFile => ({ ...file, edges: at(edges, index) }));
  return { files, targets: graph.targets(), modules, resolved: 0 };
}

function edgesByFile(graph: Graph, files: readonly Pick<BuiltFile, "shape">[]): FileEdge[][] {
  const targets: Target[] = [];
  /** By node: the number of its file. */
  const owners: number[] = [];
  /** By file: its node. */
  const nodes: number[] = [];
  for (const [file, { shape }] of files.entries()) {
    nodes.push(targets.length);
    for (const key of ["", ...shape.symbols.map((symbol) => symbol.key)]) {
      targets.push({ path: shape.path, key });
      owners.push(file);
    }
  }
  const edges: FileEdge[][] = files.map(() => []);
  graph.eachEdge((edge, from, to) => {
    const file = at(owners, from);
    targets[to] ??= { path: "", key: graph.node(to).name };
    at(edges, file).push({
      from: from - at(nodes, file) - 1,
      to: targets[to],
      kind: graph.kindOf(edge),
      confidence: graph.confidenceOf(edge),
      reason: graph.reasonOf(edge),
      line: graph.lineOf(edge),
      note: graph.noteOf(edge),
    });
  });
  return edges;
}
