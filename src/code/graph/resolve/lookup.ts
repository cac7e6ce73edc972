import { at } from "../../../kernel/array.ts";
import type { Dialect } from "../../languages/dialect.ts";
import { dialectOf } from "../../languages/dialects.ts";
import type { SymbolShape } from "../model/shape.ts";
import type { SymbolTable, TypeId } from "../names/symbol-table.ts";
import { TrackedMemo } from "../names/tracked-memo.ts";
import type { TypeRef } from "../types/type-ref.ts";
import { parts, type Scope, type Types } from "../types/types.ts";
import { type Constructors, synthesizedConstructors } from "./constructors.ts";
import { type Arguments, labelsFit, preferredOverloads } from "./labels.ts";

/** What a name must be: something to call with these arguments, or any value. */
export type Query = { readonly kind: "call"; readonly args: Arguments } | { readonly kind: "value" };

export interface Matches {
  readonly ids: readonly number[];
  /** Matched only by looking beyond what the file imports. */
  readonly weak: boolean;
}

const nothing: Matches = { ids: [], weak: false };
const callables = new Set([
  "function",
  "method",
  "initializer",
  "subscript",
  "case",
  "macro",
  "operator",
  "block",
]);
const values = new Set(["property", "variable", "constant"]);

/** Finds declarations by name: members of a type, or what a bare name means in a scope. */
export class Lookup {
  readonly types: Types;
  readonly table: SymbolTable;
  /** By symbol: whether a property holds a function. */
  readonly #functions: TrackedMemo<number, boolean>;

  constructor(types: Types) {
    this.types = types;
    this.table = types.table;
    this.#functions = new TrackedMemo(types.table, false, types.nesting);
  }

  dialect(file: number): Dialect {
    return dialectOf(at(this.table.files, file).language);
  }

  /** Members of a receiver's type, from the nearest type that has one. */
  member(receiver: TypeRef, name: string, query: Query, file: number): readonly number[] {
    const isMeta = receiver.kind === "meta";
    const { labels } = this.dialect(file);
    const side = (symbol: SymbolShape) => !labels || query.kind === "value" || isOfType(symbol) === isMeta;
    for (const { id } of parts(receiver)) {
      const ids = this.#inType(id, name, query, file, side);
      if (ids.length > 0) return ids;
    }
    return [];
  }

