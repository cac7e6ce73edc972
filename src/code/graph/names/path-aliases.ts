import { posix } from "node:path";
import { parse } from "jsonc-parser";
import { isRecord } from "../../../kernel/json.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import type { Manifest } from "../targets/target.ts";

/** `"@app/*": ["src/app/*"]` of a `tsconfig.json`: which files an import that begins with `@app/` names. */
export interface PathAlias {
  /** The folder of the configuration: the alias applies to files below it. */
  readonly folder: string;
  readonly prefix: string;
  readonly suffix: string;
  /** From the root, with `*` for what is between prefix and suffix. */
  readonly targets: readonly string[];
}

export function isPathConfiguration(path: string): boolean {
  return /(^|\/)[jt]sconfig(\.[\w-]+)?\.json$/.test(path);
}

/** Aliases as each file declares them; those behind `extends` come from the file that declares them. */
export function readPathAliases(manifests: readonly Manifest[]): PathAlias[] {
  const aliases = manifests.filter(({ path }) => isPathConfiguration(path)).flatMap(aliasesIn);
  // The nearest configuration and the longest prefix come first.
  return aliases.sort(
    (a, b) =>
      b.folder.length - a.folder.length ||
      b.prefix.length - a.prefix.length ||
      byCodePoint(a.prefix, b.prefix),
  );
}

function aliasesIn({ path, text }: Manifest): PathAlias[] {
  const read: unknown = parse(text, [], { allowTrailingComma: true });
  const options = isRecord(read) && isRecord(read.compilerOptions) ? read.compilerOptions : {};
  const folder = posix.dirname(path);
  const base = posix.join(folder, typeof options.baseUrl === "string" ? options.baseUrl : ".");
  return Object.entries(isRecord(options.paths) ? options.paths : {}).flatMap(([pattern, given]) => {
    const [prefix = "", suffix = "", ...more] = pattern.split("*");
    const paths = Array.isArray(given) ? given.filter((each) => typeof each === "string") : [];
    if (more.length > 0 || paths.length === 0) return [];
    return [{ folder, prefix, suffix, targets: paths.map((path) => posix.join(base, path)) }];
  });
}

/** Paths that an import can mean by an alias; empty if no alias matches. */
export function aliasedPaths(aliases: readonly PathAlias[], from: string, text: string): string[] {
  for (const { folder, prefix, suffix, targets } of aliases) {
    const isBelow = folder === "." || from.startsWith(`${folder}/`);
    if (!isBelow || text.length < prefix.length + suffix.length) continue;
    if (!text.startsWith(prefix) || !text.endsWith(suffix)) continue;
    const between = text.slice(prefix.length, text.length - suffix.length);
    // Without a `*` the pattern is the whole import.
    if (!targets.some((target) => target.includes("*")) && between !== "") continue;
    return targets.map((target) => target.replace("*", () => between));
  }
  return [];
}
