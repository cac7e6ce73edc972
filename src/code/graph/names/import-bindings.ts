import { at } from "../../../kernel/array.ts";
import type { Import, LanguageId } from "../../languages/language.ts";
import type { FileShape } from "../model/shape.ts";
import { isReexport, type Modules } from "./modules.ts";
import { type Declared, PackageBindings } from "./package-bindings.ts";
import { isPackage, packageLanguages } from "./packages.ts";

/** Chains of re-exports that are longer than this are circular. */
const maxHops = 20;
/** Rust's paths can go through a `use` at every step. */
const maxUses = 5;

/** Languages in which an import names a file or a folder of files. */
const fileLanguages: ReadonlySet<LanguageId> = new Set([
  "typescript",
  "tsx",
  "javascript",
  "python",
  "go",
  "rust",
]);

/**
 * What imported names mean, in every language whose imports name modules: they are followed through re-exports
 * (`export * from`, `export { a as b } from`, `__init__.py`, `pub use`) to the declaration itself.
 */
export class ImportBindings {
  readonly #files: readonly FileShape[];
  readonly #modules: Modules;
  readonly #declared: Declared;
  readonly #packages: PackageBindings;
  /** By file: its imports, as modules and the names that are taken from them. */
  readonly #imports: (readonly Import[] | undefined)[] = [];
  /** Exports that are being followed: a circle of re-exports ends here. */
  readonly #open = new Set<string>();
  /** By file: the names that it imports; "*" for any. */
  readonly #importedNames: (ReadonlySet<string> | undefined)[] = [];

  constructor(files: readonly FileShape[], modules: Modules, declared: Declared) {
    this.#files = files;
    this.#modules = modules;
    this.#declared = declared;
    this.#packages = new PackageBindings(files, modules, declared);
  }

