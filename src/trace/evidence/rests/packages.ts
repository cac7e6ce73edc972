/** What is asked about the files of a workspace. */
export interface PackageFiles {
  readonly files: () => Iterable<string>;
  readonly text: (path: string) => Promise<string | undefined>;
}

interface Unit {
  readonly folder: string;
  /** The path of a Go module; the folders of the crates that a crate depends on. */
  readonly module: string;
  readonly dependencies: readonly string[];
}

const goImport = /^[ \t]*(?:import[ \t]+)?(?:[\w.]+[ \t]+)?"([^"\n]{1,300})"/gm;

/**
 * What files of Go and Rust reach. There a package or a crate is compiled as a whole, so a test rests on all files of
 * its own and of those that it depends on inside the workspace.
 */
export class Packages {
  readonly #source: PackageFiles;
  #byFolder: ReadonlyMap<string, readonly string[]> | undefined;
  #modules: Promise<readonly Unit[]> | undefined;
  #crates: Promise<readonly Unit[]> | undefined;

  constructor(source: PackageFiles) {
    this.#source = source;
  }

  /** The files that a file needs; undefined where that is not known. */
  async importsOf(path: string, text: string): Promise<readonly string[] | undefined> {
    if (path.endsWith(".go")) return this.#goImports(path, text);
    return path.endsWith(".rs") ? this.#crateFiles(path) : undefined;
  }

  async #goImports(path: string, text: string): Promise<readonly string[] | undefined> {
    // Files that are compiled in can be anything.
    if (text.includes("//go:embed")) return undefined;
    this.#modules ??= this.#read("go.mod", (folder, manifest) => {
      const module = /^module[ \t]+"?([^\s"]+)/m.exec(manifest)?.[1] ?? "";
      return { folder, module, dependencies: [] };
    });
    const modules = await this.#modules;
    if (!modules.some(({ folder }) => isBelow(path, folder))) return undefined;
    const own = this.#in(folderOf(path), ".go");
    const imported = [...text.matchAll(goImport)].flatMap(([, name = ""]) => {
      const unit = modules.find(({ module }) => name === module || name.startsWith(`${module}/`));
      if (unit === undefined) return [];
      const folder = [unit.folder, name.slice(unit.module.length + 1)]
        .filter((part) => part !== "")
        .join("/");
      return this.#in(folder, ".go").filter((file) => !file.endsWith("_test.go"));
    });
    return [...own, ...imported];
  }

  async #crateFiles(path: string): Promise<readonly string[] | undefined> {
    this.#crates ??= this.#read("Cargo.toml", (folder, manifest) => {
      const paths = [...manifest.matchAll(/\bpath\s*=\s*"([^"\n]{1,300})"/g)].map(([, to = ""]) => to);
      return { folder, module: "", dependencies: paths.map((to) => joined(folder, to)) };
    });
    const crates = await this.#crates;
    const own = crates.find(({ folder }) => isBelow(path, folder));
    if (own === undefined) return undefined;
    const needed = new Set([own.folder]);
    for (const folder of needed)
      for (const each of crates.find((crate) => crate.folder === folder)?.dependencies ?? [])
        needed.add(each);
    const isInner = (file: string, folder: string) =>
      crates.find((crate) => isBelow(file, crate.folder))?.folder === folder;
    return [...this.#source.files()].filter(
      (file) =>
        (file.endsWith(".rs") || file.endsWith("Cargo.toml")) &&
        [...needed].some((folder) => isBelow(file, folder) && isInner(file, folder)),
    );
  }

  /** The longest folder first: units can be inside one another. */
  async #read(name: string, make: (folder: string, manifest: string) => Unit): Promise<readonly Unit[]> {
    const units: Unit[] = [];
    for (const file of this.#source.files())
      if (file === name || file.endsWith(`/${name}`))
        units.push(make(folderOf(file), (await this.#source.text(file)) ?? ""));
    return units.sort((a, b) => b.module.length - a.module.length || b.folder.length - a.folder.length);
  }

  #in(folder: string, ending: string): readonly string[] {
    if (this.#byFolder === undefined) {
      const folders = new Map<string, string[]>();
      for (const file of this.#source.files()) {
        const known = folders.get(folderOf(file));
        if (known === undefined) folders.set(folderOf(file), [file]);
        else known.push(file);
      }
      this.#byFolder = folders;
    }
    return (this.#byFolder.get(folder) ?? []).filter((file) => file.endsWith(ending));
  }
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function joined(folder: string, to: string): string {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of to.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
