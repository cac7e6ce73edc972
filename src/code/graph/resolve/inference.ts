import {
  type CallExpression,
  type Expression,
  type NameExpression,
  namesOf,
} from "../../languages/expression.ts";
import type { Typing } from "../../languages/language.ts";
import type { SymbolTable } from "../names/symbol-table.ts";
import { TrackedMemo } from "../names/tracked-memo.ts";
import { named, type TypeRef, withoutOptional } from "../types/type-ref.ts";
import { lastName, parts, type Scope, type Substitution, type Types } from "../types/types.ts";
import type { Arguments } from "./labels.ts";
import type { Locals } from "./locals.ts";
import { isOfType, type Lookup, type Query } from "./lookup.ts";

/** A type, and whether a step to it was derived rather than written. */
export interface InferredType {
  readonly type: TypeRef;
  readonly derived: boolean;
}

/** A position in a file, with the local variables of the file. Without them, only declarations are considered. */
export interface Position extends Scope {
  readonly at: number;
  readonly locals: Locals | undefined;
}

/** Infers the types of expressions, as far as the repository determines them. */
export class Inference {
  readonly #types: Types;
  readonly #table: SymbolTable;
  readonly #lookup: Lookup;
  readonly #values: TrackedMemo<number, InferredType | undefined>;

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
    this.#types = lookup.types;
    this.#table = lookup.table;
    this.#values = new TrackedMemo(this.#table, undefined, this.#types.nesting);
  }

  value(expression: Expression, position: Position): InferredType | undefined {
    const { nesting } = this.#types;
    if (nesting.values > 10) return undefined;
    nesting.values++;
    try {
      const found = this.typeOf(expression, position);
      return found && { type: found.type, derived: true };
    } finally {
      nesting.values--;
    }
  }

  /** The type of a variable or parameter. Cached: most are used several times in the same declaration. */
  local(typing: Typing, position: Position): InferredType | undefined {
    const cache = position.locals?.typesIn(position.symbol);
    // A nested computation can be cut off: its result is not cached.
    if (!cache || this.#types.nesting.values > 0) return this.#localType(typing, position);
    const cached = cache.get(typing);
    if (cached !== undefined || cache.has(typing)) return cached;
    const type = this.#localType(typing, position);
    cache.set(typing, type);
    return type;
  }

  #localType(typing: Typing, position: Position): InferredType | undefined {
    const before = { ...position, at: typing.from };
    const found = typing.type ? known(this.#read(typing.type, position)) : this.#bound(typing, before);
    if (!found || typing.binds === undefined || typing.binds === "value") return found;
    if (typing.binds === "optional") return mapped(found, withoutOptional);
    if (typing.binds === "element" && typing.type === undefined)
      return mapped(found, (type) => this.#elementOf(type, position));
    return typing.type === undefined ? undefined : found;
  }

  /** `if let user` takes its value from the name itself. */
  #bound(typing: Typing, before: Position): InferredType | undefined {
    if (typing.value !== undefined) return this.value(typing.value, before);
    if (typing.binds !== "optional") return undefined;
    const found = typing.name === "self" ? this.#self(before) : this.#named(typing.name, undefined, before);
    return found && { type: found.type, derived: true };
  }

  /** The type of an expression, such as the receiver of a call. */
  typeOf(expression: Expression, position: Position): InferredType | undefined {
    switch (expression.kind) {
      case "name":
        return this.#named(expression.name, expression.types, position);
      case "self":
        return this.#self(position);
      case "super":
        return this.#superclass(position);
      case "literal":
        return { type: named(this.#lookup.dialect(position.file).literals[expression.of]), derived: false };
      case "list":
        return this.#list(expression.element, position);
      case "member":
        return this.#memberOf(expression.of, expression.name, undefined, position);
      case "call":
        return this.#call(expression, position);
      case "index":
        return this.#indexed(this.typeOf(expression.of, position), expression.labels, position);
      case "chain":
      case "unwrap": {
        const from = this.typeOf(expression.of, position);
        return from && { type: this.#unwrapped(from.type, position), derived: from.derived };
      }
      case "cast": {
        const type = this.#writtenIn(expression.type, position);
        return type && { type: expression.isOptional ? { kind: "optional", of: type } : type, derived: true };
      }
      case "new": {
        const type = this.#writtenIn(expression.type, position);
        return type && { type, derived: true };
      }
      case "implicit":
      case "closure":
      case "other":
        return undefined;
    }
  }

  /** What `x?` and `x!` give: `T` of an optional, and of `Result<T, E>` in Rust. */
  #unwrapped(type: TypeRef, { file }: Position): TypeRef {
    const inner = withoutOptional(type) ?? type;
    if (inner.kind !== "type" || typeof inner.id !== "string") return inner;
    const { wrappers } = this.#lookup.dialect(file);
    return wrappers.has(lastName(inner.id)) ? (inner.args[0] ?? inner) : inner;
  }

  #call({ of, labels, closures }: CallExpression, position: Position): InferredType | undefined {
    const args = { labels, closures };
    if (of.kind === "name") return this.#called(of, args, position);
    if (of.kind === "member") return this.#memberOf(of.of, of.name, args, position);
    // `super().method()`
    if (of.kind === "super") return this.#superclass(position);
    const from = this.typeOf(of, position);
    return from?.type.kind === "meta" ? { type: from.type.of, derived: true } : resultOf(from);
  }

  #memberOf(
    of: Expression,
    name: string,
    call: Arguments | undefined,
    position: Position,
  ): InferredType | undefined {
    const from = this.typeOf(of, position);
    const found = from && this.member(from, name, call, position);
    return found ?? this.#throughModule(of, name, call, position);
  }

  /** `data.load()` and `data.Store` where `data` is a module. */
  #throughModule(
    of: Expression,
    name: string,
    call: Arguments | undefined,
    position: Position,
  ): InferredType | undefined {
    const path = namesOf(of);
    if (!path || this.#variable(path[0] ?? "", position)) return undefined;
    const query: Query = call ? { kind: "call", args: call } : { kind: "value" };
    const ids = (this.#table.inModule(position, path, name) ?? []).filter((id) =>
      this.#lookup.fits(id, query, position.file),
    );
    const [only] = ids;
    if (only === undefined) return undefined;
    if (call && this.#table.isType(only)) return { type: named(this.#table.typeOf(only)), derived: true };
    return !call && isCallable(this.#table.symbol(only).kind) ? undefined : this.#agreed(ids, undefined);
  }

  /** A type as it is written. */
  #read(text: string, scope: Scope, given?: Substitution): TypeRef | undefined {
    const type = this.#types.read(text, scope, given);
    const { strictOptionals } = this.#lookup.dialect(scope.file);
    // `T!` needs no unwrapping.
    return strictOptionals && !text.endsWith("!") ? type : (withoutOptional(type) ?? type);
  }

  /** The type that an expression names; undefined if the name may include a package, which is not followed. */
  #writtenIn(text: string, position: Position): TypeRef | undefined {
    const type = this.#read(text, position);
    const isQualified = type?.kind === "type" && typeof type.id === "string" && type.id.includes(".");
    return isQualified && this.#lookup.dialect(position.file).hasPackages ? undefined : type;
  }

  /** A bare name without arguments: a variable, a property, a type. */
  #named(name: string, types: string | undefined, position: Position): InferredType | undefined {
    const typing = this.#variable(name, position);
    if (typing) return this.local(typing, position);
    const { ids, weak } = this.#lookup.bare(name, { kind: "value" }, position);
    const [id] = ids;
    if (id !== undefined && !weak && !this.#table.isType(id))
      return isCallable(this.#table.symbol(id).kind)
        ? undefined
        : this.#declaredType(id, undefined, new Map());
    const type = this.#types.read(withArguments(name, types), position);
    return type && isTypeLike(type) ? { type: { kind: "meta", of: type }, derived: false } : undefined;
  }

  /** A bare name with arguments: a function, or a type that is made. */
  #called({ name, types }: NameExpression, args: Arguments, position: Position): InferredType | undefined {
    const typing = this.#variable(name, position);
    if (typing) return resultOf(this.local(typing, position));
    const { ids, weak } = this.#lookup.bare(name, { kind: "call", args }, position);
    const [id] = ids;
    if (weak) return undefined;
    if (id !== undefined && !this.#table.isType(id)) return this.#agreed(ids, undefined);
    const type = this.#types.read(withArguments(name, types), position);
    return type && isTypeLike(type) ? { type, derived: true } : undefined;
  }

  /** One member of a type as a value; with `call`, its result. */
  member(
    from: InferredType,
    name: string,
    call: Arguments | undefined,
    position: Position,
  ): InferredType | undefined {
    const { type } = from;
    if (type.kind === "tuple") {
      const item = type.items[Number(name)] ?? type.items.find(({ label }) => label === name);
      return item?.type && { type: item.type, derived: true };
    }
    if (type.kind === "optional") return undefined;
    if (name === "init" && type.kind === "meta") return { type: type.of, derived: true };
    const found = this.#lookup.member(
      type,
      name,
      call ? { kind: "call", args: call } : { kind: "value" },
      position.file,
    );
    if (found.length === 0)
      return this.#wellKnown(from, name, position) ?? this.#nested(type, name, call, position);
    // A method that is named but not called is a function, not its result.
    if (!call && found.every((id) => isCallable(this.#table.symbol(id).kind))) return undefined;
    const result = this.#agreed(found, type);
    return result && { type: result.type, derived: from.derived || result.derived || call !== undefined };
  }

  #nested(
    type: TypeRef,
    name: string,
    call: Arguments | undefined,
    position: Position,
  ): InferredType | undefined {
    const found = type.kind === "meta" ? this.#types.memberType(type, name, [], position) : undefined;
    if (!found) return undefined;
    return call ? { type: found, derived: true } : { type: { kind: "meta", of: found }, derived: false };
  }

  /** The type that all candidates have; undefined for overloads with different results. */
  #agreed(ids: readonly number[], receiver: TypeRef | undefined): InferredType | undefined {
    let first: InferredType | undefined;
    for (const id of ids) {
      const given = this.#given(id, receiver);
      const next = this.#declaredType(id, receiver, given);
      if (!next) return undefined;
      if (first && JSON.stringify(first.type) !== JSON.stringify(next.type)) return undefined;
      first ??= next;
    }
    return first && { ...first, derived: first.derived || ids.length > 1 };
  }

  /** The type arguments of the receiver for the generic parameters of the type that declares the member. */
  #given(id: number, receiver: TypeRef | undefined): Substitution {
    const parent = this.#table.parentOf(id);
    if (parent === undefined) return new Map();
    const declaring = this.#table.typeOf(parent);
    for (const { id: type, args } of parts(receiver)) {
      if (type === declaring) return this.#types.substitution(type, args);
    }
    return new Map();
  }

  /** The type of a property, or the result of a callable. */
  #declaredType(id: number, receiver: TypeRef | undefined, given: Substitution): InferredType | undefined {
    const symbol = this.#table.symbol(id);
    const scope = { file: this.#table.file(id), symbol: id };
    if (this.#table.isType(id))
      return { type: { kind: "meta", of: named(this.#table.typeOf(id)) }, derived: false };
    if (symbol.kind === "case" || symbol.kind === "initializer") {
      const self = receiver?.kind === "meta" ? receiver.of : this.#types.selfType(this.#table.parentOf(id));
      return self && { type: self, derived: true };
    }
    if (symbol.type !== undefined) {
      const self = receiver?.kind === "meta" ? receiver.of : receiver;
      if (/^Self[?!]?$/.test(symbol.type) && self) return { type: self, derived: true };
      const type = this.#read(symbol.type, scope, given);
      const isResult = isCallable(symbol.kind);
      // The arguments decide what a generic result is.
      return type && (isResult && isOpen(type) ? undefined : { type, derived: isResult });
    }
    const { value } = symbol;
    if (value === undefined) return undefined;
    return this.#values.get(id, () =>
      this.value(value, { ...scope, symbol: this.#table.parentOf(id), at: 0, locals: undefined }),
    );
  }

  #self(position: Position): InferredType | undefined {
    const type = this.#types.selfType(position.symbol);
    if (!type) return undefined;
    return { type: this.#isStatic(position.symbol) ? { kind: "meta", of: type } : type, derived: false };
  }

  #isStatic(symbol: number | undefined): boolean {
    for (let id = symbol; id !== undefined; id = this.#table.parentOf(id)) {
      const parent = this.#table.parentOf(id);
      if (parent === undefined) return false;
      const outer = this.#table.symbol(parent);
      const own = this.#table.symbol(id);
      if (outer.kind === "extension" || this.#table.isType(parent))
        return isOfType(own) && own.kind !== "initializer" && !this.#table.isType(id);
    }
    return false;
  }

  #superclass(position: Position): InferredType | undefined {
    const [inner] = this.#types.enclosing(position.symbol);
    if (!inner) return undefined;
    const above = this.#types.supertypes(inner.type);
    const base =
      above.find(({ type }) => typeof type === "number" && this.#table.symbol(type).kind === "class") ??
      above[0];
    if (!base) return undefined;
    const type = named(base.type, base.args);
    return { type: this.#isStatic(position.symbol) ? { kind: "meta", of: type } : type, derived: false };
  }

  #variable(name: string, position: Position): Typing | undefined {
    const owner = position.symbol === undefined ? undefined : this.#table.indexOf(position.symbol);
    return position.locals?.find(name, position.at, owner);
  }

  #list(element: Expression | undefined, position: Position): InferredType | undefined {
    const type = element && this.value(element, position)?.type;
    return type && { type: named("Array", [type]), derived: true };
  }

  #indexed(
    from: InferredType | undefined,
    labels: readonly string[],
    position: Position,
  ): InferredType | undefined {
    if (!from) return undefined;
    const { type } = from;
    const query: Query = { kind: "call", args: { labels, closures: [] } };
    const ids = this.#lookup.member(type, "subscript", query, position.file);
    if (ids.length > 0) {
      const found = this.#agreed(ids, type);
      return found && { type: found.type, derived: true };
    }
    const [only] = parts(type);
    if (only?.id === "Dictionary") return wrap(only.args[1]);
    return mapped(from, (each) => this.#elementOf(each, position));
  }

  #elementOf(type: TypeRef, { file }: Position): TypeRef | undefined {
    const [only] = parts(type);
    if (typeof only?.id !== "string") return undefined;
    const isCollection = only.id === "Array" || this.#lookup.dialect(file).collections.types.has(only.id);
    return isCollection ? only.args[0] : undefined;
  }

  /** Members of standard collections that give an element, or a collection of the same elements. */
  #wellKnown(from: InferredType, name: string, position: Position): InferredType | undefined {
    const [only] = parts(from.type);
    if (!only || typeof only.id !== "string" || from.type.kind === "meta") return undefined;
    const { elementMembers, sameMembers } = this.#lookup.dialect(position.file).collections;
    if (elementMembers.has(name)) return wrap(this.#elementOf(from.type, position));
    if (sameMembers.has(name)) return { type: from.type, derived: true };
    if (only.id === "Dictionary" && name === "values" && only.args[1])
      return { type: named("Array", [only.args[1]]), derived: true };
    return undefined;
  }
}

function wrap(type: TypeRef | undefined): InferredType | undefined {
  return type && { type: { kind: "optional", of: type }, derived: true };
}

function mapped(
  typed: InferredType | undefined,
  change: (type: TypeRef) => TypeRef | undefined,
): InferredType | undefined {
  const type = typed && change(typed.type);
  return type && typed && { type, derived: type !== typed.type || typed.derived };
}

function resultOf(typed: InferredType | undefined): InferredType | undefined {
  const type = withoutOptional(typed?.type);
  return type?.kind === "function" && type.result ? { type: type.result, derived: true } : undefined;
}

/** A generic parameter without bounds, or with external bounds (`Sendable`): it can be any type. */
function isOpen(type: TypeRef): boolean {
  const inner = withoutOptional(type);
  return inner?.kind === "all" && parts(inner).every(({ id }) => typeof id === "string");
}

function known(type: TypeRef | undefined): InferredType | undefined {
  return type && { type, derived: false };
}

function withArguments(name: string, types: string | undefined): string {
  return types === undefined ? name : `${name}<${types}>`;
}

function isCallable(kind: string): boolean {
  return kind === "method" || kind === "function" || kind === "operator" || kind === "subscript";
}

/** A type of the repository, or a name that is written like one. */
function isTypeLike(type: TypeRef): boolean {
  if (type.kind !== "type") return true;
  return typeof type.id === "number" || /^[\p{Lu}[]/u.test(type.id.slice(type.id.lastIndexOf(".") + 1));
}
