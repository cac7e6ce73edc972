const scripts = /\.[cm]?[jt]sx?$/;
const scriptImport = /\b(?:from|import|require\s*\()\s*\(?\s*["']([^"'\n]{1,400})["']/g;
const scriptEndings = [
  "",
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  "/index.ts",
  "/index.tsx",
  "/index.js",
];
const pythonImport = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+\(?([^#\n]*)|import[ \t]+([\w., \t]+))/gm;

/**
 * The files of the workspace that a file imports by path. Undefined for languages whose imports name packages and not
 * files: what such a test reaches is not known here.
 */
export function importsIn(
  path: string,
  text: string,
  exists: (path: string) => boolean,
): readonly string[] | undefined {
  if (scripts.test(path)) return scriptImports(path, text, exists);
  if (path.endsWith(".py")) return pythonImports(path, text, exists);
  // Data that code imports reaches nothing further.
  return /\.(?:json|css|md|txt|ya?ml|toml|html|svg)$/.test(path) ? [] : undefined;
}

function scriptImports(path: string, text: string, exists: (path: string) => boolean): string[] {
  const found: string[] = [];
  for (const [, module = ""] of text.matchAll(scriptImport)) {
    if (!module.startsWith(".")) continue;
    const target = resolve(folderOf(path), module);
    // TypeScript is imported under the name of what it is compiled to.
    const written = target?.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
    const candidates = [target, written].flatMap((base) =>
      base === undefined ? [] : scriptEndings.map((end) => base + end),
    );
    const file = candidates.find(exists);
    if (file !== undefined) found.push(file);
  }
  return found;
}

function pythonImports(path: string, text: string, exists: (path: string) => boolean): string[] {
  const found: string[] = [];
  for (const [, from, names = "", plain = ""] of text.matchAll(pythonImport)) {
    const modules =
      from === undefined
        ? list(plain)
        : [from, ...list(names).map((name) => `${from}.${name}`.replace(/^(\.+)\./, "$1"))];
    for (const module of modules) {
      const file = pythonFile(path, module, exists);
      if (file !== undefined) found.push(file);
    }
  }
  return found;
}

/** Relative, or from any folder above the file, as `sys.path` and `src` layouts have it. */
function pythonFile(path: string, module: string, exists: (path: string) => boolean): string | undefined {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const parts = module
    .slice(dots)
    .split(".")
    .filter((part) => part !== "");
  let folder: string | undefined = folderOf(path);
  for (let up = 1; up < dots && folder !== undefined; up++) folder = parentOf(folder);
  for (let base = folder; base !== undefined; base = dots > 0 ? undefined : parentOf(base)) {
    for (const root of dots > 0 ? [base] : [base, join(base, "src")]) {
      const target = join(root, parts.join("/"));
      const file = [`${target}.py`, join(target, "__init__.py")].find(exists);
      if (file !== undefined) return file;
    }
  }
  return undefined;
}

function list(names: string): string[] {
  return names.split(",").flatMap((name) => /^[\s(]*([\w.]+)/.exec(name)?.[1] ?? []);
}

function resolve(folder: string, module: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of module.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function parentOf(folder: string): string | undefined {
  return folder === "" ? undefined : folderOf(folder);
}

function join(folder: string, path: string): string {
  return [folder, path].filter((part) => part !== "").join("/");
}
