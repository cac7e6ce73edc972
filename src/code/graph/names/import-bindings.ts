import type { Import } from "../../languages/language.ts";
import type { FileShape } from "../model/shape.ts";
import { isReexport, type Modules } from "./modules.ts";

/** Chains of re-exports that are longer than this are circular. */
const maxHops = 20;

/**
 * What imported names mean, in languages where an import names a file: they are followed through re-exports
 * (`export * from`, `export { a as b } from`, `__init__.py`) to the declaration itself.
 */
export class ImportBindings {
  readonly #files: readonly FileShape[];
  readonly #modules: Modules;
  /** Top-level declarations of a name in a file. */
  readonly #declared: (file: number, name: string) => readonly number[];

  /** By file: the names that it imports; "*" for any. */
  readonly #importedNames: (ReadonlySet<string> | undefined)[] = [];

  constructor(
    files: readonly FileShape[],
    modules: Modules,
    declared: (file: number, name: string) => readonly number[],
  ) {
    this.#files = files;
    this.#modules = modules;
    this.#declared = declared;
  }

  /** Declarations that a file imports under this name; undefined if the repository has none. */
  named(file: number, name: string): readonly number[] | undefined {
    if (!this.#mayImport(file, name)) return undefined;
    // `export { a } from` re-exports a name that this file itself cannot use.
    const imports = this.#importsOf(file).filter(({ attributes = [] }) => !attributes.includes("export"));
    const ids = imports.flatMap((each) =>
      originalNames(each, name).flatMap((original) => this.#exported(file, each, original, 0)),
    );
    return ids.length === 0 ? undefined : [...new Set(ids)];
  }

  /** Declarations of a name in the module that a qualifier names in a file: `ns.load`, `app.utils.load`. */
  inModule(file: number, qualifier: string, name: string): readonly number[] | undefined {
    const modules = this.#modulesNamed(file, qualifier, 0);
    const ids = modules.flatMap((module) => this.#exportsOf(module, name, 0));
    return ids.length === 0 ? undefined : [...new Set(ids)];
  }

  /** Files that a name means: imported as a module, as a submodule, or through `export * as`. */
  #modulesNamed(file: number, qualifier: string, hops: number): readonly number[] {
    if (hops > maxHops) return [];
    return this.#importsOf(file).flatMap((each) => {
      const { module, as, names = [] } = each;
      if (as === qualifier || (as === undefined && names.length === 0 && module === qualifier))
        return this.#modules.filesOf(file, module);
      return originalNames(each, qualifier).flatMap((original) => [
        ...this.#modules.filesOf(file, submodule(module, original)),
        ...this.#modules
          .filesOf(file, module)
          .flatMap((target) => this.#modulesNamed(target, original, hops + 1)),
      ]);
    });
  }

  /** What a name in an import means. An export without a module is about the file itself: `export { a as b }`. */
  #exported(file: number, { module }: Import, name: string, hops: number): readonly number[] {
    if (module !== "")
      return this.#modules.filesOf(file, module).flatMap((target) => this.#exportsOf(target, name, hops));
    const own = this.#declared(file, name);
    return own.length > 0 ? own : (this.named(file, name) ?? []);
  }

  #exportsOf(file: number, name: string, hops: number): readonly number[] {
    const own = this.#declared(file, name);
    if (own.length > 0 || hops > maxHops) return own;
    for (const each of this.#importsOf(file)) {
      if (!isReexport(this.#files[file], each)) continue;
      const ids = originalNames(each, name).flatMap((original) =>
        this.#exported(file, each, original, hops + 1),
      );
      if (ids.length > 0) return ids;
    }
    return [];
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

  #importsOf(file: number): readonly Import[] {
    const { language = "text", imports = [] } = this.#files[file] ?? {};
    return languages.has(language) ? imports : [];
  }
}

const languages: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript", "python"]);

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