  /** Declarations that a file imports under this name; undefined if the repository has none. */
  named(file: number, name: string): readonly number[] | undefined {
    if (this.#isPackaged(file)) return unique(this.#packages.named(file, name));
    return this.#named(file, name, 0);
  }

  /** Declarations of a name in the module that a path names in a file: `ns.load`, `app.utils.load`, `crate::a::load`. */
  inModule(file: number, path: readonly string[], name: string): readonly number[] | undefined {
    if (this.#isPackaged(file)) return unique(this.#packages.inModule(file, path, name));
    return unique(this.#inModule(file, path, name, 0));
  }

  #named(file: number, name: string, hops: number): readonly number[] | undefined {
    if (hops > maxHops || !this.#mayImport(file, name)) return undefined;
    const isRust = this.#files[file]?.language === "rust";
    // `export { a } from` re-exports a name that this file itself cannot use; `pub use` does both.
    const imports = this.#importsOf(file).filter(
      ({ attributes = [] }) => isRust || !attributes.includes("export"),
    );
    const ids = imports.flatMap((each) =>
      originalNames(each, name).flatMap((original) => this.#exported(file, each, original, hops)),
    );
    return unique(ids);
  }

  #inModule(file: number, path: readonly string[], name: string, hops: number): readonly number[] {
    for (let cut = path.length; cut > 0; cut--) {
      const modules = this.#modulesNamed(file, path.slice(0, cut), hops);
      const first = path[cut] ?? name;
      let ids = modules.flatMap((module) => this.#exportsOf(module, first, hops));
      // What is behind the module is a type or a module inside a file.
      if (cut < path.length)
        for (const next of [...path.slice(cut + 1), name])
          ids = ids.flatMap((id) => this.#declared.members(id, next));
      if (ids.length > 0) return ids;
    }
    return [];
  }

  /** Files that a path means: imported as a module, as a submodule, or through `export * as`. */
  #modulesNamed(file: number, path: readonly string[], hops: number): readonly number[] {
    if (hops > maxHops) return [];
    if (this.#files[file]?.language === "rust") return this.#rustModules(file, path, hops);
    const qualifier = path.join(".");
    const files = this.#importsOf(file).flatMap((each) => {
      const { module, as, names = [] } = each;
      if (as === qualifier || (as === undefined && names.length === 0 && module === qualifier))
        return this.#modules.filesOf(file, module);
      return originalNames(each, qualifier).flatMap((original) => [
        ...this.#modules.filesOf(file, submodule(module, original)),
        ...this.#modules
          .filesOf(file, module)
          .flatMap((target) => this.#modulesNamed(target, [original], hops + 1)),
      ]);
    });
    if (files.length > 0 || path.length < 2) return files;
    // `core.utils.load` where `core` is a module that exports the module `utils`.
    const outer = this.#modulesNamed(file, path.slice(0, -1), hops + 1);
    return outer.flatMap((module) => this.#modulesNamed(module, [at(path, -1)], hops + 1));
  }

  #rustModules(file: number, path: readonly string[], hops: number): readonly number[] {
    const own = this.#modules.rust.filesOf(file, path);
    if (own.length > 0 || hops > maxUses) return own;
    const [head = "", ...rest] = path;
    for (const { module, names = [] } of this.#importsOf(file)) {
      for (const { name, as } of names) {
        if ((as ?? name) !== head || (module === "" && name === head)) continue;
        const files = this.#rustModules(file, [...rustPath(module, name), ...rest], hops + 1);
        if (files.length > 0) return files;
      }
    }
    // `a::b` where `a` re-exports `b`.
    const outer = path.length < 2 ? [] : this.#rustModules(file, path.slice(0, -1), hops + 1);
    return outer.flatMap((module) =>
      module === file ? [] : this.#rustModules(module, [at(path, -1)], hops + 1),
    );
  }

  /** What a name in an import means. An export without a module is about the file itself: `export { a as b }`. */
  #exported(file: number, { module }: Import, name: string, hops: number): readonly number[] {
    if (this.#files[file]?.language === "rust")
      return hops > maxUses ? [] : this.#inModule(file, rustPath(module, "self"), name, hops + 1);
    if (module !== "")
      return this.#modules.filesOf(file, module).flatMap((target) => this.#exportsOf(target, name, hops));
    const own = this.#declared.topLevel(file, name);
    return own.length > 0 ? own : (this.#named(file, name, hops + 1) ?? []);
  }

  #exportsOf(file: number, name: string, hops: number): readonly number[] {
    const own = this.#declared.topLevel(file, name);
    const key = `${file} ${name}`;
    if (own.length > 0 || hops > maxHops || this.#open.has(key)) return own;
    this.#open.add(key);
    try {
      for (const each of this.#importsOf(file)) {
        if (!isReexport(this.#files[file], each)) continue;
        const ids = originalNames(each, name).flatMap((original) =>
          this.#exported(file, each, original, hops + 1),
        );
        if (ids.length > 0) return ids;
      }
      return [];
    } finally {
      this.#open.delete(key);
    }
  }

  /** A quick test: most names of a file are not imported. */
  #mayImport(file: number, name: string): boolean {
    let names = this.#importedNames[file];
    if (!names) {
      const all = this.#importsOf(file).flatMap((each) => each.names ?? []);
      names = new Set(all.map((each) => each.as ?? each.name));
      this.#importedNames[file] = names;
    }
    return names.has(name) || names.has("*");
  }

  #isPackaged(file: number): boolean {
    const language = this.#files[file]?.language;
    return language !== undefined && packageLanguages.has(language);
  }

  #importsOf(file: number): readonly Import[] {
    const cached = this.#imports[file];
    if (cached) return cached;
    const { language = "text", imports = [] } = this.#files[file] ?? {};
    const all = fileLanguages.has(language) ? imports.filter((each) => !isPackage(each)) : [];
    const read = all.map((each) => this.#asModuleAndNames(language, each));
    this.#imports[file] = read;
    return read;
  }

  #asModuleAndNames(language: LanguageId, each: Import): Import {
    if (language === "go") {
      if (each.as === ".") return { ...each, as: undefined, names: [{ name: "*" }] };
      return { ...each, as: each.as ?? this.#modules.packages.goNameOf(each.module) };
    }
    if (language !== "rust") return each;
    const { module, as, names } = each;
    const last = module.lastIndexOf("::");
    const outer = last < 0 ? "" : module.slice(0, last);
    const own = last < 0 ? module : module.slice(last + 2);
    if (names === undefined) return { ...each, module: outer, as: undefined, names: [{ name: own, as }] };
    // `use a::b::{self, c}` takes `b` from `a` too.
    return {
      ...each,
      names: names.map((name) => (name.name === "self" ? { name: "self", as: name.as ?? own } : name)),
    };
  }
}

/** What the other module calls the things that an import calls `name` here. */
function originalNames({ names, as, attributes = [] }: Import, name: string): string[] {
  if (names === undefined) return as === undefined && attributes.includes("export") ? [name] : [];
  return names.flatMap((each) => {
    if (each.name === "*") return [name];
    return (each.as ?? each.name) === name ? [each.name] : [];
  });
}

function submodule(module: string, name: string): string {
  return module.endsWith(".") ? `${module}${name}` : `${module}.${name}`;
}

/** `use a::b::{self as c}` names `a::b` itself. */
function rustPath(module: string, name: string): string[] {
  const outer = module === "" ? [] : module.split("::");
  return name === "self" && outer.length > 0 ? outer : [...outer, name];
}

function unique(ids: readonly number[]): readonly number[] | undefined {
  return ids.length === 0 ? undefined : [...new Set(ids)];
}