  /** What a bare name means: a local function, a member of an enclosing type, or a top-level declaration. */
  bare(name: string, query: Query, scope: Scope): Matches {
    const dialect = this.dialect(scope.file);
    const local = this.#localFunctions(name, query, scope);
    if (local.length > 0) return { ids: local, weak: false };
    if (dialect.implicitSelf) {
      const ids = this.#implicitMembers(name, query, scope);
      if (ids.length > 0) return { ids, weak: false };
    }
    const { ids, weak } = this.table.topLevel(name, scope.file);
    const fitting = this.#preferred(
      ids.filter((id) => this.fits(id, query, scope.file)),
      query,
      scope.file,
    );
    return fitting.length === 0 ? nothing : { ids: fitting, weak };
  }

  /** The constructor that a call of a type means; the type itself if it declares none. */
  constructorOf(type: TypeId, args: Arguments, file: number): Constructors {
    if (typeof type === "string") return { ids: this.#externalConstructor(type, args, file), isSure: true };
    const { constructors, labels } = this.dialect(file);
    const names = [...constructors, this.table.symbol(type).name];
    const query: Query = { kind: "call", args };
    for (const name of names) {
      const ids = this.#inType(type, name, query, file, (symbol) => symbol.kind === "initializer");
      if (ids.length > 0) return { ids, isSure: true };
    }
    return labels ? synthesizedConstructors(this.types, type, args, file) : { ids: [type], isSure: true };
  }

  /** `extension Text { init(template:) }` adds to a type that is not in the repository. */
  #externalConstructor(type: string, args: Arguments, file: number): readonly number[] {
    return this.#inType(
      type,
      "init",
      { kind: "call", args },
      file,
      (symbol) => symbol.kind === "initializer",
    );
  }

  /** Members with a name anywhere, for calls whose receiver has an unknown type. */
  anywhere(name: string, query: Query, file: number): readonly number[] {
    const { labels } = this.dialect(file);
    const all = this.table.named(name).filter((id) => {
      const parent = this.table.parentOf(id) ?? this.table.outOfLineType(id);
      // Without labels a qualifier can be a module, a package or a namespace: `data.load()` is then a function.
      if (
        (parent === undefined && (labels || query.kind !== "call")) ||
        this.table.symbol(id).local ||
        this.table.isType(id)
      )
        return false;
      return this.table.isReachable(id, file) && this.fits(id, query, file);
    });
    const visible = all.filter((id) => this.table.modules.sees(file, this.table.file(id)));
    return visible.length > 0 ? visible : all;
  }

  fits(id: number, query: Query, file: number): boolean {
    const symbol = this.table.symbol(id);
    if (query.kind === "value") return symbol.kind !== "initializer" && symbol.kind !== "extension";
    if (this.table.isType(id)) return symbol.kind !== "associatedtype";
    if (values.has(symbol.kind)) return this.#functions.get(id, () => this.#holdsFunction(id, symbol));
    if (!callables.has(symbol.kind)) return false;
    return this.dialect(file).labels ? labelsFit(symbol, query.args) : arityFits(symbol, query.args);
  }

  isRequirement(id: number): boolean {
    const parent = this.table.parentOf(id);
    const kind = parent === undefined ? undefined : this.table.symbol(parent).kind;
    return kind === "protocol" || kind === "interface" || kind === "trait";
  }

  #inType(
    type: TypeId,
    name: string,
    query: Query,
    file: number,
    side: (symbol: SymbolShape) => boolean,
  ): readonly number[] {
    const isProtocol = typeof type === "number" && this.table.symbol(type).kind === "protocol";
    let requirements: readonly number[] = [];
    for (const level of this.types.lineage(type)) {
      const ids = this.table
        .member(level, name)
        .filter((id) => side(this.table.symbol(id)) && this.fits(id, query, file))
        .filter((id) => this.table.isReachable(id, file));
      if (ids.length === 0) continue;
      const required = ids.filter((id) => this.isRequirement(id));
      const implemented = ids.filter((id) => !this.isRequirement(id));
      if (isProtocol) return this.#preferred(required.length > 0 ? required : implemented, query, file);
      if (implemented.length > 0) return this.#preferred(implemented, query, file);
      if (requirements.length === 0) requirements = required;
    }
    return this.#preferred(requirements, query, file);
  }

  /** Of several candidates, those that the language would choose, as far as labels and defaults decide. */
  #preferred(candidates: readonly number[], query: Query, file: number): readonly number[] {
    const ids = distinct(this.table, candidates, file);
    if (ids.length < 2 || query.kind !== "call" || !this.dialect(file).labels) return ids;
    const best = preferredOverloads(
      ids.map((id) => this.table.symbol(id)),
      query.args,
    );
    return ids.filter((id) => best.has(this.table.symbol(id)));
  }

  #localFunctions(name: string, query: Query, scope: Scope): readonly number[] {
    const named = this.table.localsNamed(name);
    if (named.length === 0) return named;
    for (let id = scope.symbol; id !== undefined; id = this.table.parentOf(id)) {
      const here = named.filter(
        (each) => this.table.parentOf(each) === id && this.table.file(each) === scope.file,
      );
      const fitting = here.filter((each) => this.fits(each, query, scope.file));
      if (fitting.length > 0) return fitting;
    }
    return named.filter((id) => this.table.parentOf(id) === undefined && this.table.file(id) === scope.file);
  }

  /** Inside a type its members need no receiver; of the types around it, only static members can be named. */
  #implicitMembers(name: string, query: Query, scope: Scope): readonly number[] {
    let isInner = true;
    let isStatic = this.#isInTypeContext(scope.symbol);
    for (const { type } of this.types.enclosing(scope.symbol)) {
      const self = isInner ? this.types.selfType(scope.symbol) : undefined;
      const receiver: TypeRef = self ?? { kind: "type", id: type, args: [] };
      const all = this.member(isStatic ? { kind: "meta", of: receiver } : receiver, name, query, scope.file);
      // A case is never named bare: the same name here is a variable that a pattern binds.
      const members = all.filter((id) => this.table.symbol(id).kind !== "case");
      if (members.length > 0) return members;
      // A nested type can be named from an instance too.
      const nested = this.table.member(type, name).filter((id) => this.table.isType(id));
      if (nested.length > 0) return nested;
      isInner = false;
      isStatic = true;
    }
    return [];
  }

  /** Whether `self` is the type itself here. */
  #isInTypeContext(symbol: number | undefined): boolean {
    for (let id = symbol; id !== undefined; id = this.table.parentOf(id)) {
      const parent = this.table.parentOf(id);
      if (parent === undefined) return false;
      if (this.table.symbol(parent).kind === "extension" || this.table.isType(parent))
        return isOfType(this.table.symbol(id)) && this.table.symbol(id).kind !== "initializer";
    }
    return false;
  }

  /** A property can be called when it holds a function, as far as its type says. */
  #holdsFunction(id: number, symbol: SymbolShape): boolean {
    if (symbol.type === undefined) return symbol.value?.kind === "closure";
    const type = this.types.read(symbol.type, { file: this.table.file(id), symbol: this.table.parentOf(id) });
    const inner = type?.kind === "optional" ? type.of : type;
    if (inner?.kind === "function") return true;
    return parts(inner).some((each) => this.table.member(each.id, "callAsFunction").length > 0);
  }
}

