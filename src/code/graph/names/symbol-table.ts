import { at } from "../../../kernel/array.ts";
import { type DeclarationKind, type LanguageId, typeKinds } from "../../languages/language.ts";
import type { FileShape, SymbolShape } from "../model/shape.ts";
import type { Targets } from "../targets/targets.ts";
import { ImportBindings } from "./import-bindings.ts";
import type { Layout } from "./layout.ts";
import { Modules } from "./modules.ts";
import type { Dependencies } from "./tracked-memo.ts";

/** A type of the repository by its symbol's number, any other by its name. */
export type TypeId = number | string;

/** Kinds whose members are looked up through their name. */
export const scopeKinds: ReadonlySet<DeclarationKind> = new Set([
  ...typeKinds,
  "associatedtype",
  "namespace",
  "module",
]);

/** Languages in which several files declare parts of one namespace or module, and names are written with it. */
const namespaceLanguages: ReadonlySet<LanguageId> = new Set(["ruby", "cpp", "c", "csharp"]);

/** Languages in which a macro can open a namespace. */
const namespaceMacros: ReadonlySet<LanguageId> = new Set(["cpp", "c"]);

const noIds: readonly number[] = [];
const noMembers: ReadonlyMap<string, readonly number[]> = new Map();

/**
 * All declarations of a repository, numbered, and found by name. Every name that is looked up is added to
 * `dependencies`: after a file is resolved they say which names the result depends on.
 */
export class SymbolTable {
  readonly files: FileShape[];
  readonly modules: Modules;
  readonly symbols: SymbolShape[] = [];
  readonly fileOf: number[] = [];
  dependencies: Dependencies | undefined;
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
  /** By symbol: itself, or the type that an extension extends. */
  readonly #types: TypeId[] = [];
  /** By extension: the names that decided what it extends. */
  readonly #extensionNames = new Map<number, string[]>();

  readonly #bindings: ImportBindings;

