import { at } from "../../../kernel/array.ts";
import type { SymbolTable, TypeId } from "../names/symbol-table.ts";
import { noNesting, TrackedMemo } from "../names/tracked-memo.ts";
import { named, type TypeRef } from "./type-ref.ts";
import { readConstraints, readGenericNames, readTypeText, type TypeText } from "./type-text.ts";

/** Where a name is used: in which file, and inside which declaration. */
export interface Scope {
  readonly file: number;
  readonly symbol: number | undefined;
}

/** The types that a receiver gives to generic parameters. */
export type Substitution = ReadonlyMap<string, TypeRef | undefined>;

const maxDepth = 12;
const noSubstitution: Substitution = new Map();

/** A supertype, with the clause that declares it. */
export interface Supertype {
  readonly type: TypeId;
  readonly args: readonly (TypeRef | undefined)[];
  /** The symbol that has the clause: the type or one of its extensions. */
  readonly by: number;
  readonly line: number;
  readonly where: string | undefined;
  readonly how: "clause" | "extension" | "macro" | "embedded";
}

/** Resolves written types to declarations, and knows which type inherits from which. */
export class Types {
  readonly table: SymbolTable;
  readonly #clauses = new Map<TypeId, Clause[]>();
  readonly #supertypes: TrackedMemo<TypeId, readonly Supertype[]>;
  readonly #lineages: TrackedMemo<TypeId, readonly TypeId[]>;
  /** Shared by all memos whose computations can call one another. */
  readonly nesting = noNesting();

