import type { Dialect } from "../../languages/dialect.ts";
import { dialectOf } from "../../languages/dialects.ts";
import type { SymbolShape } from "../model/shape.ts";
import type { SymbolTable, TypeId } from "../names/symbol-table.ts";
import { Memory } from "../names/tracked-memo.ts";
import type { TypeRef } from "../types/type-ref.ts";
import { type Place, parts, type Types } from "../types/types.ts";
import { type Constructors, unwrittenConstructors } from "./constructors.ts";
import { type Arguments, favoured, labelsFit } from "./labels.ts";

/** What a name must be to be meant: something to call with these arguments, or any value. */
export type Want = { readonly kind: "call"; readonly args: Arguments } | { readonly kind: "value" };

export interface Hits {
  readonly ids: readonly number[];
  /** Found only by looking beyond what the file imports. */
  readonly weak: boolean;
}

const nothing: Hits = { ids: [], weak: false };
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

/** Finds declarations by name: members of a type, or what a bare name means at a place. */
export class Lookup {
  readonly types: Types;
  readonly table: SymbolTable;
  /** Whether a property holds a function, by its number. */
  readonly #functions: Memory<number, boolean>;

  constructor(types: Types) {
    this.types = types;
    this.table = types.table;
    this.#functions = new Memory(types.table, false, types.nesting);
  }

  dialect(file: number): Dialect {
    return dialectOf(this.table.files[file]?.language ?? "text");
  }

  /** Members of a receiver's type, from the nearest type that has one. */
  member(receiver: TypeRef, name: string, want: Want, file: number): readonly number[] {
    const isMeta = receiver.kind === "meta";
    const { labels } = this.dialect(file);
    const side = (symbol: SymbolShape) => !labels || want.kind === "value" || isOfType(symbol) === isMeta;
    for (const { id } of parts(receiver)) {
      const found = this.#inType(id, name, want, file, side);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** What a bare name means: local functions, members of enclosing types, then the file and what it sees. */
  bare(name: string, want: Want, place: Place): Hits {
    const dialect = this.dialect(place.file);
    const local = this.#localFunctions(name, want, place);
    if (local.length > 0) return { ids: local, weak: false };
    if (dialect.implicitSelf) {
      const ids = this.#implicitMembers(name, want, place);
      if (ids.length > 0) return { ids, weak: false };
    }
    const { ids, weak } = this.table.topLevel(name, place.file);
    const fitting = this.#preferred(
      ids.filter((id) => this.fits(id, want, place.file)),
      want,
      place.file,
    );
    return fitting.length === 0 ? nothing : { ids: fitting, weak };
  }

  /** The constructor that a call of a type means; the type itself where it is not written. */
  constructorOf(type: TypeId, args: Arguments, file: number): Constructors {
    if (typeof type === "string") return { ids: this.#externalConstructor(type, args, file), isSure: true };
    const { constructors, labels } = this.dialect(file);
    const names = [...constructors, this.table.symbol(type).name];
    const want: Want = { kind: "call", args };
    for (const name of names) {
      const found = this.#inType(type, name, want, file, (symbol) => symbol.kind === "initializer");
      if (found.length > 0) return { ids: found, isSure: true };
    }
    return labels ? unwrittenConstructors(this.types, type, args, file) : { ids: [type], isSure: true };
  }

  /** `extension Text { init(template:) }` adds to a type that is not ours. */
  #externalConstructor(type: string, args: Arguments, file: number): readonly number[] {
    return this.#inType(
      type,
      "init",
      { kind: "call", args },
      file,
      (symbol) => symbol.kind === "initializer",
    );
  }

  /** Members with a name anywhere, for calls whose receiver is not known. */
  anywhere(name: string, want: Want, file: number): readonly number[] {
    const { labels } = this.dialect(file);
    const all = this.table.named(name).filter((id) => {
      const parent = this.table.parentOf(id) ?? this.table.typeApart(id);
      // Without labels a qualifier may be a module, a package or a namespace: `data.load()` is then a function.
      if (
        (parent === undefined && (labels || want.kind !== "call")) ||
        this.table.symbol(id).local ||
        this.table.isType(id)
      )
        return false;
      return this.table.isReachable(id, file) && this.fits(id, want, file);
    });
    const seen = all.filter((id) => this.table.modules.sees(file, this.table.file(id)));
    return seen.length > 0 ? seen : all;
  }

