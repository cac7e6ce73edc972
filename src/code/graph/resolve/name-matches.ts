import type { Use } from "../../languages/language.ts";
import type { Reason } from "../model/edge.ts";
import type { SymbolTable, TypeId } from "../names/symbol-table.ts";
import { named, type TypeRef } from "../types/type-ref.ts";
import { lastName, parts } from "../types/types.ts";
import type { Position } from "./inference.ts";
import { isOfType } from "./lookup.ts";
import { maxCandidates, possible, queryOf, type Resolution } from "./resolution.ts";
import type { Resolver } from "./resolve-file.ts";

/** A name with more declarations is an ordinary one. */
const maxNamed = 64;

/** What uses in a file can mean where types do not lead to a declaration: never more than possible. */
export class NameMatches {
  readonly #resolver: Resolver;
  readonly #table: SymbolTable;
  readonly #file: number;

  constructor(resolver: Resolver, file: number) {
    this.#resolver = resolver;
    this.#table = resolver.table;
    this.#file = file;
  }

  /** A member that an extension adds to a base class that is not in the repository. */
  inExternalBase(use: Use, { symbol }: Position): Resolution | "external" {
    const { lookup, types } = this.#resolver;
    const hasExternalBase = types
      .enclosing(symbol)
      .some(({ type }) => types.lineage(type).some((each) => typeof each === "string"));
    if (!hasExternalBase || this.isOrdinary(use.name)) return "external";
    const ids = lookup.anywhere(use.name, queryOf(use), this.#file).filter((id) => {
      const parent = this.#table.parentOf(id);
      return parent !== undefined && typeof this.#table.typeOf(parent) === "string";
    });
    return ids.length === 0 || ids.length > 3 ? "external" : { ids, ...possible("matched by name") };
  }

  /** Resolves a member that the type does not have, as far as the repository shows. */
  ofType(use: Use, type: TypeRef): Resolution | "external" {
    const { lookup } = this.#resolver;
    const { narrows, isExtension, hasMacros } = lookup.dialect(this.#file);
    if (!narrows) return this.#inExtension(use, type);
    const namesakes = parts(type).flatMap(({ id }) => this.#namesakes(id));
    const own = namesakes.flatMap((id) => lookup.member(named(id), use.name, queryOf(use), this.#file));
    const others = this.#telling(use.name)
      .filter(
        (id) =>
          isExtension(this.#table.symbol(id)) || this.#isInSubtype(id, type) || this.#table.isWithoutType(id),
      )
      .filter((id) => this.#table.isReachable(id, this.#file) && lookup.fits(id, queryOf(use), this.#file));
    const ids = [...new Set([...own, ...others])];
    if (ids.length === 0 && hasMacros && this.#isOurs(type))
      return this.nameOnly(use, "macros hide the namespace or type");
    if (ids.length === 0 || ids.length > maxCandidates) return "external";
    const isChecked = ids.some((id) => this.#isInSubtype(id, type));
    return { ids, ...possible(isChecked ? "type checked at run time" : "matched by name") };
  }

  #isOurs(type: TypeRef): boolean {
    return parts(type).some(({ id }) => typeof id === "number");
  }

  /** Members of that name, if it is rare enough to say something. */
  #telling(name: string): readonly number[] {
    const ids = this.#table.named(name);
    return ids.length > maxNamed || this.isOrdinary(name) ? [] : ids;
  }

  /**
   * Types with the same name: the other parts of a type that is declared in several (interface and implementation,
   * `partial class`), and types of the repository for a name whose package or namespace was not followed.
   */
  #namesakes(id: TypeId): readonly number[] {
    const own = typeof id === "number" ? this.#table.symbol(id).qualifiedName : undefined;
    return this.#table.named(lastName(this.#table.nameOf(id))).filter((each) => {
      if (each === id || !this.#table.isType(each) || !this.#table.isReachable(each, this.#file))
        return false;
      return own === undefined || this.#table.symbol(each).qualifiedName === own;
    });
  }

  /** After `if (x instanceof Sub)` a value has the members of `Sub`, whatever its declaration says. */
  #isInSubtype(id: number, type: TypeRef): boolean {
    const parent = this.#table.parentOf(id) ?? this.#table.outOfLineType(id);
    if (parent === undefined) return false;
    const lineage = this.#resolver.types.lineage(this.#table.typeOf(parent));
    return parts(type).some((each) => lineage.includes(each.id));
  }

  /** The conformances of an external type are unknown: `extension View` can be about it. */
  #inExtension(use: Use, type: TypeRef): Resolution | "external" {
    if (this.#isOurs(type) || this.isOrdinary(use.name)) return "external";
    const ids = this.#resolver.lookup.anywhere(use.name, queryOf(use), this.#file).filter((id) => {
      const parent = this.#table.parentOf(id);
      return parent !== undefined && typeof this.#table.typeOf(parent) === "string";
    });
    return ids.length === 0 || ids.length > 3 ? "external" : { ids, ...possible("matched by name") };
  }

  /** The receiver has an unknown type: any type with such a member is possible. */
  nameOnly(use: Use, reason: Reason = "type of the receiver unknown"): Resolution | "external" {
    if (this.isOrdinary(use.name)) return "external";
    const ids = this.#resolver.lookup.anywhere(use.name, queryOf(use), this.#file);
    const isCall = use.kind === "call";
    const fitting = isCall ? ids : ids.filter((id) => !isOfType(this.#table.symbol(id)));
    const max = isCall ? maxCandidates : 2;
    // Overloads of one name are one answer.
    const names = new Set(fitting.map((id) => this.#table.symbol(id).qualifiedName));
    if (fitting.length === 0 || (isCall ? names.size : fitting.length) > max) return "external";
    return { ids: fitting.slice(0, maxCandidates), ...possible(reason) };
  }

  isOrdinary(name: string): boolean {
    return this.#resolver.lookup.dialect(this.#file).ordinaryMembers.has(name);
  }
}
