import { posix } from "node:path";

/** Finds the files that an import names, in languages where it names a file, a package or a folder. */
export class ImportPaths {
  /** Modules by the last part of their files' paths, extensions left out: `index` and `__init__` are their folder. */
  private readonly byName = new Map<string, { stem: string; module: string }[]>();

  constructor(files: readonly (readonly [path: string, module: string])[]) {
    for (const [path, module] of files) {
      const stem = path.replace(/\.[^./]+$/, "").replace(/\/(index|__init__|mod)$/, "");
      const folder = posix.dirname(path);
      this.enter(stem, module);
      if (module === folder) this.enter(folder, module);
    }
  }

  modulesOf(from: string, text: string): string[] {
    const wanted = wantedPath(from, text);
    const found = this.endingIn(wanted);
    // `import a.b.Name` names something inside `a/b`.
    return found.length > 0 ? found : this.endingIn(posix.dirname(wanted));
  }

  private endingIn(wanted: string): string[] {
    const all = this.byName.get(posix.basename(wanted)) ?? [];
    const exact = all.filter(({ stem }) => stem === wanted);
    const chosen = exact.length > 0 ? exact : all.filter(({ stem }) => stem.endsWith(`/${wanted}`));
    return [...new Set(chosen.map(({ module }) => module))];
  }

  private enter(stem: string, module: string): void {
    const name = posix.basename(stem);
    const known = this.byName.get(name);
    if (known) known.push({ stem, module });
    else this.byName.set(name, [{ stem, module }]);
  }
}

function wantedPath(from: string, text: string): string {
  const folder = posix.dirname(from);
  if (/^\.{1,2}\//.test(text))
    return posix.join(folder, text).replace(/\.(ts|tsx|js|jsx|mjs|cjs|mts|cts|h|hpp)$/, "");
  const dots = /^\.+/.exec(text)?.[0].length ?? 0;
  const path = text
    .slice(dots)
    .replace(/\.(h|hpp|hh)$/, "")
    .replace(/::|\\|(?<=\w)\.(?=\w)/g, "/")
    .replace(/^(crate|self|super)\//, "");
  return dots === 0 ? path : posix.join(folder, "../".repeat(dots - 1), path);
}