  constructor(shapes: readonly FileShape[], targets?: Targets, layout?: Layout) {
    const files = [...shapes];
    this.files = files;
    this.modules = new Modules(files, targets, layout);
    this.#bindings = new ImportBindings(files, this.modules, {
      topLevel: (file, name) => this.#topLevelOf(file, name),
      members: (type, name) => this.member(this.typeOf(type), name),
    });
    this.#families = files.map(({ language }) => family(language));
    for (const [file, { symbols }] of files.entries()) {
      this.#starts.push(this.symbols.length);
      for (const symbol of symbols) {
        const id = this.symbols.push(symbol) - 1;
        this.fileOf.push(file);
        this.#addNames(id, symbol);
      }
    }
    const open = new Map<string, number>();
    for (const [id, symbol] of this.symbols.entries()) {
      this.#types.push(
        symbol.kind === "extension" ? this.#extendedType(id, symbol) : this.#firstPart(id, symbol, open),
      );
    }
    for (const id of this.symbols.keys()) this.#addMember(id);
  }

  /** Takes another state of a file that declares the same: only places differ. */
  replace(file: number, shape: FileShape): void {
    this.files[file] = shape;
    for (const [index, symbol] of shape.symbols.entries()) this.symbols[this.idOf(file, index)] = symbol;
  }

  idOf(file: number, index: number): number {
    return at(this.#starts, file) + index;
  }

  indexOf(id: number): number {
    return id - at(this.#starts, at(this.fileOf, id));
  }

  symbol(id: number): SymbolShape {
    return at(this.symbols, id);
  }

  file(id: number): number {
    return at(this.fileOf, id);
  }

  parentOf(id: number): number | undefined {
    const { parent } = this.symbol(id);
    return parent === undefined ? undefined : this.idOf(this.file(id), parent);
  }

  /** The type that a type or extension declares members of. */
  typeOf(id: number): TypeId {
    const type = at(this.#types, id);
    if (type !== id && this.dependencies)
      for (const name of this.#extensionNames.get(id) ?? []) this.dependencies.add(name);
    return type;
  }

  isType(id: number): boolean {
    return scopeKinds.has(this.symbol(id).kind);
  }

  nameOf(type: TypeId): string {
    return typeof type === "string" ? type : this.symbol(type).name;
  }

  /** Top-level declarations that a file can see: from the nearest of file, imports, module and imported modules. */
  topLevel(name: string, file: number): { readonly ids: readonly number[]; readonly weak: boolean } {
    this.dependencies?.add(name);
    const all = this.#tops.get(name) ?? noIds;
    const usable = all.filter((id) => this.isReachable(id, file));
    const own = usable.filter((id) => this.file(id) === file);
    if (own.length > 0) return { ids: own, weak: false };
    const imported = this.#bindings.named(file, name);
    if (imported) return { ids: imported, weak: false };
    if (all.length === 0) return { ids: noIds, weak: false };
    const sameModule = usable.filter((id) => this.modules.of(this.file(id)) === this.modules.of(file));
    if (sameModule.length > 0) {
      const areTypes = sameModule.every((id) => this.isType(id));
      return { ids: areTypes ? this.#nearest(sameModule, file) : sameModule, weak: false };
    }
    const visible = usable.filter((id) => this.modules.sees(file, this.file(id)));
    if (visible.length > 0) return { ids: visible, weak: false };
    const unsure = usable.filter((id) => !this.modules.hides(file, this.file(id)));
    return { ids: unsure.length > 3 ? noIds : unsure, weak: true };
  }

  /** Declarations of a name in the module that a path names in a scope; undefined if it names none. */
  inModule(
    { file, symbol }: { readonly file: number; readonly symbol: number | undefined },
    path: readonly string[],
    name: string,
  ): readonly number[] | undefined {
    if (path.length === 0) return undefined;
    const ids = this.#bindings.inModule(file, path, name);
    if (ids) return ids;
    return namespaceLanguages.has(at(this.files, file).language)
      ? this.#inNamespace(file, symbol, `${path.join(".")}.${name}`)
      : undefined;
  }

  /** Where namespaces and modules are open, all files that name one declare the same: from the innermost around it. */
  #inNamespace(file: number, symbol: number | undefined, name: string): readonly number[] | undefined {
    const own = name.slice(name.lastIndexOf(".") + 1);
    const all = this.named(own).filter((id) => this.isReachable(id, file) && !this.symbol(id).local);
    if (all.length === 0) return undefined;
    const around = symbol === undefined ? "" : this.symbol(symbol).qualifiedName;
    for (let outer = around; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf(".")))) {
      const whole = outer === "" ? name : `${outer}.${name}`;
      const ids = all.filter((id) => this.symbol(id).qualifiedName === whole);
      if (ids.length > 0) return this.#visibleFirst(ids, file);
      if (outer === "") return undefined;
    }
  }

  /**
   * Declarations whose namespaces are not all seen, because a macro opens or closes one: `lib::detail::load` is what is
   * declared as `detail::load`, and `detail::load` what is declared as `lib::v2::detail::load`.
   */
  inHiddenNamespace(file: number, path: readonly string[], name: string): readonly number[] {
    const [head = ""] = path;
    const hasMacros = namespaceMacros.has(at(this.files, file).language);
    if (!hasMacros || !this.#isNamespace(head)) return noIds;
    const wanted = `.${[...path, name].join(".")}`;
    return this.named(name).filter((id) => {
      const { local, qualifiedName } = this.symbol(id);
      if (local || !this.isReachable(id, file)) return false;
      const own = `.${qualifiedName}`;
      return wanted.endsWith(own) || own.endsWith(wanted);
    });
  }

  #isNamespace(name: string): boolean {
    return this.named(name).some((id) => this.symbol(id).kind === "namespace");
  }

  #visibleFirst(ids: readonly number[], file: number): readonly number[] {
    const visible = ids.filter((id) => this.modules.sees(file, this.file(id)));
    return visible.length > 0 ? visible : ids;
  }

  #topLevelOf(file: number, name: string): readonly number[] {
    this.dependencies?.add(name);
    if (name === "default") return this.#defaultOf(file);
    return this.#tops.get(name)?.filter((id) => this.file(id) === file) ?? noIds;
  }

  /** `export default function …` of a script. */
  #defaultOf(file: number): readonly number[] {
    const { symbols } = at(this.files, file);
    const index = symbols.findIndex(
      ({ parent, modifiers }) => parent === undefined && modifiers.includes("default"),
    );
    return index < 0 ? noIds : [this.idOf(file, index)];
  }

  /** Everything of that name, wherever it is. */
  named(name: string): readonly number[] {
    this.dependencies?.add(name);
    return this.#byName.get(name) ?? noIds;
  }

  /** Functions and types of that name that are declared inside functions. */
  localsNamed(name: string): readonly number[] {
    this.dependencies?.add(name);
    return this.#localsByName.get(name) ?? noIds;
  }

  /** Members that the type itself and its extensions declare. */
  membersOf(type: TypeId): ReadonlyMap<string, readonly number[]> {
    return this.#members.get(type) ?? noMembers;
  }

  member(type: TypeId, name: string): readonly number[] {
    this.dependencies?.add(name);
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

  /** Of a type or namespace that is declared in several parts, the first stands for all. */
  #firstPart(id: number, symbol: SymbolShape, open: Map<string, number>): number {
    const file = this.file(id);
    const { language } = at(this.files, file);
    if (!isInParts(language, symbol)) return id;
    const container = language === "csharp" ? this.modules.of(file) : "";
    const key = `${language} ${container} ${symbol.qualifiedName}`;
    const first = open.get(key) ?? id;
    open.set(key, first);
    if (first !== id) this.#extensionNames.set(id, [symbol.name]);
    return first;
  }

  #addNames(id: number, symbol: SymbolShape): void {
    const { modifiers } = symbol;
    const isPrivate = modifiers.includes("private") && !this.#isInPartialType(id);
    this.#isHidden.push(isPrivate || modifiers.includes("fileprivate"));
    if (symbol.kind === "extension") return;
    push(this.#byName, symbol.name, id);
    if (symbol.local) push(this.#localsByName, symbol.name, id);
    if (scopeKinds.has(symbol.kind)) push(this.#byQualifiedName, symbol.qualifiedName, id);
    const isTop = symbol.parent === undefined && !isOutOfLine(symbol);
    if (isTop || this.#isInNamespace(id, symbol)) push(this.#tops, symbol.name, id);
  }

  /** What is private in one part of a type can be named in its other parts. */
  #isInPartialType(id: number): boolean {
    const parent = this.parentOf(id);
    return parent !== undefined && this.symbol(parent).modifiers.includes("partial");
  }

  /** C# opens namespaces with `using`, so what is in one is found like what is at top level. */
  #isInNamespace(id: number, { parent }: SymbolShape): boolean {
    if (parent === undefined || at(this.files, this.file(id)).language !== "csharp") return false;
    const outer = this.parentOf(id);
    return outer !== undefined && this.symbol(outer).kind === "namespace";
  }

  #addMember(id: number): void {
    const symbol = this.symbol(id);
    const parent = this.parentOf(id) ?? this.outOfLineType(id, symbol);
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

  /** The type of a member that is declared outside the braces: `func (m *Mux) handle()`, `void Mux::handle()`. */
  outOfLineType(id: number, symbol = this.symbol(id)): number | undefined {
    if (!isOutOfLine(symbol)) return undefined;
    const container = symbol.qualifiedName.slice(0, -symbol.name.length - 1);
    this.dependencies?.add(container);
    return this.#bestType(this.qualified(container), this.file(id));
  }

  /** Whether it is a method outside any type: the parser lost the type around it, so it may be of any. */
  isWithoutType(id: number): boolean {
    const symbol = this.symbol(id);
    if (symbol.kind !== "method" || this.outOfLineType(id, symbol) !== undefined) return false;
    const parent = this.parentOf(id);
    return parent === undefined ? !isOutOfLine(symbol) : this.symbol(parent).kind === "namespace";
  }

  /** The type that an extension extends. A chain of aliases is followed as far as names go. */
  #extendedType(id: number, symbol: SymbolShape, name = symbol.qualifiedName, depth = 0): TypeId {
    const file = this.file(id);
    this.#extensionNames.set(id, [...(this.#extensionNames.get(id) ?? []), ...name.split(".")]);
    const declared = this.#bestType(this.qualified(name), file);
    if (declared === undefined) {
      const [first = "", ...rest] = name.split(".");
      if (rest.length > 0 && this.modules.has(first))
        return this.#extendedType(id, symbol, rest.join("."), depth + 1);
      return name;
    }
    const target = this.symbol(declared);
    const alias = /^[\p{L}_][\p{L}\p{N}_.]*/u.exec(target.type ?? "")?.[0];
    if (target.kind !== "typealias" || !alias || depth > 4) return declared;
    const container = target.qualifiedName.slice(0, -target.name.length);
    const isNested = container !== "" && this.qualified(container + alias).length > 0;
    return this.#extendedType(id, symbol, isNested ? container + alias : alias, depth + 1);
  }

  #bestType(ids: readonly number[], file: number): number | undefined {
    const usable = ids.filter((id) => this.isReachable(id, file) && this.modules.sees(file, this.file(id)));
    const own = usable.filter((id) => this.modules.of(this.file(id)) === this.modules.of(file));
    return this.#nearest(own.length > 0 ? own : usable, file)[0];
  }

  /** Those that share the most folders with the file. Without known targets, only folders distinguish them. */
  #nearest(ids: readonly number[], file: number): readonly number[] {
    if (ids.length < 2) return ids;
    const { path } = at(this.files, file);
    const counts = ids.map((id) => sharedFolders(path, at(this.files, this.file(id)).path));
    const max = Math.max(...counts);
    return ids.filter((_, index) => counts[index] === max);
  }
}

/** Whether other declarations of the same name add to this one. */
function isInParts(language: LanguageId, { kind, modifiers }: SymbolShape): boolean {
  if (language === "csharp") return kind === "namespace" || modifiers.includes("partial");
  if (language === "ruby") return kind === "module" || kind === "class";
  return language === "cpp" && kind === "namespace";
}

/** Whether it is declared outside the braces of the type that it is a member of. */
export function isOutOfLine({ parent, kind, name, qualifiedName }: SymbolShape): boolean {
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