/** Whether a declaration belongs to the type and not to its instances. */
export function isOfType({ kind, modifiers }: SymbolShape): boolean {
  if (kind === "case" || kind === "initializer") return true;
  if (kind === "class" || kind === "struct" || kind === "enum" || kind === "protocol" || kind === "actor")
    return true;
  if (kind === "typealias" || kind === "associatedtype") return true;
  return modifiers.includes("static") || modifiers.includes("class");
}

function arityFits({ parameters, labels }: SymbolShape, args: Arguments): boolean {
  if (!parameters) return true;
  if (parameters.some(({ variadic, name }) => variadic || /^\*|^\.\.\./.test(name))) return true;
  const [first] = parameters;
  const implicit = first && /^&?(mut\s+)?(self|cls|this)$/.test(first.name) ? 1 : 0;
  const max = Math.max(parameters.length, labels?.length ?? 0) - implicit;
  return args.labels.length <= max;
}

/** Whether other modules can name it: it is public, or its extension is. */
function isPublic(table: SymbolTable, id: number): boolean {
  const { modifiers, kind } = table.symbol(id);
  if (modifiers.some((word) => word === "public" || word === "open" || word === "package")) return true;
  if (modifiers.includes("internal")) return false;
  const parent = table.parentOf(id);
  if (parent === undefined) return false;
  const outer = table.symbol(parent);
  return (
    (outer.kind === "extension" || outer.kind === "protocol" || kind === "case") && isPublic(table, parent)
  );
}

/** Of several declarations, those that access control lets the file name; all of them if that leaves none. */
function accessible(table: SymbolTable, ids: readonly number[], file: number): readonly number[] {
  const open = ids.filter(
    (id) => table.modules.of(table.file(id)) === table.modules.of(file) || isPublic(table, id),
  );
  return open.length > 0 ? open : ids;
}

/** The same declaration in several branches of `#if` counts once. */
function distinct(table: SymbolTable, all: readonly number[], file: number): readonly number[] {
  if (all.length < 2) return all;
  const ids = accessible(table, all, file);
  const seen = new Set<string>();
  return ids.filter((id) => {
    const { signature, conditions } = table.symbol(id);
    const text = `${table.parentOf(id) ?? ""} ${signature}`;
    const isAgain = seen.has(signature) && (conditions !== undefined || seen.has(text));
    seen.add(signature);
    seen.add(text);
    return !isAgain;
  });
}