  constructor(table: SymbolTable) {
    this.table = table;
    this.#supertypes = new TrackedMemo(table, [], this.nesting);
    this.#lineages = new TrackedMemo(table, [], this.nesting);
    for (const [file, shape] of table.files.entries()) {
      for (const { owner, text, name, how, where, line } of shape.inheritances) {
        if (how === "suppressed" || how === "constraint") continue;
        const by = table.idOf(file, owner);
        const clause: Clause = {
          by,
          line,
          how,
          text: text.replace(/^@\w+(\([^)]*\))?\s*/, "") || name,
          where,
        };
        const type = table.typeOf(by);
        const clauses = this.#clauses.get(type);
        if (clauses) clauses.push(clause);
        else this.#clauses.set(type, [clause]);
      }
    }
    this.#addMacroClauses();
  }

  /** A macro with `@attached(extension, conformances: P)` makes every type that it is attached to conform to P. */
  #addMacroClauses(): void {
    const added = new Map<string, string[]>();
    for (const { kind, name, attributes } of this.table.symbols) {
      if (kind === "macro") added.set(name, [...(added.get(name) ?? []), ...conformancesIn(attributes)]);
    }
    if (added.size === 0) return;
    for (const [by, { kind, attributes, line }] of this.table.symbols.entries()) {
      if (attributes.length === 0 || !this.table.isType(by) || kind === "protocol") continue;
      const texts = attributes.flatMap((text) => added.get(attributeName(text)) ?? []);
      const clauses = texts.map((text): Clause => ({ by, line, how: "macro", text, where: undefined }));
      if (clauses.length > 0) this.#clauses.set(by, [...(this.#clauses.get(by) ?? []), ...clauses]);
    }
  }

  read(text: string | undefined, scope: Scope, given: Substitution = noSubstitution): TypeRef | undefined {
    const parsed = text === undefined ? undefined : readTypeText(text);
    return parsed && this.resolve(parsed, scope, given);
  }

  resolve(type: TypeText, scope: Scope, given: Substitution = noSubstitution): TypeRef | undefined {
    if (this.nesting.types > maxDepth) return undefined;
    this.nesting.types++;
    try {
      return this.#resolveOne(type, scope, given);
    } finally {
      this.nesting.types--;
    }
  }

  /** Direct supertypes, in source order of their files; a composition behind an alias gives each part. */
  supertypes(type: TypeId): readonly Supertype[] {
    return this.#supertypes.get(type, () => {
      this.table.dependencies?.add(lastName(this.table.nameOf(type)));
      if (typeof type === "number")
        for (const text of this.table.symbol(type).attributes)
          this.table.dependencies?.add(attributeName(text));
      return (this.#clauses.get(type) ?? []).flatMap((clause) => this.#supertypesOf(clause, type));
    });
  }

  #supertypesOf({ by, line, how, text, where }: Clause, type: TypeId): Supertype[] {
    // The clause is outside the type's own scope.
    const scope = { file: this.table.file(by), symbol: this.table.parentOf(by) };
    return parts(this.read(text, scope)).flatMap(({ id, args }) =>
      id === type ? [] : [{ type: id, args, by, line, how, where }],
    );
  }

  /** The type and everything that it inherits from, superclasses and protocols, nearest first. */
  lineage(type: TypeId): readonly TypeId[] {
    return this.#lineages.get(type, () => {
      const all: TypeId[] = [type];
      const seen = new Set<TypeId>(all);
      for (let at = 0; at < all.length; at++) {
        const next = all[at];
        if (next === undefined) break;
        for (const { type: above } of this.supertypes(next)) {
          if (seen.has(above)) continue;
          seen.add(above);
          all.push(above);
        }
      }
      return all;
    });
  }

  /** Types around a declaration, innermost first. */
  enclosing(symbol: number | undefined): { type: TypeId; by: number }[] {
    const types: { type: TypeId; by: number }[] = [];
    for (let id = symbol; id !== undefined; id = this.table.parentOf(id) ?? this.table.outOfLineType(id)) {
      const { kind } = this.table.symbol(id);
      if (
        kind === "extension" ||
        (this.table.isType(id) && kind !== "typealias" && kind !== "associatedtype")
      )
        types.push({ type: this.table.typeOf(id), by: id });
    }
    return types;
  }

  /** The generic parameters of a type by name, with the type arguments of a receiver. */
  substitution(type: TypeId, args: readonly (TypeRef | undefined)[]): Substitution {
    if (typeof type === "string" || args.length === 0) return noSubstitution;
    const names = readGenericNames(this.table.symbol(type).generics);
    return new Map(names.map(({ name }, index) => [name, args[index]]));
  }

  #resolveOne(type: TypeText, scope: Scope, given: Substitution): TypeRef | undefined {
    const inner = (text: TypeText) => this.resolve(text, scope, given);
    switch (type.kind) {
      case "optional": {
        const of = inner(type.of);
        return of && { kind: "optional", of };
      }
      case "meta": {
        const of = inner(type.of);
        return of && { kind: "meta", of };
      }
      case "all": {
        const of = type.of.flatMap((each) => inner(each) ?? []);
        return of.length === 0 ? undefined : { kind: "all", of };
      }
      case "function":
        return { kind: "function", result: type.result && inner(type.result) };
      case "tuple":
        return {
          kind: "tuple",
          items: type.items.map(({ label, type: item }) => ({ label, type: inner(item) })),
        };
      case "name":
        return this.#resolveName(type.path, type.args.map(inner), scope, given);
    }
  }

  #resolveName(
    path: readonly string[],
    args: readonly (TypeRef | undefined)[],
    scope: Scope,
    given: Substitution,
  ): TypeRef | undefined {
    const [first = "", ...rest] = path;
    if (rest.length === 0 && given.has(first)) return given.get(first);
    if (first === "Any" || first === "AnyObject") return undefined;
    if (first === "Optional" && args[0]) return { kind: "optional", of: args[0] };
    let current = this.#resolveFirst(first, rest.length === 0 ? args : [], scope);
    if (current === undefined && rest.length > 0 && this.table.modules.has(first)) {
      return this.#resolveName(rest, args, { file: scope.file, symbol: undefined }, given);
    }
    for (const [index, name] of rest.entries()) {
      current = current && this.memberType(current, name, index === rest.length - 1 ? args : [], scope);
    }
    if (current) return current;
    const [imported] = rest.length > 0 ? this.#inModule(path, scope) : [];
    if (imported !== undefined) return this.#declared(imported, args);
    // Not in the repository: an external type is identified by its name.
    this.table.dependencies?.add(at(path, -1));
    return named(path.join("."), args);
  }

  /** Types that are named with the module that they are imported from: `human.Base`. */
  #inModule(path: readonly string[], scope: Scope): readonly number[] {
    const ids = this.table.inModule(scope, path.slice(0, -1), at(path, -1)) ?? [];
    return ids.filter((id) => this.table.isType(id));
  }

  #resolveFirst(name: string, args: readonly (TypeRef | undefined)[], scope: Scope): TypeRef | undefined {
    if (this.#isSelf(name, scope)) return this.selfType(scope.symbol);
    for (let id = scope.symbol; id !== undefined; id = this.table.parentOf(id)) {
      const type = this.#genericParameter(name, id) ?? this.#typeIn(id, name, args, scope);
      if (type) return type;
    }
    const { ids, weak } = this.table.topLevel(name, scope.file);
    const types = ids.filter((id) => this.table.isType(id));
    const [only] = types;
    if (only === undefined || (weak && types.length > 1)) return undefined;
    const type = this.#declared(only, args);
    const own = this.table.typeOf(only);
    const isUnsure =
      weak || types.some((id) => this.table.typeOf(id) !== own && !this.table.symbol(id).conditions);
    return isUnsure && type?.kind === "type" ? { ...type, weak: true } : type;
  }

  /** PHP writes `self` and `static` where others write `Self`. */
  #isSelf(name: string, { file }: Scope): boolean {
    if (name === "Self") return true;
    return (name === "self" || name === "static") && this.table.files[file]?.language === "php";
  }

  /** The type of `self`, with the bounds that an extension has on Self. */
  selfType(symbol: number | undefined): TypeRef | undefined {
    const [inner] = this.enclosing(symbol);
    if (!inner) return undefined;
    const own = named(inner.type);
    const bounds = this.#boundsOf("Self", this.table.symbol(inner.by).constraints, {
      file: this.table.file(inner.by),
      symbol: inner.by,
    });
    return bounds.length === 0 ? own : { kind: "all", of: [own, ...bounds] };
  }

  /** A type that is nested in a type declaration, or local to a function. */
  #typeIn(
    id: number,
    name: string,
    args: readonly (TypeRef | undefined)[],
    scope: Scope,
  ): TypeRef | undefined {
    const { kind } = this.table.symbol(id);
    if (kind === "extension" || this.table.isType(id))
      return this.memberType(named(this.table.typeOf(id)), name, args, scope);
    for (const local of this.table.named(name)) {
      if (this.table.parentOf(local) === id && this.table.isType(local)) return this.#declared(local, args);
    }
    return undefined;
  }

  /** A type declared in another or in one of its supertypes. */
  memberType(
    outer: TypeRef,
    name: string,
    args: readonly (TypeRef | undefined)[],
    scope: Scope,
  ): TypeRef | undefined {
    for (const { id } of parts(outer)) {
      // What an associated type is, a conforming type says elsewhere, mostly by the name of a type around it.
      const isAbstract = typeof id === "number" && this.table.symbol(id).kind === "protocol";
      for (const type of this.lineage(id)) {
        for (const member of this.table.member(type, name)) {
          if (!this.table.isType(member) || !this.table.isReachable(member, scope.file)) continue;
          if (isAbstract || this.table.symbol(member).kind !== "associatedtype")
            return this.#declared(member, args);
        }
      }
    }
    return undefined;
  }

  /** What a declared type means: an alias means its target, an associated type its bounds. */
  #declared(id: number, args: readonly (TypeRef | undefined)[]): TypeRef | undefined {
    const symbol = this.table.symbol(id);
    const scope = { file: this.table.file(id), symbol: id };
    if (symbol.kind === "typealias") {
      const names = readGenericNames(symbol.generics);
      const given = new Map(names.map(({ name }, index) => [name, args[index]]));
      const parent = { file: scope.file, symbol: this.table.parentOf(id) };
      return this.read(symbol.type, parent, given) ?? named(id, args);
    }
    if (symbol.kind === "associatedtype") {
      const bounds = this.#associatedBounds(id, scope);
      return bounds.length > 0 ? { kind: "all", of: bounds } : named(id);
    }
    return named(this.table.typeOf(id), args);
  }

  #associatedBounds(id: number, scope: Scope): TypeRef[] {
    const index = this.table.indexOf(id);
    const clauses = this.table.files[scope.file]?.inheritances ?? [];
    return clauses.flatMap(({ owner, text }) => {
      const parent = { file: scope.file, symbol: this.table.parentOf(id) };
      return owner === index ? (this.read(text, parent) ?? []) : [];
    });
  }

  /** A parameter of the declaration's own generic clause, or of the type that it extends. */
  #genericParameter(name: string, id: number): TypeRef | undefined {
    const symbol = this.table.symbol(id);
    const extended = symbol.kind === "extension" ? this.table.typeOf(id) : undefined;
    const clause = typeof extended === "number" ? this.table.symbol(extended).generics : symbol.generics;
    if (clause === undefined || !clause.includes(name)) return this.#extensionParameter(name, id);
    const parameter = readGenericNames(clause).find((each) => each.name === name);
    if (!parameter) return undefined;
    const outer = typeof extended === "number" ? extended : id;
    const scope = { file: this.table.file(outer), symbol: this.table.parentOf(outer) };
    const bound = parameter.bound === "" ? undefined : this.read(parameter.bound, scope);
    const extra = this.#boundsOf(name, symbol.constraints, {
      file: this.table.file(id),
      symbol: this.table.parentOf(id),
    });
    return { kind: "all", of: [...(bound ? [bound] : []), ...extra] };
  }

  /** `Element` in `extension Array where Element: P`. */
  #extensionParameter(name: string, id: number): TypeRef | undefined {
    const { kind, constraints } = this.table.symbol(id);
    if (kind !== "extension" || !constraints?.includes(name)) return undefined;
    const bounds = this.#boundsOf(name, constraints, { file: this.table.file(id), symbol: undefined });
    return bounds.length > 0 ? { kind: "all", of: bounds } : undefined;
  }

  #boundsOf(name: string, constraints: string | undefined, scope: Scope): TypeRef[] {
    if (!constraints?.includes(name)) return [];
    return readConstraints(constraints).flatMap((each) =>
      each.name === name || each.name === `Self.${name}` ? (this.read(each.bound, scope) ?? []) : [],
    );
  }
}

interface Clause {
  readonly by: number;
  readonly line: number;
  readonly text: string;
  readonly where: string | undefined;
  readonly how: Supertype["how"];
}

export function attributeName(attribute: string): string {
  return /^@([\p{L}_][\p{L}\p{N}_]*)/u.exec(attribute)?.[1] ?? "";
}

function conformancesIn(attributes: readonly string[]): string[] {
  return attributes.flatMap((text) => {
    const list =
      /^@attached\([^)]{0,200}conformances:([^)]{0,500})/
        .exec(text)?.[1]
        ?.replace(/,\s{0,20}names:.*$/s, "") ?? "";
    return list.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  });
}

/** `B` of `A.B`: the name that lookups use for an extension of `A.B`. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

type Named = Extract<TypeRef, { kind: "type" }>;

/** The named types whose members a value of the type has. */
export function parts(type: TypeRef | undefined): readonly Named[] {
  if (!type) return [];
  if (type.kind === "type") return [type];
  if (type.kind === "all") return type.of.flatMap(parts);
  return type.kind === "meta" ? parts(type.of) : [];
}
