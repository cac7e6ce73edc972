import { at } from "../../../kernel/array.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import { ByteWriter } from "../../store/bytes.ts";
import { chunkKinds, fileRoles } from "../../store/records.ts";
import type { FileState, GraphState } from "../build/build.ts";
import type { SymbolShape } from "../model/shape.ts";
import { isOutOfLine, scopeKinds } from "../names/symbol-table.ts";
import { type GraphColumns, graphVersion } from "./columns.ts";
import { edgeColumns } from "./edge-columns.ts";
import { nameColumns } from "./name-columns.ts";
import { NodeNumbers } from "./node-numbers.ts";
import { encodeSymbols } from "./symbol-rows.ts";

/** A graph to start from: edges of files that have none of their own are taken from it. */
export interface BaseGraph {
  readonly columns: GraphColumns;
  /** Its files, in their order. */
  readonly files: readonly FileState[];
}

/** The same columns whatever graph they are made from: an edit costs little, and the result is that of a whole build. */
export function columnsOf({ files, targets }: GraphState, base?: BaseGraph): GraphColumns {
  const numbers = new NodeNumbers(files, base);
  const modules = [...new Set(files.map(({ module }) => module))].sort(byCodePoint);
  const moduleNumbers = new Map(modules.map((name, number) => [name, number]));
  return {
    paths: files.map(({ shape }) => shape.path),
    starts: numbers.starts,
    roles: Uint8Array.from(files, ({ shape }) => fileRoles.indexOf(shape.role)),
    fileModules: Uint32Array.from(files, ({ module }) => moduleNumbers.get(module) ?? 0),
    modules,
    targets,
    ...nodeColumns(files, numbers.symbols),
    ...edgeColumns(files, numbers, base),
    ...nameColumns(files, numbers, base),
    ...symbolColumns(files, numbers, base),
  };
}

/** The kind of a file, which no declaration has. */
const fileKind = chunkKinds.indexOf("file");
const kindNumbers = new Map<string, number>(chunkKinds.map((kind, number) => [kind, number]));

function nodeColumns(
  files: readonly FileState[],
  symbols: number,
): Pick<GraphColumns, "kinds" | "lines" | "parents"> {
  const kinds = new Uint8Array(symbols);
  const lines = new Uint32Array(symbols);
  const parents = new Uint32Array(symbols);
  let types: ReadonlyMap<string, number> | undefined;
  let id = 0;
  for (const { shape, module } of files) {
    const first = id + 1;
    kinds[id] = fileKind;
    lines[id++] = 1;
    for (const symbol of shape.symbols) {
      const { kind, line, parent } = symbol;
      kinds[id] = kindNumbers.get(kind) ?? 0;
      lines[id] = line;
      if (parent !== undefined) parents[id] = first + parent;
      else if (isOutOfLine(symbol)) {
        types ??= typeNodes(files);
        parents[id] = types.get(`${module}\0${containerOf(symbol)}`) ?? 0;
      }
      id++;
    }
  }
  return { kinds, lines, parents };
}

/** Types by module and qualified name, for members that are declared outside their braces. */
function typeNodes(files: readonly FileState[]): Map<string, number> {
  const nodes = new Map<string, number>();
  let id = 0;
  for (const { shape, module } of files) {
    id++;
    for (const { kind, qualifiedName } of shape.symbols) {
      if (scopeKinds.has(kind)) nodes.set(`${module}\0${qualifiedName}`, id);
      id++;
    }
  }
  return nodes;
}

function containerOf({ name, qualifiedName }: SymbolShape): string {
  return qualifiedName.slice(0, -name.length - 1);
}

/** What answers show of symbols: the bytes of files that did not change are copied. */
function symbolColumns(
  files: readonly FileState[],
  numbers: NodeNumbers,
  base: BaseGraph | undefined,
): Pick<GraphColumns, "symbolStarts" | "symbols"> {
  const oldStarts = base?.columns.symbolStarts;
  const old = oldStarts && base.columns.symbols(0, at(oldStarts, -1));
  const symbolStarts = new Uint32Array(files.length + 1);
  const all = new ByteWriter();
  for (const [file, { shape }] of files.entries()) {
    const before = numbers.unchanged(file);
    const isNew = before === undefined || !old || !oldStarts;
    all.append(
      isNew
        ? encodeSymbols(shape, graphVersion)
        : old.subarray(at(oldStarts, before), at(oldStarts, before + 1)),
    );
    symbolStarts[file + 1] = all.length;
  }
  const bytes = all.done().slice();
  return { symbolStarts, symbols: (from, to) => bytes.subarray(from, to) };
}
