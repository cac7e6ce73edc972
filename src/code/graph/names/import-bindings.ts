import type { Import } from "../../languages/language.ts";
import type { FileShape } from "../model/shape.ts";
import { isReexport, type Modules } from "./modules.ts";

/** A chain of re-exports longer than this is a circle or a joke. */
const maxHops = 20;

/**
 * What the names mean that a file takes from others, in languages where an import names a file: followed through
 * re-exports (`export * from`, `export { a as b } from`, `__init__.py`) to the declaration itself.
 */
export class Bindings {
  readonly #files: readonly FileShape[];
  readonly #modules: Modules;
  /** Top-level declarations of a name in a file. */
  readonly #declared: (file: number, name: string) => readonly number[];

  /** By file: the names that its imports give it; "*" for any. */
  readonly #taken: (ReadonlySet<string> | undefined)[] = [];

  constructor(
    files: readonly FileShape[],
    modules: Modules,
    declared: (file: number, name: string) => readonly number[],
  ) {
    this.#files = files;
    this.#modules = modules;
    this.#declared = declared;
  }

  /** Declarations that an import gives this name in a file; undefined when none in the repository is known. */
  named(file: number, name: string): readonly number[] | undefined {
    if (!this.#mayTake(file, name)) return undefined;
    // `export { a } from` passes a name on without giving it to this file.
    const taken = this.#importsOf(file).filter(({ attributes = [] }) => !attributes.includes("export"));
    const found = taken.flatMap((each) =>
      originals(each, name).flatMap((original) => this.#exported(file, each, original, 0)),
    );
    return found.length === 0 ? undefined : [...new Set(found)];
  }

  /** Declarations of a name in the module that a qualifier stands for in a file: `ns.load`, `app.utils.load`. */
  inModule(file: number, qualifier: string, name: string): readonly number[] | undefined {
    const found = this.#modulesNamed(file, qualifier, 0).flatMap((module) =>
      this.#exportsOf(module, name, 0),
    );
    return found.length === 0 ? undefined : [...new Set(found)];
  }

  /** Files that a name stands for: imported whole, as a submodule, or through `export * as`. */
  #modulesNamed(file: number, qualifier: string, hops: number): readonly number[] {
    if (hops > maxHops) return [];
    return this.#importsOf(file).flatMap((each) => {
      const { module, as, names = [] } = each;
      if (as === qualifier || (as === undefined && names.length === 0 && module === qualifier))
        return this.#modules.filesOf(file, module);
      return originals(each, qualifier).flatMap((original) => [
        ...this.#modules.filesOf(file, submodule(module, original)),
        ...this.#modules
          .filesOf(file, module)
          .flatMap((target) => this.#modulesNamed(target, original, hops + 1)),
      ]);
    });
  }

  /** What an import of a file finds under a name. Without a module it is the file's own: `export { a as b }`. */
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
      const found = originals(each, name).flatMap((original) =>
        this.#exported(file, each, original, hops + 1),
      );
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Most names of a file are not imported, and are asked for all the time. */
  #mayTake(file: number, name: string): boolean {
    let names = this.#taken[file];
    if (!names) {
      const all = this.#importsOf(file).flatMap((each) => each.names ?? []);
      names = new Set(all.map((each) => each.as ?? each.name));
      this.#taken[file] = names;
    }
    return names.has(name) || names.has("*");
  }

  #importsOf(file: number): readonly Import[] {
    const { language = "text", imports = [] } = this.#files[file] ?? {};
    return languages.has(language) ? imports : [];
  }
}

const languages: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript", "python"]);

/** The names in the other module that an import calls `name` here. */
function originals({ names, as, attributes = [] }: Import, name: string): string[] {
  if (names === undefined) return as === undefined && attributes.includes("export") ? [name] : [];
  return names.flatMap((each) => {
    if (each.name === "*") return [name];
    return (each.as ?? each.name) === name ? [each.name] : [];
  });
}

function submodule(module: string, name: string): string {
  return module.endsWith(".") ? `${module}${name}` : `${module}.${name}`;
}
