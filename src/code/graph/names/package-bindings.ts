import type { Import } from "../../languages/language.ts";
import type { FileShape } from "../model/shape.ts";
import type { GlobalImport } from "./layout.ts";
import { isPackage, type Packages, packageOf } from "./packages.ts";

/** How to find declarations while following a path. */
export interface Declared {
  /** Top-level declarations of a name in a file. */
  readonly topLevel: (file: number, name: string) => readonly number[];
  /** Members of a type, a module or a namespace. */
  readonly members: (type: number, name: string) => readonly number[];
}

/** What names mean where imports name packages and what is in them: Java, Kotlin, C# and PHP. */
export class PackageBindings {
  readonly #files: readonly FileShape[];
  readonly #packages: Packages;
  readonly #declared: Declared;
  /** By file: its imports by the name that they have in it. */
  readonly #byName: (ReadonlyMap<string, readonly Import[]> | undefined)[] = [];
  readonly #globals: readonly GlobalImport[];

  constructor(
    files: readonly FileShape[],
    {
      packages,
      globalImports,
    }: { readonly packages: Packages; readonly globalImports: readonly GlobalImport[] },
    declared: Declared,
  ) {
    this.#files = files;
    this.#packages = packages;
    this.#globals = globalImports;
    this.#declared = declared;
  }

  /** Declarations that a file imports under this name. */
  named(file: number, name: string): readonly number[] {
    const byName = this.#importsOf(file);
    const own = (byName.get(name) ?? []).flatMap(({ module }) => this.#at(module.split(".")));
    if (own.length > 0) return own;
    // `using static A.B.C`, `import static a.b.C.*`
    return (byName.get("*") ?? []).flatMap(({ module }) => this.#relative(file, [...starless(module), name]));
  }

  /**
   * What a path names where it may be written without the namespaces around it or opened above it, as in C#:
   * `using static Internal.Text` in `Acme.Web` can be `Acme.Internal.Text`.
   */
  #relative(file: number, path: readonly string[]): readonly number[] {
    const whole = this.#at(path);
    const shape = this.#files[file];
    if (whole.length > 0 || shape?.language !== "csharp") return whole;
    const around = packageOf(shape)?.split(".") ?? [];
    const outer = around.map((_, index) => around.slice(0, around.length - index));
    const opened = this.#usings(shape).flatMap((each) => (isOpened(each) ? [each.module.split(".")] : []));
    for (const prefix of [...outer, ...opened]) {
      const ids = this.#at([...prefix, ...path]);
      if (ids.length > 0) return ids;
    }
    return [];
  }

  /** The imports of a file, with those that another file of its project makes for all. */
  #usings({ path, imports, language }: FileShape): readonly Import[] {
    if (language !== "csharp") return imports;
    const global = this.#globals.filter(({ folder }) => folder === "." || path.startsWith(`${folder}/`));
    return [...imports, ...global];
  }

  /** Declarations of a name behind a path of packages, namespaces and types. */
  inModule(file: number, path: readonly string[], name: string): readonly number[] {
    const [head = "", ...rest] = path;
    for (const { module } of this.#importsOf(file).get(head) ?? []) {
      const ids = this.#at([...module.split("."), ...rest, name]);
      if (ids.length > 0) return ids;
    }
    const whole = this.#at([...path, name]);
    if (whole.length > 0) return whole;
    // From the namespace around it: `Text\f` in `Acme` is `Acme\Text\f`.
    const around = (this.#files[file] && packageOf(this.#files[file]))?.split(".") ?? [];
    for (let count = around.length; count > 0; count--) {
      const ids = this.#at([...around.slice(0, count), ...path, name]);
      if (ids.length > 0) return ids;
    }
    return [];
  }

  /** What a whole path names: the longest package first, then types in it. */
  #at(path: readonly string[]): readonly number[] {
    for (let cut = path.length - 1; cut > 0; cut--) {
      const files = this.#packages.filesOf(path.slice(0, cut).join("."));
      if (files.length === 0) continue;
      let ids = files.flatMap((file) => this.#declared.topLevel(file, path[cut] ?? ""));
      for (const name of path.slice(cut + 1)) ids = ids.flatMap((id) => this.#declared.members(id, name));
      if (ids.length > 0) return [...new Set(ids)];
    }
    return [];
  }

  #importsOf(file: number): ReadonlyMap<string, readonly Import[]> {
    const cached = this.#byName[file];
    if (cached) return cached;
    const shape = this.#files[file];
    const imports = shape ? this.#usings(shape) : [];
    const language = shape?.language;
    const byName = new Map<string, Import[]>();
    for (const each of imports) {
      if (isPackage(each)) continue;
      const isStatic = each.attributes?.includes("static") === true;
      const isStar = each.module.endsWith(".*") || (language === "csharp" && isStatic);
      if (isStar && !isStatic) continue;
      // A `using` without alias opens a namespace and names nothing in it.
      if (language === "csharp" && !isStatic && each.as === undefined) continue;
      const name = isStar ? "*" : (each.as ?? each.module.slice(each.module.lastIndexOf(".") + 1));
      byName.set(name, [...(byName.get(name) ?? []), each]);
    }
    this.#byName[file] = byName;
    return byName;
  }
}

/** Whether a `using` opens a namespace, instead of naming a type. */
function isOpened(using: Import): boolean {
  return !isPackage(using) && using.as === undefined && using.attributes?.includes("static") !== true;
}

function starless(module: string): string[] {
  return module.replace(/\.\*$/, "").split(".");
}
