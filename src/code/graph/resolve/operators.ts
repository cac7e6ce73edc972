import { hasOptionalChain } from "../../languages/expression.ts";
import type { Use } from "../../languages/language.ts";
import type { SymbolShape } from "../model/shape.ts";
import { isWeak, type TypeRef, withoutOptional } from "../types/type-ref.ts";
import { parts } from "../types/types.ts";
import type { InferredType, Position } from "./inference.ts";
import { possible, type Resolution } from "./resolution.ts";
import type { Resolver } from "./resolve-file.ts";

const nothing: Resolution = { ids: [], confidence: "possible" };

export function isOperatorName(name: string): boolean {
  return name !== "" && !/^[\p{L}\p{N}_$`]/u.test(name);
}

/**
 * The functions that an operator can mean. An operator that the repository declares is known by its name; one of the
 * standard library only by the type on its left, because most of its uses are about other types.
 */
export function resolveOperator(resolver: Resolver, use: Use, position: Position): Resolution {
  const { table, inference } = resolver;
  const all = table.named(use.name).filter((id) => table.symbol(id).kind === "operator");
  const isOwn = all.some((id) => table.symbol(id).labels === undefined);
  const candidates = all.filter(
    (id) =>
      isFixed(table.symbol(id), use) &&
      table.isReachable(id, position.file) &&
      table.modules.sees(position.file, table.file(id)),
  );
  if (candidates.length === 0) return nothing;
  const left = use.receiver && inference.typeOf(use.receiver, position);
  // The value of `a?.b` is optional, whatever `b` is.
  const type = left && use.receiver && hasOptionalChain(use.receiver) ? optionalOf(left) : left;
  if (type) return byLeft(resolver, candidates, type, isOwn);
  if (!isOwn) return nothing;
  if (candidates.length === 1) return { ids: candidates, confidence: "exact" };
  return { ids: candidates, ...possible("several declarations match") };
}

function optionalOf({ type, derived }: InferredType): InferredType {
  return { type: { kind: "optional", of: type }, derived };
}

/** Whether a declaration has the fixity of the use. */
function isFixed({ labels, modifiers }: SymbolShape, use: Use): boolean {
  if (labels?.length !== use.labels?.length) return false;
  if (use.labels?.length === 2) return true;
  return modifiers.includes(use.receiver === undefined ? "prefix" : "postfix");
}

function byLeft(resolver: Resolver, ids: readonly number[], left: InferredType, isOwn: boolean): Resolution {
  const fits = ids.map((id) => fitOf(resolver, id, left.type));
  const best = Math.min(...fits);
  const chosen = ids.filter((_, index) => fits[index] === best);
  if (best === misfit)
    return isOwn && ids.length <= 3 ? { ids, ...possible("arguments match no declaration") } : nothing;
  // A generic operator takes anything: that says something only about an operator of the repository.
  if (best === generic && !isOwn) return nothing;
  // An optional has operators of its own, which call those of what is in it.
  const isUnsure = chosen.length > 1 || isWeak(left.type) || left.type.kind === "optional";
  const sure = left.derived || best > sameType ? "inferred" : "exact";
  if (!isUnsure) return { ids: chosen, confidence: sure };
  return { ids: chosen, ...possible(chosen.length > 1 ? "several declarations match" : "matched by name") };
}

const sameType = 0;
const supertype = 1;
const generic = 2;
const misfit = 3;

/** How well the first parameter takes a value of the type. */
function fitOf({ table, types }: Resolver, id: number, left: TypeRef): number {
  const { parameters } = table.symbol(id);
  const parameter = withoutOptional(types.read(parameters?.[0]?.type, { file: table.file(id), symbol: id }));
  const given = parts(withoutOptional(left));
  const taken = parts(parameter);
  if (parameter?.kind === "all" && taken.length === 0) return generic;
  if (given.some((type) => taken.some(({ id: other }) => other === type.id))) return sameType;
  const isSubtype = given.some((type) =>
    taken.some(({ id: other }) => types.lineage(type.id).includes(other)),
  );
  return isSubtype ? supertype : misfit;
}
