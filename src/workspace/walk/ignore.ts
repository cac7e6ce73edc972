import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { StampSet, stampOf } from "../files/stamp.ts";
import { type IgnoreSettings, ignoreSettings } from "../git/config.ts";
import { findRepository, type GitRepository, repositoryAt } from "../git/repository.ts";
import { isWithin } from "../paths/paths.ts";
import { byteText, foldCase } from "./glob.ts";
import { type IgnoreRule, parseIgnoreFile, ruleMatches } from "./ignore-rule.ts";

/** The ignore rules of one folder: its own ignore files, those above it, the repository's and the user's. */
export interface IgnoreScope {
  readonly folder: string;
  /** The folder's path below the top of the chain, in bytes and with a trailing slash; "" at the top. */
  readonly bytes: string;
  readonly gitLayer: Layer | undefined;
  /** Ignore files under extra names override git's, and they also apply in nested repositories. */
  readonly extraLayer: Layer | undefined;
  readonly sources: IgnoreSources;
}

/** What decides about an entry of a folder, wherever the rules come from. */
export interface IgnoreRules extends Pick<IgnoreScope, "bytes" | "gitLayer" | "extraLayer"> {
  readonly sources: { readonly settings: Pick<IgnoreSettings, "ignoreCase"> };
}

/** The rules of one ignore file, on top of those that they override. */
export interface Layer {
  /** From last to first: the last line that matches decides. */
  readonly rules: readonly IgnoreRule[];
  readonly hasPaths: boolean;
  /** The length, in bytes, of the part of an entry's path that is above the folder of the ignore file. */
  readonly skip: number;
  readonly below: Layer | undefined;
}

export interface IgnoreSources {
  readonly settings: IgnoreSettings;
  readonly extraNames: readonly string[];
  /** The folder that the walk begins with. */
  readonly start: string;
  /** Files that were read, or looked for, and that are not in a folder which the walk lists. */
  readonly files: StampSet;
}

export interface IgnoreOptions {
  /** For a folder outside a repository: where the search for ignore files starts. */
  readonly root: string;
  /** Names of ignore files in addition to `.gitignore`. */
  readonly extraNames?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * The rules of a folder at or below `root`. A repository's rules apply from its top, even if that is above the root;
 * without a repository, `.gitignore` files apply from the root down.
 */
export async function openIgnoreScope(folder: string, options: IgnoreOptions): Promise<IgnoreScope> {
  const { root, extraNames = [], env = process.env } = options;
  const repository = findRepository(folder);
  const settings = await ignoreSettings(repository, folder, env);
  const sources = { settings, extraNames, start: folder, files: new StampSet() };
  const top = repository && isWithin(repository.checkout, root) ? repository.checkout : root;
  const atRoot = descend(enter(undefined, top, "", sources), root, "stop at ignored");
  // A repository that ignores the whole workspace, such as one of a home folder, does not apply inside it.
  return (
    descend(atRoot ?? enter(undefined, root, "", sources), folder) ?? enter(undefined, folder, "", sources)
  );
}

/** The rules of a subfolder. `names`, if known, are its entries and save the search for ignore files. */
export function childScope(scope: IgnoreScope, name: string, names?: ReadonlySet<string>): IgnoreScope {
  const bytes = `${scope.bytes}${entryBytes(scope, name)}/`;
  return enter(scope, join(scope.folder, name), bytes, scope.sources, names);
}

/** Whether an entry of the folder is ignored. The folder itself is not: a walk does not enter ignored folders. */
export function isIgnored(scope: IgnoreRules, name: string, isFolder: boolean): boolean {
  if (scope.gitLayer === undefined && scope.extraLayer === undefined) return false;
  const bytes = entryBytes(scope, name);
  return (
    verdict(scope.extraLayer, scope.bytes, bytes, isFolder) ??
    verdict(scope.gitLayer, scope.bytes, bytes, isFolder) ??
    false
  );
}

function verdict(
  top: Layer | undefined,
  folder: string,
  name: string,
  isFolder: boolean,
): boolean | undefined {
  for (let layer = top; layer !== undefined; layer = layer.below) {
    const path = layer.hasPaths ? (folder + name).slice(layer.skip) : "";
    for (const rule of layer.rules) if (ruleMatches(rule, name, path, isFolder)) return !rule.negated;
  }
  return undefined;
}

function enter(
  parent: IgnoreScope | undefined,
  folder: string,
  bytes: string,
  sources: IgnoreSources,
  names?: ReadonlySet<string>,
): IgnoreScope {
  const skip = bytes.length;
  const { ignoreCase } = sources.settings;
  const add = (below: Layer | undefined, name: string) => {
    if (names?.has(name) === false) return below;
    const file = join(folder, name);
    if (!names && folder !== sources.start) noteFile(sources, file);
    return addFile(below, file, { skip, ignoreCase, follow: false });
  };
  const repository = names?.has(".git") === false ? undefined : repositoryAt(folder);
  const isTop = repository !== undefined || parent === undefined;
  const gitLayer = add(isTop ? repositoryLayers(repository, skip, sources) : parent.gitLayer, ".gitignore");
  const extraLayer = sources.extraNames.reduce(add, parent?.extraLayer);
  return { folder, bytes, gitLayer, extraLayer, sources };
}

/** The rules that are not in the tree; the repository's override the user's. */
function repositoryLayers(
  repository: GitRepository | undefined,
  skip: number,
  sources: IgnoreSources,
): Layer | undefined {
  const { excludesFile, ignoreCase } = sources.settings;
  noteFile(sources, excludesFile);
  const user = addFile(undefined, excludesFile, { skip, ignoreCase, follow: true });
  if (repository === undefined) return user;
  const exclude = join(repository.commonDir, "info/exclude");
  noteFile(sources, exclude);
  return addFile(user, exclude, { skip, ignoreCase, follow: true });
}

/** Before it is read. */
function noteFile({ files }: IgnoreSources, path: string): void {
  files.add(path, stampOf(path), Date.now());
}

function addFile(
  below: Layer | undefined,
  file: string,
  {
    skip,
    ignoreCase,
    follow,
  }: { readonly skip: number; readonly ignoreCase: boolean; readonly follow: boolean },
): Layer | undefined {
  const rules = parseIgnoreFile(readIgnoreFile(file, follow), ignoreCase).reverse();
  if (rules.length === 0) return below;
  return { rules, hasPaths: rules.some((rule) => !rule.nameOnly), skip, below };
}

/** The bytes of an ignore file, "" when there is none. Like git, it does not follow a link in the tree. */
function readIgnoreFile(path: string, follow: boolean): string {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (follow ? 0 : (constants.O_NOFOLLOW ?? 0));
  let fd: number | undefined;
  try {
    fd = openSync(path, flags);
    const stats = fstatSync(fd);
    return stats.isFile() && stats.size <= maxIgnoreFileBytes ? readFileSync(fd, "latin1") : "";
  } catch {
    return "";
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const maxIgnoreFileBytes = 4 * 1024 * 1024;

/** The rules of a folder further below; undefined if a folder on the way is ignored and `mode` asks to stop there. */
function descend(start: IgnoreScope, folder: string, mode?: "stop at ignored"): IgnoreScope | undefined {
  let scope = start;
  for (const name of relative(start.folder, folder).split(sep)) {
    if (name === "") continue;
    if (mode === "stop at ignored" && isIgnored(scope, name, true)) return undefined;
    scope = childScope(scope, name);
  }
  return scope;
}

function entryBytes(scope: IgnoreRules, name: string): string {
  return scope.sources.settings.ignoreCase ? foldCase(byteText(name)) : byteText(name);
}