  fits(id: number, want: Want, file: number): boolean {
    const symbol = this.table.symbol(id);
    if (want.kind === "value") return symbol.kind !== "initializer" && symbol.kind !== "extension";
    if (this.table.isType(id)) return symbol.kind !== "associatedtype";
    if (values.has(symbol.kind)) return this.#functions.get(id, () => this.#holdsFunction(id, symbol));
    if (!callables.has(symbol.kind)) return false;
    return this.dialect(file).labels ? labelsFit(symbol, want.args) : arityFits(symbol, want.args);
  }

  isRequirement(id: number): boolean {
    const parent = this.table.parentOf(id);
    const kind = parent === undefined ? undefined : this.table.symbol(parent).kind;
    return kind === "protocol" || kind === "interface" || kind === "trait";
  }

  #inType(
    type: TypeId,
    name: string,
    want: Want,
    file: number,
    side: (symbol: SymbolShape) => boolean,
  ): readonly number[] {
    const isProtocol = typeof type === "number" && this.table.symbol(type).kind === "protocol";
    let requirements: readonly number[] = [];
    for (const level of this.types.lineage(type)) {
      const ids = this.table
        .member(level, name)
        .filter((id) => side(this.table.symbol(id)) && this.fits(id, want, file))
        .filter((id) => this.table.isReachable(id, file));
      if (ids.length === 0) continue;
      const demanded = ids.filter((id) => this.isRequirement(id));
      const written = ids.filter((id) => !this.isRequirement(id));
      if (isProtocol) return this.#preferred(demanded.length > 0 ? demanded : written, want, file);
      if (written.length > 0) return this.#preferred(written, want, file);
      if (requirements.length === 0) requirements = demanded;
    }
    return this.#preferred(requirements, want, file);
  }

  /** Of several that fit, those that the language would choose, as far as labels and defaults tell. */
  #preferred(found: readonly number[], want: Want, file: number): readonly number[] {
    const ids = distinct(this.table, found, file);
    if (ids.length < 2 || want.kind !== "call" || !this.dialect(file).labels) return ids;
    const best = favoured(
      ids.map((id) => this.table.symbol(id)),
      want.args,
    );
    return ids.filter((id) => best.has(this.table.symbol(id)));
  }

  #localFunctions(name: string, want: Want, place: Place): readonly number[] {
    const named = this.table.localsNamed(name);
    if (named.length === 0) return named;
    for (let id = place.symbol; id !== undefined; id = this.table.parentOf(id)) {
      const here = named.filter(
        (each) => this.table.parentOf(each) === id && this.table.file(each) === place.file,
      );
      const fitting = here.filter((each) => this.fits(each, want, place.file));
      if (fitting.length > 0) return fitting;
    }
    return named.filter((id) => this.table.parentOf(id) === undefined && this.table.file(id) === place.file);
  }

  /** Inside a type its members need no receiver; of the types around it only what belongs to the type. */
  #implicitMembers(name: string, want: Want, place: Place): readonly number[] {
    let isInner = true;
    let isStatic = this.#isInTypeContext(place.symbol);
    for (const { type } of this.types.enclosing(place.symbol)) {
      const self = isInner ? this.types.selfType(place.symbol) : undefined;
      const receiver: TypeRef = self ?? { kind: "type", id: type, args: [] };
      const all = this.member(isStatic ? { kind: "meta", of: receiver } : receiver, name, want, place.file);
      // A case is never named bare: the same name here is a variable that a pattern binds.
      const found = all.filter((id) => this.table.symbol(id).kind !== "case");
      if (found.length > 0) return found;
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
      const outer = parent === undefined ? undefined : this.table.symbol(parent);
      if (outer && (outer.kind === "extension" || this.table.isType(parent ?? 0)))
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

/** Whether it belongs to the type rather than to its instances. */
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
  const implicit = /^&?(mut\s+)?(self|cls|this)$/.test(parameters[0]?.name ?? "") ? 1 : 0;
  const most = Math.max(parameters.length, (labels ?? []).length) - implicit;
  return args.labels.length <= most;
}

/** Whether other modules can name it, as far as it says so itself or its extension does. */
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

/** Of several, those that access control lets the file name; all of them where it cannot tell. */
function accessible(table: SymbolTable, ids: readonly number[], file: number): readonly number[] {
  const open = ids.filter(
    (id) => table.modules.of(table.file(id)) === table.modules.of(file) || isPublic(table, id),
  );
  return open.length > 0 ? open : ids;
}

/** The same declaration in several branches of `#if` counts once. */
function distinct(table: SymbolTable, found: readonly number[], file: number): readonly number[] {
  if (found.length < 2) return found;
  const ids = accessible(table, found, file);
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
