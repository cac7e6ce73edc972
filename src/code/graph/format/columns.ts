import { at } from "../../../kernel/array.ts";
import { chunkKinds, fileRoles } from "../../store/records.ts";
import { sectionParts } from "../../store/sections.ts";
import { codeCount } from "../model/edge.ts";
import type { Target } from "../targets/target.ts";
import type { SectionFile } from "./section-file.ts";
import { decodeTargets, encodeTargets } from "./symbol-rows.ts";

/** Raised when resolving gives other edges for the same facts, or the layout of stored graphs changes. */
export const graphVersion = 17;

/**
 * A graph as columns of numbers. Nodes are numbered file by file, each file before its symbols in source order, then
 * external names, sorted. Edges are in the order of the nodes that they start from; a second column has their numbers
 * in the order of the nodes that they end at. What is only shown (names, signatures) is at the end, one range per file.
 */
export interface GraphColumns {
  readonly paths: readonly string[];
  /** The node of each file, and how many nodes are in the repository. */
  readonly starts: Uint32Array;
  readonly roles: Uint8Array;
  readonly fileModules: Uint32Array;
  readonly modules: readonly string[];
  readonly targets: readonly Target[];
  readonly kinds: Uint8Array;
  readonly lines: Uint32Array;
  /** 0 for none: the first node is a file, which is never a parent. */
  readonly parents: Uint32Array;
  readonly externals: readonly string[];
  readonly outgoing: Uint32Array;
  readonly ends: Uint32Array;
  readonly edgeLines: Uint32Array;
  readonly codes: Uint8Array;
  readonly incoming: Uint32Array;
  readonly arriving: Uint32Array;
  readonly noteEdges: Uint32Array;
  readonly notes: readonly string[];
  /** In lower case, sorted. */
  readonly names: readonly string[];
  readonly nameStarts: Uint32Array;
  readonly nameSymbols: Uint32Array;
  readonly symbolStarts: Uint32Array;
  /** Bytes of `encodeSymbols`, of one file or of several. */
  readonly symbols: (from: number, to: number) => Uint8Array;
}

/** In pieces, to be written one after the other. */
export function encodeColumns(columns: GraphColumns): Uint8Array[] {
  return sectionParts(
    new Map<string, ArrayBufferView>([
      ["file.paths", joined(columns.paths)],
      ["file.starts", columns.starts],
      ["file.roles", columns.roles],
      ["file.modules", columns.fileModules],
      ["modules", joined(columns.modules)],
      ["targets", encodeTargets(columns.targets, graphVersion)],
      ["node.kinds", columns.kinds],
      ["node.lines", columns.lines],
      ["node.parents", columns.parents],
      ["externals", joined(columns.externals)],
      ["edge.outgoing", columns.outgoing],
      ["edge.ends", columns.ends],
      ["edge.lines", columns.edgeLines],
      ["edge.codes", columns.codes],
      ["edge.incoming", columns.incoming],
      ["edge.arriving", columns.arriving],
      ["note.edges", columns.noteEdges],
      ["notes", joined(columns.notes)],
      ["names", joined(columns.names)],
      ["name.starts", columns.nameStarts],
      ["name.symbols", columns.nameSymbols],
      ["symbol.starts", columns.symbolStarts],
      ["symbols", columns.symbols(0, at(columns.symbolStarts, -1))],
    ]),
  );
}

/** Throws if the file is damaged. */
export function readColumns(file: SectionFile): GraphColumns {
  const columns: GraphColumns = {
    paths: file.texts("file.paths"),
    starts: file.numbers("file.starts"),
    roles: file.bytes("file.roles"),
    fileModules: file.numbers("file.modules"),
    modules: file.texts("modules"),
    targets: decodeTargets(file.bytes("targets"), graphVersion),
    kinds: file.bytes("node.kinds"),
    lines: file.numbers("node.lines"),
    parents: file.numbers("node.parents"),
    externals: file.texts("externals"),
    outgoing: file.numbers("edge.outgoing"),
    ends: file.numbers("edge.ends"),
    edgeLines: file.numbers("edge.lines"),
    codes: file.bytes("edge.codes"),
    incoming: file.numbers("edge.incoming"),
    arriving: file.numbers("edge.arriving"),
    noteEdges: file.numbers("note.edges"),
    notes: file.texts("notes"),
    names: file.texts("names"),
    nameStarts: file.numbers("name.starts"),
    nameSymbols: file.numbers("name.symbols"),
    symbolStarts: file.numbers("symbol.starts"),
    symbols: (from, to) => file.part("symbols", from, to),
  };
  if (!areSound(columns)) throw new Error("The stored graph is damaged.");
  return columns;
}

/** Whether the columns fit together, so that every index in them is in range. */
function areSound(columns: GraphColumns): boolean {
  const { kinds, ends } = columns;
  const files = columns.paths.length;
  const symbols = kinds.length;
  const edges = ends.length;
  const nodes = symbols + columns.externals.length;
  return (
    areStarts(columns.starts, files, symbols) &&
    areBelow(columns.roles, files, fileRoles.length) &&
    areBelow(kinds, symbols, chunkKinds.length) &&
    areBelow(columns.fileModules, files, columns.modules.length) &&
    areStarts(columns.outgoing, nodes, edges) &&
    areStarts(columns.incoming, nodes, edges) &&
    areStarts(columns.nameStarts, columns.names.length, columns.nameSymbols.length) &&
    areStarts(columns.symbolStarts, files) &&
    columns.lines.length === symbols &&
    areBelow(columns.parents, symbols, symbols) &&
    areBelow(ends, edges, nodes) &&
    columns.edgeLines.length === edges &&
    areBelow(columns.codes, edges, codeCount) &&
    areBelow(columns.arriving, edges, edges) &&
    areBelow(columns.nameSymbols, columns.nameSymbols.length, symbols) &&
    areBelow(columns.noteEdges, columns.notes.length, edges)
  );
}

/** Whether numbers are where so many ranges begin, one after the other, and the last of them ends at `end`. */
function areStarts(starts: Uint32Array, count: number, end = starts.at(-1)): boolean {
  if (starts.length !== count + 1 || starts.at(-1) !== end) return false;
  return starts.every((start, index) => index === 0 || start >= at(starts, index - 1));
}

function areBelow(numbers: Uint32Array | Uint8Array, count: number, end: number): boolean {
  return numbers.length === count && numbers.every((number) => number < end);
}

const encoder = new TextEncoder();

/** Each text ends with NUL, so that an empty text differs from no text. */
function joined(texts: readonly string[]): Uint8Array {
  return encoder.encode(texts.map((text) => `${text}\0`).join(""));
}
