import { posix } from "node:path";
import type { FileShape } from "../model/shape.ts";
import type { Layout } from "./layout.ts";

/** Where a file is in the module tree of its crate. */
interface Place {
  /** The folder whose files are the crate's top modules. */
  readonly root: string;
  /** The module that the file is, from the root of the crate. */
  readonly path: readonly string[];
}

/** Folders in which every file is the root of a crate of its own. */
const rootFolders = new Set(["tests", "examples", "benches", "bin"]);

/** The module trees of Rust's crates: `crate::a::b` is `src/a/b.rs` or `src/a/b/mod.rs`. */
export class RustModules {
  readonly #places: (Place | undefined)[];
  /** By root and path: `src a::b`. */
  readonly #files = new Map<string, number[]>();
  readonly #crates: ReadonlyMap<string, string>;

  constructor(files: readonly FileShape[], { crates }: Layout) {
    this.#crates = new Map(crates.map(({ name, folder }) => [name, posix.join(folder, "src")]));
    this.#places = files.map(({ path, language }) => (language === "rust" ? placeOf(path) : undefined));
    for (const [file, place] of this.#places.entries()) {
      if (!place) continue;
      const key = `${place.root} ${place.path.join("::")}`;
      this.#files.set(key, [...(this.#files.get(key) ?? []), file]);
    }
  }

  /** The files of the module that a path names in a file, as far as it starts at a module or a crate. */
  filesOf(file: number, names: readonly string[]): readonly number[] {
    const place = this.#places[file];
    const [first = "", ...rest] = names;
    if (!place || first === "") return [];
    if (first === "crate") return this.#at(place.root, rest);
    if (first === "self") return this.#at(place.root, [...place.path, ...rest]);
    if (first === "super") return this.#above(place, names);
    const child = this.#at(place.root, [...place.path, ...names]);
    if (child.length > 0) return child;
    const root = this.#crates.get(first);
    return root === undefined ? [] : this.#at(root, rest);
  }

  #above({ root, path }: Place, names: readonly string[]): readonly number[] {
    const count = names.findIndex((name) => name !== "super");
    const ups = count < 0 ? names.length : count;
    if (ups > path.length) return [];
    return this.#at(root, [...path.slice(0, path.length - ups), ...names.slice(ups)]);
  }

  #at(root: string, path: readonly string[]): readonly number[] {
    return this.#files.get(`${root} ${path.join("::")}`) ?? [];
  }
}

function placeOf(path: string): Place {
  const folders = path.split("/");
  const name = (folders.pop() ?? "").replace(/\.rs$/, "");
  const at = folders.findLastIndex((folder) => folder === "src" || rootFolders.has(folder));
  const root = folders.slice(0, at + 1).join("/");
  const inner = folders.slice(at + 1);
  const isRoot =
    inner.length === 0 && (name === "lib" || name === "main" || rootFolders.has(folders[at] ?? ""));
  return { root: root === "" ? "." : root, path: isRoot ? [] : name === "mod" ? inner : [...inner, name] };
}
