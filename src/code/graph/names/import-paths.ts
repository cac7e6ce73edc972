import { posix } from "node:path";
import { aliasedPaths, type PathAlias } from "./path-aliases.ts";

/** Finds the files that an import names, in languages where it names a file, a package or a folder. */
export class ImportPaths {
  /** Modules by the last part of their files' paths, without extensions; `index` and `__init__` mean their folder. */
  readonly #byName = new Map<string, { stem: string; module: string }[]>();

  readonly #aliases: readonly PathAlias[];

  constructor(
    files: readonly (readonly [path: string, module: string])[],
    aliases: readonly PathAlias[] = [],
  ) {
    this.#aliases = aliases;
    for (const [path, module] of files) {
      const stem = stemOf(path);
      const folder = posix.dirname(path);
      this.#add(stem, module);
      if (module === folder) this.#add(folder, module);
    }
  }

  modulesOf(from: string, text: string, isScript: boolean): string[] {
    const named = this.#aliased(from, text);
    // In scripts a single word is a package: `router` is not `vendor/router.ts`.
    if (named.length > 0 || (isScript && /^[^./]+$/.test(text))) return named;
    const stem = importedStem(from, text);
    const modules = this.#endingIn(stem);
    // `import a.b.Name` names something inside `a/b`.
    return modules.length > 0 ? modules : this.#endingIn(posix.dirname(stem));
  }

  /** Only the files that an import certainly names: a package is not confused with a file of the same name. */
  exactly(from: string, text: string, isScript: boolean): string[] {
    const named = this.#aliased(from, text);
    if (named.length > 0) return named;
    const stem = importedStem(from, text);
    return isScript || text.startsWith(".") ? this.#at(stem) : this.#endingIn(stem);
  }

  #aliased(from: string, text: string): string[] {
    return aliasedPaths(this.#aliases, from, text).flatMap((path) => this.#at(stemOf(path)));
  }

  #at(stem: string): string[] {
    const all = this.#byName.get(posix.basename(stem)) ?? [];
    return [...new Set(all.flatMap((each) => (each.stem === stem ? [each.module] : [])))];
  }

  #endingIn(ending: string): string[] {
    const all = this.#byName.get(posix.basename(ending)) ?? [];
    const exact = all.filter(({ stem }) => stem === ending);
    const chosen = exact.length > 0 ? exact : all.filter(({ stem }) => stem.endsWith(`/${ending}`));
    return [...new Set(chosen.map(({ module }) => module))];
  }

  #add(stem: string, module: string): void {
    const name = posix.basename(stem);
    const modules = this.#byName.get(name);
    if (modules) modules.push({ stem, module });
    else this.#byName.set(name, [{ stem, module }]);
  }
}

/** A path without extension; `index` and `__init__` mean their folder, even at the root. */
function stemOf(path: string): string {
  const stem = path.replace(/(\.d)?\.[^./]+$/, "").replace(/(^|\/)(index|__init__|mod)$/, "");
  return stem === "" ? "." : stem;
}

/** The path that an import names, without extension. */
function importedStem(from: string, text: string): string {
  const folder = posix.dirname(from);
  if (/^\.{1,2}\//.test(text)) {
    const path = posix.join(folder, text).replace(/\.(ts|tsx|js|jsx|mjs|cjs|mts|cts|h|hpp)$/, "");
    return path.replace(/(^|\/)index$/, "") || ".";
  }
  const dots = /^\.+/.exec(text)?.[0].length ?? 0;
  const path = text
    .slice(dots)
    .replace(/\.(h|hpp|hh)$/, "")
    .replace(/::|\\|(?<=\w)\.(?=\w)/g, "/")
    .replace(/^(crate|self|super)\//, "");
  return dots === 0 ? path : posix.join(folder, "../".repeat(dots - 1), path);
}
