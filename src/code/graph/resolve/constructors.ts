import type { SymbolTable } from "../names/symbol-table.ts";
import type { Types } from "../types/types.ts";
import type { Arguments } from "./labels.ts";

/** What a call of a type means; unsure if its arguments match none of the initializers that are declared. */
export interface Constructors {
  readonly ids: readonly number[];
  readonly isSure: boolean;
}

/** Kinds of types that inherit initializers. */
const inheriting = new Set(["class", "actor"]);

/**
 * What a call means that matches no declared initializer. An initializer that the compiler synthesizes is represented
 * by the type; that of a protocol belongs to the conforming types. Otherwise the arguments were not understood, and the
 * nearest initializers are a guess.
 */
export function synthesizedConstructors(
  types: Types,
  type: number,
  args: Arguments,
  file: number,
): Constructors {
  const { table } = types;
  const { kind } = table.symbol(type);
  if (kind === "protocol" || kind === "associatedtype") return { ids: [], isSure: true };
  const declaring = inheriting.has(kind) ? types.lineage(type).filter((id) => isClass(table, id)) : [type];
  const all = declaring.flatMap((id) => table.member(id, "init"));
  const replacing = all.filter((id) => isDesignated(table, id));
  if (replacing.length === 0 || isSynthesized(types, type, args)) return { ids: [type], isSure: true };
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

/** An initializer in the braces of the type replaces the synthesized one; one in an extension does not. */
function isDesignated(table: SymbolTable, id: number): boolean {
  const { kind, modifiers } = table.symbol(id);
  const parent = table.parentOf(id);
  if (kind !== "initializer" || modifiers.includes("convenience") || parent === undefined) return false;
  return table.symbol(parent).kind !== "extension";
}

/** `init(rawValue:)` of an enum and `init(from:)` of a decodable type exist in addition to declared ones. */
function isSynthesized(types: Types, type: number, { labels, closures }: Arguments): boolean {
  if (labels.length !== 1 || closures.length > 0) return false;
  if (labels[0] === "rawValue") return types.table.symbol(type).kind === "enum";
  const isDecodable = (id: number | string) => id === "Codable" || id === "Decodable";
  return labels[0] === "from" && types.lineage(type).some(isDecodable);
}

/** Those that share the most labels with the call, and of them those with the nearest number of labels. */
function nearest(table: SymbolTable, ids: readonly number[], { labels, closures }: Arguments): number[] {
  const given = new Set([...labels, ...closures].filter((label) => label !== "_"));
  const count = labels.length + closures.length;
  const distances = ids.map((id) => {
    const own = table.symbol(id).labels ?? [];
    const shared = own.filter((label) => given.has(label)).length;
    return shared === 0 ? Number.POSITIVE_INFINITY : Math.abs(own.length - count) - 100 * shared;
  });
  const best = Math.min(...distances);
  return best === Number.POSITIVE_INFINITY ? [] : ids.filter((_, at) => distances[at] === best);
}
