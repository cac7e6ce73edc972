import { attributeName } from "../types/types.ts";
import type { Position } from "./inference.ts";
import { isOfType } from "./lookup.ts";
import { type Certainty, inferred, possible } from "./resolution.ts";
import type { Resolver } from "./resolve-file.ts";

interface ExpectedType {
  readonly type: string;
  readonly certainty: Certainty;
}

const unsure = possible("expected type unknown");

/**
 * Types that a value inside a declaration can be expected to have: that of a property, the enclosing enum, and, as a
 * guess, the result of a function, because the value can as well be an argument of a call in it.
 */
export function expectedTypes(resolver: Resolver, { symbol, file }: Position): ExpectedType[] {
  if (symbol === undefined) return [];
  const { table, types } = resolver;
  const { type, kind } = table.symbol(symbol);
  const [inner] = types.enclosing(symbol);
  const own = typeof inner?.type === "number" ? inner.type : undefined;
  const isEnum = own !== undefined && table.symbol(own).kind === "enum";
  const isValue = kind === "property" || kind === "variable" || kind === "constant";
  return [
    ...(type !== undefined && isValue ? [{ type, certainty: inferred }] : []),
    ...(isEnum
      ? [{ type: "Self", certainty: isMirrored(resolver, own, symbol, file) ? unsure : inferred }]
      : []),
    ...(type !== undefined && !isValue ? [{ type, certainty: unsure }] : []),
  ];
}

/** Whether a macro adds enums with the same cases to the type, and the repository does not declare them all. */
function isMirrored({ table, lookup }: Resolver, type: number, symbol: number, file: number): boolean {
  const { mirroringMacros } = lookup.dialect(file);
  if (mirroringMacros.size === 0 || !isOfType(table.symbol(symbol))) return false;
  const added = table
    .symbol(type)
    .attributes.flatMap((attribute) => mirroringMacros.get(attributeName(attribute)) ?? []);
  return added.some((name) => table.member(type, name).length === 0);
}
