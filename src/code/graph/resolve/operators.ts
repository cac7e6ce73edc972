import { hasOptionalChain } from "../../languages/expression.ts";
import type { Use } from "../../languages/language.ts";
import type { Confidence } from "../model/edge.ts";
import type { SymbolShape } from "../model/shape.ts";
import { isWeak, type TypeRef, withoutOptional } from "../types/type-ref.ts";
import { parts } from "../types/types.ts";
import type { Spot, Typed } from "./inference.ts";
import type { Resolver } from "./resolve-file.ts";

export interface Meant {
  readonly ids: readonly number[];
  readonly confidence: Confidence;
}

const nothing: Meant = { ids: [], confidence: "possible" };

export function isOperatorName(name: string): boolean {
  return name !== "" && !/^[\p{L}\p{N}_$`]/u.test(name);
}

/**
 * The functions that an operator may mean. One that is declared here is known by its name; one of the standard
 * library's only by the type on its left, because most of its uses are of other types.
 */
export function operatorsMeant(resolver: Resolver, use: Use, spot: Spot): Meant {
  const { table, inference } = resolver;
  const all = table.named(use.name).filter((id) => table.symbol(id).kind === "operator");
  const isOwn = all.some((id) => table.symbol(id).labels === undefined);
  const candidates = all.filter(
    (id) =>
      isFixed(table.symbol(id), use) &&
      table.isReachable(id, spot.file) &&
      table.modules.sees(spot.file, table.file(id)),
  );
  if (candidates.length === 0) return nothing;
  const left = use.receiver && inference.typeOf(use.receiver, spot);
  // The value of `a?.b` is optional, whatever `b` is.
  const type = left && use.receiver && hasOptionalChain(use.receiver) ? optionalOf(left) : left;
  if (type) return byLeft(resolver, candidates, type, isOwn);
  if (!isOwn) return nothing;
  return { ids: candidates, confidence: candidates.length === 1 ? "exact" : "possible" };
}

function optionalOf({ type, derived }: Typed): Typed {
  return { type: { kind: "optional", of: type }, derived };
}

function isFixed({ labels, modifiers }: SymbolShape, use: Use): boolean {
  if (labels?.length !== use.labels?.length) return false;
  if (use.labels?.length === 2) return true;
  return modifiers.includes(use.receiver === undefined ? "prefix" : "postfix");
}

function byLeft(resolver: Resolver, ids: readonly number[], left: Typed, isOwn: boolean): Meant {
  const fits = ids.map((id) => fitOf(resolver, id, left.type));
  const best = Math.min(...fits);
  const chosen = ids.filter((_, at) => fits[at] === best);
  if (best === misfit) return isOwn && ids.length <= 3 ? { ids, confidence: "possible" } : nothing;
  // A generic operator takes anything: only where it is somebody's own does that say something.
  if (best === generic && !isOwn) return nothing;
  // An optional has operators of its own, which call those of what is in it.
  const isUnsure = chosen.length > 1 || isWeak(left.type) || left.type.kind === "optional";
  const sure = left.derived || best > sameType ? "inferred" : "exact";
  return { ids: chosen, confidence: isUnsure ? "possible" : sure };
}

const sameType = 0;
const above = 1;
const generic = 2;
const misfit = 3;

/** How well the first parameter takes a value of the type. */
function fitOf({ table, types }: Resolver, id: number, left: TypeRef): number {
  const { parameters } = table.symbol(id);
  const wanted = withoutOptional(types.read(parameters?.[0]?.type, { file: table.file(id), symbol: id }));
  const given = parts(withoutOptional(left));
  const names = parts(wanted);
  if (wanted?.kind === "all" && names.length === 0) return generic;
  if (given.some((type) => names.some((name) => name.id === type.id))) return sameType;
  const isBelow = given.some((type) => names.some((name) => types.lineage(type.id).includes(name.id)));
  return isBelow ? above : misfit;
}
