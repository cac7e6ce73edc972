import { byteText } from "./glob.ts";
import { type IgnoreRules, isIgnored, type Layer } from "./ignore.ts";
import { parseIgnoreFile } from "./ignore-rule.ts";
import { alwaysSkipped } from "./walk.ts";

/** The files of a commit that a walk of its checkout would list, by the ignore files of the commit itself. */
export function visibleInTree<T extends { readonly path: string }>(
  files: readonly T[],
  ignoreFiles: ReadonlyMap<string, Uint8Array>,
  extraNames: readonly string[],
): T[] {
  const scopes = new Map<string, IgnoreRules | undefined>();
  const scopeOf = (folder: string): IgnoreRules | undefined => {
    if (scopes.has(folder)) return scopes.get(folder);
    const slash = folder.lastIndexOf("/");
    const name = folder.slice(slash + 1);
    const parent = folder === "" ? undefined : scopeOf(folder.slice(0, Math.max(0, slash)));
    const isHidden =
      folder !== "" && (!parent || alwaysSkipped.includes(name) || isIgnored(parent, name, true));
    const scope = isHidden ? undefined : enter(parent, folder, ignoreFiles, extraNames);
    scopes.set(folder, scope);
    return scope;
  };
  return files.filter(({ path }) => {
    const slash = path.lastIndexOf("/");
    const name = path.slice(slash + 1);
    const scope = scopeOf(path.slice(0, Math.max(0, slash)));
    return scope !== undefined && !alwaysSkipped.includes(name) && !isIgnored(scope, name, false);
  });
}

function enter(
  parent: IgnoreRules | undefined,
  folder: string,
  ignoreFiles: ReadonlyMap<string, Uint8Array>,
  extraNames: readonly string[],
): IgnoreRules {
  const bytes = folder === "" ? "" : `${byteText(folder)}/`;
  const add = (below: Layer | undefined, name: string): Layer | undefined => {
    const content = ignoreFiles.get(folder === "" ? name : `${folder}/${name}`);
    if (!content) return below;
    const rules = parseIgnoreFile(Buffer.from(content).toString("latin1"), false).reverse();
    return rules.length === 0
      ? below
      : { rules, hasPaths: rules.some((rule) => !rule.nameOnly), skip: bytes.length, below };
  };
  return {
    bytes,
    gitLayer: add(parent?.gitLayer, ".gitignore"),
    extraLayer: extraNames.reduce(add, parent?.extraLayer),
    sources: { settings: { ignoreCase: false } },
  };
}
