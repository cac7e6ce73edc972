import { posix } from "node:path";
import type { Import, LanguageId } from "../../languages/language.ts";
import type { FileShape } from "../model/shape.ts";
import type { Layout } from "./layout.ts";

/** Languages in which files say which package or namespace they are in, and imports name it. */
export const packageLanguages: ReadonlySet<LanguageId> = new Set(["java", "kotlin", "csharp", "php"]);

/** The package or namespace that a file says it is in. */
export function packageOf({ imports }: Pick<FileShape, "imports">): string | undefined {
  return imports.find(isPackage)?.module;
}

export function isPackage({ attributes }: Import): boolean {
  return attributes?.includes("package") === true;
}

/** Files by package, and folders by the path that Go imports them with. */
export class Packages {
  readonly #byPackage = new Map<string, number[]>();
  /** Go files by folder. */
  readonly #byFolder = new Map<string, number[]>();
  readonly #files: readonly FileShape[];
  readonly #layout: Layout;

  constructor(files: readonly FileShape[], layout: Layout) {
    this.#files = files;
    this.#layout = layout;
    for (const [file, shape] of files.entries()) {
      if (shape.language === "go") push(this.#byFolder, posix.dirname(shape.path), file);
      if (!packageLanguages.has(shape.language)) continue;
      for (const each of shape.imports) if (isPackage(each)) push(this.#byPackage, each.module, file);
    }
  }

  /** Files of a package, those of other languages that share it included. */
  filesOf(name: string): readonly number[] {
    return this.#byPackage.get(name) ?? [];
  }

  has(name: string): boolean {
    return this.#byPackage.has(name);
  }

  /** Files of the package that a Go import names. */
  goFilesOf(path: string): readonly number[] {
    for (const { path: module, folder } of this.#layout.goModules) {
      if (path !== module && !path.startsWith(`${module}/`)) continue;
      return this.#byFolder.get(posix.join(folder, path.slice(module.length + 1))) ?? [];
    }
    return [];
  }

  /** The name that a Go import has without an alias: the package's own, which the folder need not have. */
  goNameOf(path: string): string {
    const [first] = this.goFilesOf(path);
    const shape = first === undefined ? undefined : this.#files[first];
    const own = shape && packageOf(shape)?.replace(/_test$/, "");
    return own ?? posix.basename(path.replace(/\/v\d+$/, ""));
  }
}

function push(map: Map<string, number[]>, name: string, file: number): void {
  const files = map.get(name);
  if (files) files.push(file);
  else map.set(name, [file]);
}
