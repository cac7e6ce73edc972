import type { SymbolTable } from "../names/symbol-table.ts";
import type { Types } from "../types/types.ts";
import type { Arguments } from "./labels.ts";

/** What a call of a type means; unsure where its arguments fit none of the initialisers that are written. */
export interface Constructors {
  readonly ids: readonly number[];
  readonly isSure: boolean;
}

/** Kinds of types that may be made as what they inherit from. */
const inheriting = new Set(["class", "actor"]);

/**
 * No initialiser that is written fits. Where the compiler writes one, the type stands for it; a protocol's is
 * whoever conforms to it; else the arguments were not understood, and what comes nearest is a guess.
 */
export function unwrittenConstructors(
  types: Types,
  type: number,
  args: Arguments,
  file: number,
): Constructors {
  const { table } = types;
  const { kind } = table.symbol(type);
  if (kind === "protocol" || kind === "associatedtype") return { ids: [], isSure: true };
  const makers = inheriting.has(kind) ? types.lineage(type).filter((id) => isClass(table, id)) : [type];
  const all = makers.flatMap((id) => table.member(id, "init"));
  const replacing = all.filter((id) => isDesignated(table, id));
  if (replacing.length === 0 || isSynthesised(types, type, args)) return { ids: [type], isSure: true };
  const near = nearest(
    table,
    all.filter((id) => table.isReachable(id, file)),
    args,
  );
  return { ids: near.length > 0 ? near : [type], isSure: false };
}

function isClass(table: SymbolTable, id: number | string): boolean {
  return typeof id === "number" && inheriting.has(table.symbol(id).kind);
}

/** One in the type's own braces takes the place of what the compiler would write; an extension's does not. */
function isDesignated(table: SymbolTable, id: number): boolean {
  const { kind, modifiers } = table.symbol(id);
  const parent = table.parentOf(id);
  if (kind !== "initializer" || modifiers.includes("convenience") || parent === undefined) return false;
  return table.symbol(parent).kind !== "extension";
}

/** `init(rawValue:)` of an enum and `init(from:)` of what is decoded come beside those that are written. */
function isSynthesised(types: Types, type: number, { labels, closures }: Arguments): boolean {
  if (labels.length !== 1 || closures.length > 0) return false;
  if (labels[0] === "rawValue") return types.table.symbol(type).kind === "enum";
  const isDecoded = (id: number | string) => id === "Codable" || id === "Decodable";
  return labels[0] === "from" && types.lineage(type).some(isDecoded);
}

/** Those that share the most labels with the call, and of them those with the most similar number. */
function nearest(table: SymbolTable, ids: readonly number[], { labels, closures }: Arguments): number[] {
  const wanted = new Set([...labels, ...closures].filter((label) => label !== "_"));
  const count = labels.length + closures.length;
  const distances = ids.map((id) => {
    const own = table.symbol(id).labels ?? [];
    const shared = own.filter((label) => wanted.has(label)).length;
    return shared === 0 ? Number.POSITIVE_INFINITY : Math.abs(own.length - count) - 100 * shared;
  });
  const best = Math.min(...distances);
  return best === Number.POSITIVE_INFINITY ? [] : ids.filter((_, at) => distances[at] === best);
}
