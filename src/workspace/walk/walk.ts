import { type Dirent, lstatSync, readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { byCodePoint, sortedBy } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { errnoOf } from "../paths/errno.ts";
import { locate } from "../paths/location.ts";
import { absolutePath, childPath, realPathInside, rootPath, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { yieldIfDue } from "../process/event-loop.ts";
import { childScope, type IgnoreScope, isIgnored, openIgnoreScope } from "./ignore.ts";

/** Names that no walk enters unless asked. */
export const alwaysSkipped: readonly string[] = [".git", ".hewto", "node_modules"];

export interface WalkEntry {
  readonly path: WorkspacePath;
  readonly kind: "file";
  readonly size: number;
  readonly mtimeMs: number;
  /** Changes with every write, even one that sets the modification time back. */
  readonly ctimeMs: number;
  readonly ino: number;
}

export interface WalkProblem {
  readonly path: WorkspacePath;
  readonly reason: string;
}

export interface WalkOptions {
  /** Where to start; the root unless told. The ignore files above it count all the same. */
  readonly from?: WorkspacePath;
  /** `false` gives ignored files too. */
  readonly ignore?: boolean;
  /** Names of ignore files beside `.gitignore`, such as `.hewtoignore`. They outrank it. */
  readonly ignoreFileNames?: readonly string[];
  /** Names to leave out wherever they are; `alwaysSkipped` unless told. */
  readonly skip?: readonly string[];
  readonly signal?: AbortSignal;
  /** Hears of every folder that is entered, for those who look later whether its entries changed. */
  readonly onFolder?: (path: WorkspacePath) => void;
  /** Hears of folders and names that cannot be read; the walk goes on. */
  readonly onProblem?: (problem: WalkProblem) => void;
  /** Says where the user's git configuration is; ours unless told. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * All files below a folder that are not ignored, by path in code point order. Links are followed when they
 * stay inside the root; a file that can be reached in several ways is given once, by its own path if the
 * walk comes by it. A folder given as `from` is walked even if a rule ignores it.
 *
 * @example const files = await walkAll(workspace, { ignoreFileNames: [".hewtoignore"] })
 */
export async function walkAll(workspace: Workspace, options: WalkOptions = {}): Promise<Result<WalkEntry[]>> {
  const { from = rootPath, ignore = true, ignoreFileNames = [], skip = alwaysSkipped, env } = options;
  const real = await realPathInside(workspace, from);
  if (!real.ok) return real;
  if (!statSync(real.value, { throwIfNoEntry: false })?.isDirectory()) return folderNotFound(workspace, from);
  const scopeOptions = { root: workspace.root, extraNames: ignoreFileNames, ...(env ? { env } : {}) };
  const scope = ignore ? await openIgnoreScope(real.value, scopeOptions) : undefined;
  const start = { path: from, real: real.value, scope: () => scope };
  const walk: Walk = { workspace, options, skip: new Set(skip), entries: [], links: [], folders: new Set() };
  const isDone = (await walkFolder(walk, start)) && (await followLinks(walk, start));
  return isDone ? ok(walk.entries.sort((a, b) => byCodePoint(a.path, b.path))) : cancelled();
}

interface Walk {
  readonly workspace: Workspace;
  readonly options: WalkOptions;
  readonly skip: ReadonlySet<string>;
  readonly entries: WalkEntry[];
  /** Links met and not yet followed: what lies in the tree itself comes first. */
  links: Link[];
  /** Real paths of the folders that were entered. */
  readonly folders: Set<string>;
  /** Real paths of the files that were given; only kept once links are followed. */
  files?: Set<string>;
}

interface Folder {
  readonly path: WorkspacePath;
  readonly real: string;
  /** Made when the folder's names are known, which saves looking for ignore files. */
  readonly scope: (names: ReadonlySet<string>) => IgnoreScope | undefined;
}

interface Link {
  readonly path: WorkspacePath;
  readonly name: string;
  readonly scope: IgnoreScope | undefined;
}

/** Takes in a folder and all below, leaving links for later. False when the caller has lost interest. */
async function walkFolder(walk: Walk, start: Folder): Promise<boolean> {
  const ahead = [start];
  for (let folder = ahead.pop(); folder !== undefined; folder = ahead.pop()) {
    await yieldIfDue();
    if (walk.options.signal?.aborted) return false;
    if (walk.folders.has(folder.real)) continue;
    walk.folders.add(folder.real);
    ahead.push(...readFolder(walk, folder));
  }
  return true;
}

/** Takes in the files of a folder and gives its folders. */
function readFolder(walk: Walk, folder: Folder): Folder[] {
  walk.options.onFolder?.(folder.path);
  const found = listEntries(walk, folder);
  const scope = folder.scope(new Set(found.map((entry) => entry.name)));
  const folders: Folder[] = [];
  // Both sides are clean already: `join` would take as long as reading the folder.
  const prefix = folder.real.endsWith(sep) ? folder.real : folder.real + sep;
  for (const entry of found) {
    const { name } = entry;
    const isFolder = entry.isDirectory();
    if (walk.skip.has(name) || (scope && isIgnored(scope, name, isFolder))) continue;
    const path = childPath(folder.path, name);
    if (isFolder) folders.push(folderBelow(path, prefix + name, name, scope));
    else if (entry.isFile()) addFile(walk, path, prefix + name);
    else if (entry.isSymbolicLink()) walk.links.push({ path, name, scope });
  }
  return folders;
}

function folderBelow(
  path: WorkspacePath,
  real: string,
  name: string,
  scope: IgnoreScope | undefined,
): Folder {
  return { path, real, scope: (names) => scope && childScope(scope, name, names) };
}

function listEntries(walk: Walk, folder: Folder): Dirent[] {
  try {
    return readdirSync(folder.real, { withFileTypes: true });
  } catch (error) {
    // A folder that has gone since its parent was read is no problem.
    if (errnoOf(error) !== "ENOENT") report(walk, folder.path, error);
    return [];
  }
}

function addFile(walk: Walk, path: WorkspacePath, real: string): void {
  if (walk.files?.has(real)) return;
  walk.files?.add(real);
  try {
    const stats = lstatSync(real, { throwIfNoEntry: false });
    if (stats?.isFile()) {
      const { size, mtimeMs, ctimeMs, ino } = stats;
      walk.entries.push({ path, kind: "file", size, mtimeMs, ctimeMs, ino });
    } else if (path.includes("\ufffd")) {
      walk.options.onProblem?.({ path, reason: "The name is not UTF-8." });
    }
  } catch (error) {
    report(walk, path, error);
  }
}

/** Follows links in rounds, because what they lead to may hold further links. */
async function followLinks(walk: Walk, start: Folder): Promise<boolean> {
  if (walk.links.length === 0) return true;
  walk.files = new Set(walk.entries.map((entry) => join(start.real, entry.path.slice(start.path.length))));
  while (walk.links.length > 0) {
    const round = sortedBy(walk.links, (link) => link.path);
    walk.links = [];
    for (const link of round) if (!(await followLink(walk, link))) return false;
  }
  return true;
}

async function followLink(walk: Walk, link: Link): Promise<boolean> {
  const { workspace, skip } = walk;
  const place = locate(workspace, absolutePath(workspace, link.path));
  if (place.kind !== "inside") {
    walk.options.onProblem?.({ path: link.path, reason: linkReasons[place.kind] });
    return true;
  }
  const { real } = place;
  if (
    real
      .slice(workspace.root.length)
      .split(sep)
      .some((name) => skip.has(name))
  )
    return true;
  const target = statSync(real, { throwIfNoEntry: false });
  if (target?.isFile()) addFile(walk, link.path, real);
  if (!target?.isDirectory()) return true;
  // To git a link is a file, so `build/` would not match it; whoever wrote that meant the folder.
  if (link.scope && isIgnored(link.scope, link.name, true)) return true;
  return walkFolder(walk, folderBelow(link.path, real, link.name, link.scope));
}

const linkReasons = {
  outside: "The link leads outside the workspace.",
  absent: "The link leads nowhere.",
  unreadable: "The link cannot be followed.",
};

function report(walk: Walk, path: WorkspacePath, error: unknown): void {
  walk.options.onProblem?.({ path, reason: `It cannot be read: ${errnoOf(error) ?? String(error)}.` });
}

function folderNotFound(workspace: Workspace, path: WorkspacePath): Result<never> {
  const message = `Path does not exist or is not a directory: ${absolutePath(workspace, path)}`;
  return fail(fault("not_a_directory", message, "Name an existing directory.", { path }));
}

function cancelled(): Result<never> {
  return fail(fault("cancelled", "Reading the folders was cancelled.", ""));
}
