import { posix } from "node:path";
import { at } from "../../../kernel/array.ts";
import type { Import, LanguageId } from "../../languages/language.ts";
import type { FileShape } from "../model/shape.ts";
import { Targets } from "../targets/targets.ts";
import { ImportPaths } from "./import-paths.ts";
import { type GlobalImport, type Layout, noLayout } from "./layout.ts";
import { isPackage, Packages, packageLanguages, packageOf } from "./packages.ts";
import { RustModules } from "./rust-modules.ts";

const noNames: readonly string[] = [];

/** Which files share a module, and which modules a file can see. */
export class Modules {
  readonly #moduleOf: readonly string[];
  /** By file: the modules that it imports. */
  readonly #visible: (ReadonlySet<string> | undefined)[] = [];
  readonly #further: (readonly string[] | undefined)[] = [];
  readonly #files: readonly FileShape[];
  readonly #reexports = new Map<string, Set<string>>();
  readonly #modules: ReadonlySet<string>;
  readonly #paths: ImportPaths;
  readonly #targets: Targets;

  readonly packages: Packages;
  readonly rust: RustModules;
  readonly #layout: Layout;
  /** C# imports for all files of a project. */
  readonly globalImports: readonly GlobalImport[];
  readonly #byPath: ReadonlyMap<string, number>;
  /** By file and import: the files that the import names. */
  readonly #importedFiles = new Map<string, readonly number[]>();

