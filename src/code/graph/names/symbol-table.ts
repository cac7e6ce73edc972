import { type DeclarationKind, type LanguageId, typeKinds } from "../../languages/language.ts";
import type { FileShape, SymbolShape } from "../model/shape.ts";
import type { Targets } from "../targets/targets.ts";
import { Bindings } from "./import-bindings.ts";
import { Modules } from "./modules.ts";
import type { PathAlias } from "./path-aliases.ts";
import type { Asked } from "./tracked-memo.ts";

/** A type of the repository by its symbol's number, any other by its name. */
export type TypeId = number | string;

/** Kinds whose members are found through their name. */
export const scopeKinds: ReadonlySet<DeclarationKind> = new Set([
  ...typeKinds,
  "associatedtype",
  "namespace",
  "module",
]);

const noIds: readonly number[] = [];
const noMembers: ReadonlyMap<string, readonly number[]> = new Map();

/**
 * All declarations of a repository, numbered, and found by name. Every search by name is noted in `asked`, so
 * that whoever resolves a file knows afterwards on which names the outcome depends.
 */
export class SymbolTable {
  readonly files: readonly FileShape[];
  readonly modules: Modules;
  readonly symbols: SymbolShape[] = [];
  readonly fileOf: number[] = [];
  asked: Asked | undefined;
  readonly #starts: number[] = [];
  readonly #tops = new Map<string, number[]>();
  readonly #byQualifiedName = new Map<string, number[]>();
  readonly #byName = new Map<string, number[]>();
  readonly #localsByName = new Map<string, number[]>();
  /** By symbol: whether only its own file can name it. */
  readonly #isHidden: boolean[] = [];
  /** By file. */
  readonly #families: readonly string[];
  readonly #members = new Map<TypeId, Map<string, number[]>>();
  readonly #bound: TypeId[] = [];
  /** Names that decided what an extension extends, beyond its own. */
  readonly #boundBy = new Map<number, string[]>();

  readonly #bindings: Bindings;

  constructor(files: readonly FileShape[], targets?: Targets, aliases?: readonly PathAlias[]) {
    this.files = files;
    this.modules = new Modules(files, targets, aliases);
    this.#bindings = new Bindings(files, this.modules, (file, name) => this.#topLevelOf(file, name));
    this.#families = files.map(({ language }) => family(language));
    for (const [file, { symbols }] of files.entries()) {
      this.#starts.push(this.symbols.length);
      for (const symbol of symbols) {
        const id = this.symbols.push(symbol) - 1;
        this.fileOf.push(file);
        this.#enter(id, symbol);
      }
    }
    for (const [id, symbol] of this.symbols.entries()) {
      this.#bound.push(symbol.kind === "extension" ? this.#extended(id, symbol) : id);
    }
    for (const id of this.symbols.keys()) this.#enlist(id);
  }

