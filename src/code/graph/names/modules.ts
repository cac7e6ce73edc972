import type { Import, LanguageId } from "../../languages/language.ts";
import type { FileShape } from "../model/shape.ts";
import { Targets } from "../targets/targets.ts";
import { ImportPaths } from "./import-paths.ts";
import type { PathAlias } from "./path-aliases.ts";

/** Which files see each other's names without more ado, and what else a file can see. */
export class Modules {
  readonly #moduleOf: readonly string[];
  /** By file. */
  readonly #visible: (ReadonlySet<string> | undefined)[] = [];
  readonly #files: readonly FileShape[];
  readonly #reexports = new Map<string, Set<string>>();
  readonly #known: ReadonlySet<string>;
  readonly #paths: ImportPaths;
  readonly #targets: Targets;

  readonly #aliases: readonly PathAlias[];
  readonly #byPath: ReadonlyMap<string, number>;
  /** By file and import. */
  readonly #imported = new Map<string, readonly number[]>();

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
    this.#known = new Set(this.#moduleOf);
    this.#paths = new ImportPaths(
      files.map(({ path }, at) => [path, this.#moduleOf[at] ?? ""]),
      aliases,
    );
    for (const [at, { imports }] of files.entries()) {
      for (const { module, attributes = [] } of imports) {
        if (!attributes.some((text) => text === "@_exported" || text === "public")) continue;
        const own = this.#moduleOf[at] ?? "";
        this.#reexports.set(own, (this.#reexports.get(own) ?? new Set()).add(folderName(module)));
      }
    }
  }

  of(file: number): string {
    return this.#moduleOf[file] ?? "";
  }

  has(module: string): boolean {
    return this.#known.has(folderName(module));
  }

  /** The files that an import certainly names, in languages where it names files. */
  filesOf(file: number, module: string): readonly number[] {
    const key = `${file} ${module}`;
    const known = this.#imported.get(key);
    if (known) return known;
    const { path = "", language = "text" } = this.#files[file] ?? {};
    const found = this.#paths.exactly(path, module, isScript(language));
    const files = found.flatMap((each) => this.#byPath.get(each) ?? []);
    this.#imported.set(key, files);
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

  /** Whether it is certain that a file cannot see another: manifests say in which targets both are. */
  hides(file: number, other: number): boolean {
    return this.#isSure(file) && this.#isSure(other) && !this.sees(file, other);
  }

  /** A folder `Sources/A` alone is no proof of a module: a project of another build tool may compile all as one. */
  #isSure(file: number): boolean {
    const { path = "", language } = this.#files[file] ?? {};
    return language === "swift" && !path.includes(".docc/") && this.#targets.of(path) !== undefined;
  }

  /** A text that changes whenever the view of any file on the modules may have changed. */
  fingerprint(): string {
    const exported = [...this.#reexports].map(
      ([module, names]) => `${module}:${[...names].sort().join(",")}`,
    );
    const passedOn = this.#files.flatMap((file) => {
      const through = file.imports.filter((each) => isReexport(file, each));
      return through.length === 0 ? [] : [[file.path, through.map(({ line: _, ...each }) => each)]];
    });
    return JSON.stringify([
      exported.sort(),
      [...this.#known].sort(),
      this.#targets.all,
      this.#aliases,
      passedOn,
    ]);
  }

  #importsOf(file: number): ReadonlySet<string> {
    const found = this.#visible[file];
    if (found) return found;
    const all = new Set<string>();
    const { path = "", language = "text", imports = [] } = this.#files[file] ?? {};
    if (language !== "swift") {
      for (const { module } of imports)
        for (const found of this.#paths.modulesOf(path, module, isScript(language))) all.add(found);
      this.#visible[file] = all;
      return all;
    }
    const open = imports.map(({ module }) => folderName(module));
    // A test target beside the sources sees them by `@testable import`, which is an import like any other.
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
  return (module.split(".")[0] ?? module).replaceAll("-", "_");
}

const built: ReadonlySet<LanguageId> = new Set(["swift", "c", "cpp", "objective-c"]);

/** What a manifest says, in the languages that it is about. */
function targetOf(targets: Targets, path: string, language: LanguageId): string | undefined {
  return built.has(language) && !path.includes(".docc/") ? targets.of(path)?.name : undefined;
}

const sourceFolders = new Set(["Sources", "Source", "Tests", "Plugins", "src", "Benchmarks"]);

function moduleOfFile(path: string, language: LanguageId, imported: ReadonlySet<string>): string {
  const folders = path.split("/").slice(0, -1);
  if (language !== "swift") return perFile.has(language) ? path : folders.join("/");
  // Pages of a documentation catalogue are stages of one program: each folder stands for itself.
  if (folders.some((name) => name.endsWith(".docc"))) return folders.join("/");
  for (let at = folders.length - 1; at >= 0; at--) {
    const target = folders[at + 1];
    if (sourceFolders.has(folders[at] ?? "") && target) return folderName(target);
  }
  for (let at = folders.length - 1; at >= 0; at--) {
    const name = folderName(folders[at] ?? "");
    if (imported.has(name) || /Tests$/.test(name)) return name;
  }
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

/** Whether others can take what is imported here from this file. */
export function isReexport(file: FileShape | undefined, { attributes = [] }: Import): boolean {
  if (file?.language === "python") return /(^|\/)__init__\.pyi?$/.test(file.path);
  return attributes.includes("export");
}