  constructor(files: readonly FileShape[], targets = new Targets([], []), layout: Layout = noLayout) {
    this.#files = files;
    this.#layout = layout;
    this.packages = new Packages(files, layout);
    this.rust = new RustModules(files, layout);
    this.globalImports = [...globalImportsOf(files), ...layout.usings];
    this.#byPath = new Map(files.map(({ path }, file) => [path, file]));
    this.#targets = targets;
    const imported = new Set<string>();
    for (const { language, imports } of files) {
      if (language === "swift") for (const { module } of imports) imported.add(folderName(module));
    }
    this.#moduleOf = files.map((file) => {
      const { path, language } = file;
      const own = packageLanguages.has(language) ? packageOf(file) : targetOf(targets, path, language);
      return own ?? moduleOfFile(path, language, imported);
    });
    this.#modules = new Set(this.#moduleOf);
    this.#paths = new ImportPaths(
      files.map(({ path }, file) => [path, this.of(file)]),
      layout.aliases,
    );
    for (const [file, { imports }] of files.entries()) {
      for (const { module, attributes = [] } of imports) {
        if (!attributes.some((text) => text === "@_exported" || text === "public")) continue;
        const own = this.of(file);
        this.#reexports.set(own, (this.#reexports.get(own) ?? new Set()).add(folderName(module)));
      }
    }
  }

  of(file: number): string {
    return at(this.#moduleOf, file);
  }

  has(module: string): boolean {
    return this.#modules.has(folderName(module));
  }

  /** The files that an import certainly names, in languages where it names files. */
  filesOf(file: number, module: string): readonly number[] {
    const key = `${file} ${module}`;
    const cached = this.#importedFiles.get(key);
    if (cached) return cached;
    const files = this.#filesNamed(at(this.#files, file), module);
    this.#importedFiles.set(key, files);
    return files;
  }

  #filesNamed({ path, language }: FileShape, module: string): readonly number[] {
    if (language === "go") return this.packages.goFilesOf(module);
    const paths = this.#paths.exactly(path, module, isScript(language));
    return paths.flatMap((each) => this.#byPath.get(each) ?? []);
  }

  /** Whether names of `other` can be used in `file`. */
  sees(file: number, other: number): boolean {
    if (file === other) return true;
    const own = this.of(file);
    const theirs = this.of(other);
    if (own === theirs) return true;
    const imports = this.#importsOf(file);
    return imports.has(theirs) || this.#furtherOf(other).some((module) => imports.has(module));
  }

  /** Other modules that a file is built into, where several manifests say so. */
  #furtherOf(file: number): readonly string[] {
    const cached = this.#further[file];
    if (cached) return cached;
    const { path, language } = at(this.#files, file);
    const all = language === "swift" ? this.#targets.allOf(path) : [];
    const further = all.length < 2 ? noNames : all.map(({ name }) => folderName(name));
    this.#further[file] = further;
    return further;
  }

  /** Whether it is certain that a file cannot see another, because manifests say which targets both are in. */
  hides(file: number, other: number): boolean {
    return this.#isSure(file) && this.#isSure(other) && !this.sees(file, other);
  }

  /** A folder `Sources/A` alone does not prove a module: another build tool may compile all of them as one. */
  #isSure(file: number): boolean {
    const { path, language } = at(this.#files, file);
    return language === "swift" && !path.includes(".docc/") && this.#targets.of(path) !== undefined;
  }

  /** A text that changes when the modules that any file can see may have changed. */
  fingerprint(): string {
    const exported = [...this.#reexports].map(
      ([module, names]) => `${module}:${[...names].sort().join(",")}`,
    );
    const reexported = this.#files.flatMap((file) => {
      const imports = file.imports.filter((each) => isOpenReexport(file, each));
      return imports.length === 0 ? [] : [[file.path, imports.map(({ line: _, ...each }) => each)]];
    });
    return JSON.stringify([
      exported.sort(),
      [...this.#modules].sort(),
      this.#targets.all,
      this.#layout,
      this.globalImports,
      this.#files.flatMap((file) => (file.language === "go" ? (packageOf(file) ?? []) : [])),
      reexported,
    ]);
  }

  /** What a file imports, as it names it; the namespaces around it count as imported. */
  #namedBy({ path, language, imports }: FileShape): string[] {
    const named = imports.flatMap((each) => (isPackage(each) ? [] : [each.module]));
    if (language !== "csharp") return named;
    const own = imports.flatMap((each) => (isPackage(each) ? outerNames(each.module) : []));
    const global = this.globalImports.flatMap(({ folder, module }) =>
      folder === "." || path.startsWith(`${folder}/`) ? [module] : [],
    );
    return [...named, ...own, ...global];
  }

  #modulesOf(path: string, language: LanguageId, module: string): readonly string[] {
    if (packageLanguages.has(language)) {
      // `import a.b.C` names something in `a.b`.
      const known = outerNames(module).find((each) => this.packages.has(each));
      if (known !== undefined) return [known];
    }
    if (language === "go") return [...new Set(this.packages.goFilesOf(module).map((file) => this.of(file)))];
    return this.#paths.modulesOf(path, module, isScript(language));
  }

  #importsOf(file: number): ReadonlySet<string> {
    const cached = this.#visible[file];
    if (cached) return cached;
    const all = new Set<string>();
    const { path, language, imports } = at(this.#files, file);
    if (language !== "swift") {
      for (const module of this.#namedBy(at(this.#files, file)))
        for (const each of this.#modulesOf(path, language, module)) all.add(each);
      this.#visible[file] = all;
      return all;
    }
    const open = imports.map(({ module }) => folderName(module));
    // `@testable import`, by which a test target sees the sources, is an import like any other.
    for (let module = open.pop(); module !== undefined; module = open.pop()) {
      if (all.has(module)) continue;
      all.add(module);
      for (const next of this.#reexports.get(module) ?? []) open.push(next);
    }
    this.#visible[file] = all;
    return all;
  }
}

/** C#'s `global using`, which applies to all files of a project, taken to be those below its folder. */
function globalImportsOf(files: readonly FileShape[]): GlobalImport[] {
  return files.flatMap(({ path, imports }) =>
    imports.flatMap(({ module, as, attributes }) =>
      attributes?.includes("global")
        ? [{ folder: posix.dirname(path), module, as, attributes, line: 0 }]
        : [],
    ),
  );
}

/** `A.B.C`, `A.B`, `A`. */
function outerNames(name: string): string[] {
  const parts = name.split(".");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("."));
}

/** `A.B` and `A-B` are the folder `A`; a C-style name keeps its underscores. */
function folderName(module: string): string {
  const [first = module] = module.split(".", 1);
  return first.replaceAll("-", "_");
}

const manifestLanguages: ReadonlySet<LanguageId> = new Set(["swift", "c", "cpp", "objective-c"]);

/** The target that a manifest puts a file in. */
function targetOf(targets: Targets, path: string, language: LanguageId): string | undefined {
  return manifestLanguages.has(language) && !path.includes(".docc/") ? targets.of(path)?.name : undefined;
}

const sourceFolders = new Set(["Sources", "Source", "Tests", "Plugins", "src", "Benchmarks"]);

function moduleOfFile(path: string, language: LanguageId, imported: ReadonlySet<string>): string {
  const folders = path.split("/").slice(0, -1);
  if (language !== "swift") return perFile.has(language) ? path : folders.join("/");
  // Pages of a documentation catalog are versions of one program: each folder is a module.
  if (folders.some((name) => name.endsWith(".docc"))) return folders.join("/");
  const sources = folders.slice(0, -1).findLastIndex((name) => sourceFolders.has(name));
  if (sources >= 0) return folderName(at(folders, sources + 1));
  const module = folders.map(folderName).findLast((name) => imported.has(name) || /Tests$/.test(name));
  if (module !== undefined) return module;
  return folders.slice(0, 3).join("/");
}

function isScript(language: LanguageId): boolean {
  return language === "typescript" || language === "tsx" || language === "javascript";
}

/** Languages in which a file is a module of its own. */
const perFile: ReadonlySet<LanguageId> = new Set([
  "typescript",
  "tsx",
  "javascript",
  "python",
  "rust",
  "php",
  "ruby",
]);

/** Whether other files can import from this file what it imports here. */
export function isReexport(file: FileShape | undefined, { attributes = [] }: Import): boolean {
  return file?.language === "python" || attributes.includes("export");
}

/** Whether a re-export can change names that it does not list, so that every file must be resolved again. */
function isOpenReexport(file: FileShape, each: Import): boolean {
  if (!isReexport(file, each)) return false;
  return file.language !== "python" || (each.names?.some(({ name }) => name === "*") ?? false);
}
