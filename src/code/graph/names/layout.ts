import { posix } from "node:path";
import { parse } from "jsonc-parser";
import { isRecord } from "../../../kernel/json.ts";
import type { Import } from "../../languages/language.ts";
import type { Manifest } from "../targets/target.ts";
import { isPathConfiguration, type PathAlias, readPathAliases } from "./path-aliases.ts";

/** What manifests say about the names of modules, in languages whose imports do not name files. */
export interface Layout {
  /** Imports of scripts: `paths` of a `tsconfig.json` first, then the packages of a workspace. */
  readonly aliases: readonly PathAlias[];
  /** `module example.com/app` of a `go.mod`, the longest first. */
  readonly goModules: readonly { readonly path: string; readonly folder: string }[];
  /** `name` of a `Cargo.toml`, as code writes it: `my-common` is `my_common`. */
  readonly crates: readonly { readonly name: string; readonly folder: string }[];
  /** `<Using Include="…" />` of .NET projects: a `global using` of all their files. */
  readonly usings: readonly GlobalImport[];
}

/** An import that holds for all files below a folder. */
export interface GlobalImport extends Import {
  readonly folder: string;
}

export const noLayout: Layout = { aliases: [], goModules: [], crates: [], usings: [] };

export function isLayoutManifest(path: string): boolean {
  const isPackage = /(^|\/)(go\.mod|Cargo\.toml|package\.json)$/.test(path);
  return isPackage || isPathConfiguration(path) || isDotnetProject(path);
}

export function readLayout(manifests: readonly Manifest[]): Layout {
  const named = (name: string) => manifests.filter(({ path }) => posix.basename(path) === name);
  const goModules = named("go.mod").flatMap(({ path, text }) => {
    const module = /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
    return module ? [{ path: module, folder: posix.dirname(path) }] : [];
  });
  const crates = named("Cargo.toml").flatMap(({ path, text }) => {
    const names = [crateName.exec(text)?.[1], libraryName.exec(text)?.[1]];
    const folder = posix.dirname(path);
    return [...new Set(names)].flatMap((name) => (name ? [{ name: name.replaceAll("-", "_"), folder }] : []));
  });
  return {
    aliases: [...readPathAliases(manifests), ...named("package.json").flatMap(packageAliases)],
    goModules: goModules.sort((a, b) => b.path.length - a.path.length),
    crates,
    usings: manifests.filter(({ path }) => isDotnetProject(path)).flatMap(projectUsings),
  };
}

function isDotnetProject(path: string): boolean {
  return /(\.csproj|(^|\/)Directory\.Build\.(props|targets))$/.test(path);
}

function projectUsings({ path, text }: Manifest): GlobalImport[] {
  const folder = posix.dirname(path);
  return [...text.matchAll(/<Using\s([^<>]*)>/g)].flatMap(([, fields = ""]) => {
    const field = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(fields)?.[1];
    const module = field("Include");
    if (!module) return [];
    const isStatic = field("Static")?.toLowerCase() === "true";
    const attributes = isStatic ? ["global", "static"] : ["global"];
    return [{ folder, module, as: field("Alias"), attributes, line: 0 }];
  });
}

const crateName = /^\[package\][^[]*?^name\s*=\s*["']([^"'\n]+)/m;
const libraryName = /^\[lib\][^[]*?^name\s*=\s*["']([^"'\n]+)/m;

/** A package of a workspace by its name. What is published is built from sources that have the same names. */
function packageAliases({ path, text }: Manifest): PathAlias[] {
  const read: unknown = parse(text, [], { allowTrailingComma: true });
  const manifest = isRecord(read) ? read : {};
  const { name, exports } = manifest;
  if (typeof name !== "string" || name === "") return [];
  const folder = posix.dirname(path);
  const inside = (target: string) => posix.join(folder, target);
  const alias = (suffix: string, targets: readonly string[]): PathAlias => ({
    folder: ".",
    prefix: `${name}${suffix}`,
    suffix: "",
    targets: targets.map(inside),
  });
  const entries = isRecord(exports) ? Object.entries(exports) : [];
  const published = entries.flatMap(([key, value]) =>
    /^\.\/[^*]+$/.test(key) ? [alias(key.slice(1), sourcesOf(pathsIn(value)))] : [],
  );
  const main = [
    ...pathsIn(
      isRecord(exports)
        ? (exports["."] ?? (entries.every(([key]) => !key.startsWith(".")) ? exports : undefined))
        : exports,
    ),
    ...["source", "types", "module", "main"].flatMap((key) => pathsIn(manifest[key])),
  ];
  return [
    ...published,
    alias("/", ["src/*", "*", "lib/*"]),
    alias("", [...sourcesOf(main), "src", "src/main", ".", "lib"]),
  ];
}

/** Paths of conditional exports: `{ import: { types, default } }`. */
function pathsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (!isRecord(value) || depth > 4) return [];
  return Object.values(value).flatMap((each) => pathsIn(each, depth + 1));
}

/** `dist/a.js` and the source that it is built from. */
function sourcesOf(paths: readonly string[]): string[] {
  const all = paths.flatMap((path) => [
    path,
    path.replace(/^(\.\/)?(dist|build|lib|out|esm|cjs)\/(esm\/|cjs\/)?/, "src/"),
  ]);
  return [...new Set(all)];
}