  idOf(file: number, index: number): number {
    return (this.#starts[file] ?? 0) + index;
  }

  indexOf(id: number): number {
    return id - (this.#starts[this.fileOf[id] ?? 0] ?? 0);
  }

  symbol(id: number): SymbolShape {
    const found = this.symbols[id];
    if (!found) throw new Error(`No symbol ${id}.`);
    return found;
  }

  file(id: number): number {
    return this.fileOf[id] ?? 0;
  }

  parentOf(id: number): number | undefined {
    const { parent } = this.symbol(id);
    return parent === undefined ? undefined : this.idOf(this.file(id), parent);
  }

  /** The type that a type or extension declares members of. */
  typeOf(id: number): TypeId {
    const type = this.#bound[id] ?? id;
    if (type !== id && this.asked) for (const name of this.#boundBy.get(id) ?? []) this.asked.add(name);
    return type;
  }

  isType(id: number): boolean {
    return scopeKinds.has(this.symbol(id).kind);
  }

  nameOf(type: TypeId): string {
    return typeof type === "string" ? type : this.symbol(type).name;
  }

  /** Declarations at top level that a file can see, the nearest first; only the nearest kind of place counts. */
  topLevel(name: string, file: number): { readonly ids: readonly number[]; readonly weak: boolean } {
    this.asked?.add(name);
    const all = this.#tops.get(name) ?? noIds;
    const usable = all.filter((id) => this.isReachable(id, file));
    const own = usable.filter((id) => this.file(id) === file);
    if (own.length > 0) return { ids: own, weak: false };
    const taken = this.#bindings.named(file, name);
    if (taken) return { ids: taken, weak: false };
    if (all.length === 0) return { ids: noIds, weak: false };
    const sameModule = usable.filter((id) => this.modules.of(this.file(id)) === this.modules.of(file));
    if (sameModule.length > 0) {
      const areTypes = sameModule.every((id) => this.isType(id));
      return { ids: areTypes ? this.#nearest(sameModule, file) : sameModule, weak: false };
    }
    const seen = usable.filter((id) => this.modules.sees(file, this.file(id)));
    if (seen.length > 0) return { ids: seen, weak: false };
    const unsure = usable.filter((id) => !this.modules.hides(file, this.file(id)));
    return { ids: unsure.length > 3 ? noIds : unsure, weak: true };
  }

  /** Declarations of a name in the module that a qualifier stands for in a file; undefined when it is none. */
  inModule(file: number, qualifier: string, name: string): readonly number[] | undefined {
    return this.#bindings.inModule(file, qualifier, name);
  }

  #topLevelOf(file: number, name: string): readonly number[] {
    this.asked?.add(name);
    return this.#tops.get(name)?.filter((id) => this.file(id) === file) ?? noIds;
  }

  /** Everything of that name, wherever it is. */
  named(name: string): readonly number[] {
    this.asked?.add(name);
    return this.#byName.get(name) ?? noIds;
  }

  /** Functions and types of that name that are declared inside functions. */
  localsNamed(name: string): readonly number[] {
    this.asked?.add(name);
    return this.#localsByName.get(name) ?? noIds;
  }

  /** Members that the type itself and its extensions declare. */
  membersOf(type: TypeId): ReadonlyMap<string, readonly number[]> {
    return this.#members.get(type) ?? noMembers;
  }

  member(type: TypeId, name: string): readonly number[] {
    this.asked?.add(name);
    return this.#members.get(type)?.get(name) ?? noIds;
  }

  qualified(name: string): readonly number[] {
    return this.#byQualifiedName.get(name) ?? noIds;
  }

  /** Whether access control and language let a file name the symbol at all. */
  isReachable(id: number, file: number): boolean {
    const other = this.file(id);
    if (other === file) return true;
    return this.#isHidden[id] === false && this.#families[other] === this.#families[file];
  }

  #enter(id: number, symbol: SymbolShape): void {
    const { modifiers } = symbol;
    this.#isHidden.push(modifiers.includes("private") || modifiers.includes("fileprivate"));
    if (symbol.kind === "extension") return;
    push(this.#byName, symbol.name, id);
    if (symbol.local) push(this.#localsByName, symbol.name, id);
    if (scopeKinds.has(symbol.kind)) push(this.#byQualifiedName, symbol.qualifiedName, id);
    if (symbol.parent === undefined && !isApart(symbol)) push(this.#tops, symbol.name, id);
  }

  #enlist(id: number): void {
    const symbol = this.symbol(id);
    const parent = this.parentOf(id) ?? this.typeApart(id, symbol);
    if (parent === undefined || symbol.kind === "extension") return;
    const outer = this.symbol(parent);
    if (outer.kind !== "extension" && !scopeKinds.has(outer.kind)) return;
    const type = this.typeOf(parent);
    let names = this.#members.get(type);
    if (!names) {
      names = new Map();
      this.#members.set(type, names);
    }
    push(names, symbol.name, id);
  }

  /** The type that a method outside its braces belongs to: `func (m *Mux) handle()`, `void Mux::handle()`. */
  typeApart(id: number, symbol = this.symbol(id)): number | undefined {
    if (!isApart(symbol)) return undefined;
    const container = symbol.qualifiedName.slice(0, -symbol.name.length - 1);
    this.asked?.add(container);
    return this.#bestType(this.qualified(container), this.file(id));
  }

  /** The type that an extension extends. A chain of aliases is followed as far as names go. */
  #extended(id: number, symbol: SymbolShape, name = symbol.qualifiedName, depth = 0): TypeId {
    const file = this.file(id);
    this.#boundBy.set(id, [...(this.#boundBy.get(id) ?? []), ...name.split(".")]);
    const found = this.#bestType(this.qualified(name), file);
    if (found === undefined) {
      const [first = "", ...rest] = name.split(".");
      if (rest.length > 0 && this.modules.has(first))
        return this.#extended(id, symbol, rest.join("."), depth + 1);
      return name;
    }
    const target = this.symbol(found);
    const alias = /^[\p{L}_][\p{L}\p{N}_.]*/u.exec(target.type ?? "")?.[0];
    if (target.kind !== "typealias" || !alias || depth > 4) return found;
    const container = target.qualifiedName.slice(0, -target.name.length);
    const isNested = container !== "" && this.qualified(container + alias).length > 0;
    return this.#extended(id, symbol, isNested ? container + alias : alias, depth + 1);
  }

  #bestType(ids: readonly number[], file: number): number | undefined {
    const usable = ids.filter((id) => this.isReachable(id, file) && this.modules.sees(file, this.file(id)));
    const own = usable.filter((id) => this.modules.of(this.file(id)) === this.modules.of(file));
    return this.#nearest(own.length > 0 ? own : usable, file)[0];
  }

  /** Those that share the most folders with the file: where targets are unknown, folders tell them apart. */
  #nearest(ids: readonly number[], file: number): readonly number[] {
    if (ids.length < 2) return ids;
    const path = this.files[file]?.path ?? "";
    const shared = ids.map((id) => sharedFolders(path, this.files[this.file(id)]?.path ?? ""));
    const most = Math.max(...shared);
    return ids.filter((_, at) => shared[at] === most);
  }
}

/** Declared outside the braces of the type that it is a member of. */
export function isApart({ parent, kind, name, qualifiedName }: SymbolShape): boolean {
  return (
    parent === undefined &&
    kind !== "extension" &&
    qualifiedName.length > name.length &&
    !scopeKinds.has(kind)
  );
}

function sharedFolders(a: string, b: string): number {
  const x = a.split("/");
  const y = b.split("/");
  let count = 0;
  while (count < x.length - 1 && x[count] === y[count]) count++;
  return count;
}

/** Languages that call each other's code by name. */
function family(language: LanguageId): string {
  if (language === "tsx" || language === "javascript") return "typescript";
  if (language === "cpp" || language === "objective-c") return "c";
  return language === "kotlin" ? "java" : language;
}

function push(map: Map<string, number[]>, name: string, id: number): void {
  const ids = map.get(name);
  if (ids) ids.push(id);
  else map.set(name, [id]);
}
