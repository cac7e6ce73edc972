import { at } from "../../../kernel/array.ts";
import {
  deleteStateFile,
  listStateFiles,
  openStateFile,
  readStateFile,
  writeStateFile,
} from "../../../workspace/state/files.ts";
import { openPack, type Pack, PackWriter } from "../../facts/pack.ts";
import { ByteWriter, VarintReader } from "../../store/bytes.ts";
import type { GraphState } from "../build/build.ts";
import { Graph } from "../model/graph.ts";
import { graphVersion, readColumns } from "./columns.ts";
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
    return new Graph(readColumns(sections), sections.close);
  } catch {
    sections.close();
    return undefined;
  }
}

/** A stored graph, with what it takes to bring it up to date. The graph must be closed. */
export interface LatestGraph {
  readonly graph: Graph;
  readonly state: GraphState;
}

/** The graph that was stored last, to be brought up to date. */
export function readLatest(folder: string, analysis: string): LatestGraph | undefined {
  for (const name of listStateFiles(folder)) {
    const id = fileName.exec(name)?.[1];
    if (id === undefined || name !== graphFile(id)) continue;
    const graph = openGraph(folder, id);
    const shapes = graph && readStateFile(folder, shapesFile(id));
    const state = shapes && decodeState(graph, shapes, analysis);
    if (state) return { graph, state };
    graph?.close();
  }
  return undefined;
}

export function storeGraph(
  folder: string,
  id: string,
  graph: Iterable<Uint8Array>,
  shapes: Iterable<Uint8Array>,
): void {
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

/** Shapes of so many files share a table of texts: one of all files would double the memory that a build takes. */
const filesInPack = 500;

/**
 * What it takes, in addition to the graph, to bring it up to date: packs, each after its length. `decodeState` reads
 * them in the same order.
 */
export function* encodeUpdate({ files, modules }: GraphState, analysis: string): Generator<Uint8Array> {
  const head = new PackWriter();
  head.rows.text(analysis);
  head.rows.text(modules);
  yield* framed(head);
  for (let first = 0; first < files.length; first += filesInPack) {
    const pack = new PackWriter();
    pack.rows.list(files.slice(first, first + filesInPack), ({ shape, module, dependencies }) => {
      writeShape(pack, shape);
      pack.rows.text(module);
      pack.rows.textList(dependencies);
    });
    yield* framed(pack);
  }
}

function* framed(pack: PackWriter): Generator<Uint8Array> {
  const bytes = pack.done(graphVersion);
  const length = new ByteWriter();
  length.varint(bytes.length);
  yield length.done();
  yield bytes;
}

/** Undefined for bytes of another version or other parsers, for those of another graph, and for damaged ones. */
export function decodeState(graph: Graph, bytes: Uint8Array, analysis: string): GraphState | undefined {
  try {
    return decode(graph, bytes, analysis);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function decode({ columns }: Graph, bytes: Uint8Array, analysis: string): GraphState | undefined {
  const packs = packsIn(bytes);
  const head = packs.next().value;
  if (head?.rows.text() !== analysis) return undefined;
  const modules = head.rows.text();
  const files = [...packs].flatMap((pack) =>
    pack.rows.list((rows) => ({
      shape: readShape(pack),
      module: rows.text(),
      dependencies: rows.textList(),
      edges: undefined,
    })),
  );
  const { paths, starts, targets } = columns;
  const isOfGraph =
    files.length === paths.length &&
    files.every(
      ({ shape }, file) =>
        shape.path === paths[file] && at(starts, file) + 1 + shape.symbols.length === at(starts, file + 1),
    );
  return isOfGraph ? { files, targets, modules, resolved: 0 } : undefined;
}

function* packsIn(bytes: Uint8Array): Generator<Pack, undefined> {
  const reader = new VarintReader(bytes, 0);
  while (reader.at < bytes.length) {
    const length = reader.next();
    yield openPack(bytes.subarray(reader.at, reader.at + length), graphVersion);
    reader.at += length;
  }
  return undefined;
}
