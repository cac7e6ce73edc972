import { at } from "../../../kernel/array.ts";
import type { Import, LanguageId } from "../../languages/language.ts";
import type { FileShape } from "../model/shape.ts";
import { Targets } from "../targets/targets.ts";
import { ImportPaths } from "./import-paths.ts";
import type { PathAlias } from "./path-aliases.ts";

/** Which files share a module, and which modules a file can see. */
export class Modules {
  readonly #moduleOf: readonly string[];
  /** By file: the modules that it imports. */
  readonly #visible: (ReadonlySet<string> | undefined)[] = [];
  readonly #files: readonly FileShape[];
  readonly #reexports = new Map<string, Set<string>>();
  readonly #modules: ReadonlySet<string>;
  readonly #paths: ImportPaths;
  readonly #targets: Targets;

  readonly #aliases: readonly PathAlias[];
  readonly #byPath: ReadonlyMap<string, number>;
  /** By file and import: the files that the import names. */
  readonly #importedFiles = new Map<string, readonly number[]>();

  constructor(
    files: readonly FileShape[],
    targets = new Targets([], []),
    aliases: readonly PathAlias[] = [],
  ) {
    this.#files = files;
    this.#aliases = aliases;
    this.#byPath = new Map(files.map(({ path }, file) => [path, file]));
    this.#targets = targets;
    const imported = new Set<string>();
    for (const { language, imports } of files) {
      if (language === "swift") for (const { module } of imports) imported.add(folderName(module));
    }
    this.#moduleOf = files.map(
      ({ path, language }) => targetOf(targets, path, language) ?? moduleOfFile(path, language, imported),
    );
    this.#modules = new Set(this.#moduleOf);
    this.#paths = new ImportPaths(
      files.map(({ path }, file) => [path, this.of(file)]),
      aliases,
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
    const { path, language } = at(this.#files, file);
    const paths = this.#paths.exactly(path, module, isScript(language));
    const files = paths.flatMap((each) => this.#byPath.get(each) ?? []);
    this.#importedFiles.set(key, files);
    return files;
  }

  /** Whether names of `other` can be used in `file`. */
  sees(file: number, other: number): boolean {
    if (file === other) return true;
    const own = this.of(file);
    const theirs = this.of(other);
    if (own === theirs) return true;
    return this.#importsOf(file).has(theirs);
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
      const imports = file.imports.filter((each) => isReexport(file, each));
      return imports.length === 0 ? [] : [[file.path, imports.map(({ line: _, ...each }) => each)]];
    });
    return JSON.stringify([
      exported.sort(),
      [...this.#modules].sort(),
      this.#targets.all,
      this.#aliases,
      reexported,
    ]);
  }

  #importsOf(file: number): ReadonlySet<string> {
    const cached = this.#visible[file];
    if (cached) return cached;
    const all = new Set<string>();
    const { path, language, imports } = at(this.#files, file);
    if (language !== "swift") {
      for (const { module } of imports)
        for (const each of this.#paths.modulesOf(path, module, isScript(language))) all.add(each);
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
  if (file?.language === "python") return /(^|\/)__init__\.pyi?$/.test(file.path);
  return attributes.includes("export");
}
