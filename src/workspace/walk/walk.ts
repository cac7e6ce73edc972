import { type Dirent, lstatSync, readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { byCodePoint, sortedBy } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { overlaidFile } from "../files/overlay.ts";
import { errnoOf } from "../paths/errno.ts";
import { locate } from "../paths/location.ts";
import { absolutePath, childPath, realPathInside, rootPath, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { yieldIfDue } from "../process/event-loop.ts";
import { childScope, type IgnoreScope, isIgnored, openIgnoreScope } from "./ignore.ts";

/** Names that a walk skips by default. */
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
  /** The folder to start in; default: the root. The ignore files above it still apply. */
  readonly from?: WorkspacePath;
  /** `false` includes ignored files. */
  readonly ignore?: boolean;
  /** Names of ignore files in addition to `.gitignore`, such as `.hewtoignore`. They override it. */
  readonly ignoreFileNames?: readonly string[];
  /** Names to skip wherever they are; default: `alwaysSkipped`. */
  readonly skip?: readonly string[];
  readonly signal?: AbortSignal;
  /** Called for every folder that is entered, so that the caller can check later whether its entries changed. */
  readonly onFolder?: (path: WorkspacePath) => void;
  /** Called for folders and names that cannot be read; the walk continues. */
  readonly onProblem?: (problem: WalkProblem) => void;
  /** Where the user's git configuration is; default: our own environment. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * All files below a folder that are not ignored, sorted by path in code point order. Links are followed when they
 * stay inside the root. A file that can be reached in several ways is listed once, under its own path if the walk
 * passes it. A folder given as `from` is walked even if a rule ignores it.
 *
 * @example const files = await walkAll(workspace, { ignoreFileNames: [".hewtoignore"] })
 */
export async function walkAll(workspace: Workspace, options: WalkOptions = {}): Promise<Result<WalkEntry[]>> {
  const { from = rootPath, ignore = true, ignoreFileNames = [], env } = options;
  const real = await realPathInside(workspace, from);
  if (!real.ok) return real;
  if (!statSync(real.value, { throwIfNoEntry: false })?.isDirectory()) return folderNotFound(workspace, from);
  const scopeOptions = { root: workspace.root, extraNames: ignoreFileNames, env };
  const scope = ignore ? await openIgnoreScope(real.value, scopeOptions) : undefined;
  const start = { path: from, real: real.value, scope: () => scope };
  const walk = newWalk(workspace, options);
  const isDone = (await walkFolder(walk, start)) && (await followLinks(walk, start));
  return isDone ? ok(sortedByPath(walk.entries)) : cancelled();
}

export function newWalk(workspace: Workspace, options: WalkOptions, hooks: WalkHooks = {}): Walk {
  const { skip = alwaysSkipped } = options;
  return { workspace, options, hooks, skip: new Set(skip), entries: [], links: [], folders: new Set() };
}

/** Sorts in place. */
export function sortedByPath(entries: WalkEntry[]): WalkEntry[] {
  return entries.sort((a, b) => byCodePoint(a.path, b.path));
}

/** For a caller that keeps what a walk saw, folder by folder. */
export interface WalkHooks {
  /** Before a folder is listed. */
  readonly onEnter?: (folder: Folder) => void;
  /** What it listed, links left out. */
  readonly onListed?: (folder: Folder, files: readonly WalkEntry[], folders: readonly Folder[]) => void;
  /** A followed link and where it leads. */
  readonly onLink?: (real: string) => void;
  /** What is known of a file already, so that it need not be looked at. */
  readonly known?: (folder: Folder, name: string) => WalkEntry | undefined;
}

export interface Walk {
  readonly workspace: Workspace;
  readonly hooks: WalkHooks;
  readonly options: WalkOptions;
  readonly skip: ReadonlySet<string>;
  readonly entries: WalkEntry[];
  /** Links that have not been followed yet: files in the tree itself come first. */
  links: Link[];
  /** Real paths of the folders that were entered. */
  readonly folders: Set<string>;
  /** Real paths of the listed files; only needed once links are followed. */
  files?: Set<string>;
}

export interface Folder {
  readonly path: WorkspacePath;
  readonly real: string;
  /** Made when the folder's names are known, which saves the search for ignore files. */
  readonly scope: (names: ReadonlySet<string>) => IgnoreScope | undefined;
}

interface Link {
  readonly path: WorkspacePath;
  readonly name: string;
  readonly scope: IgnoreScope | undefined;
}

/** Adds a folder and all below it, leaving links for later. False when the walk was cancelled. */
export async function walkFolder(walk: Walk, start: Folder): Promise<boolean> {
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

/** Adds the files of a folder and returns its subfolders. */
export function readFolder(walk: Walk, folder: Folder): Folder[] {
  const { hooks } = walk;
  walk.options.onFolder?.(folder.path);
  hooks.onEnter?.(folder);
  const before = walk.entries.length;
  const entries = listEntries(walk, folder);
  const scope = folder.scope(new Set(entries.map((entry) => entry.name)));
  const folders: Folder[] = [];
  // Both sides are normalized already, and `join` would take as long as reading the folder.
  const prefix = folder.real.endsWith(sep) ? folder.real : folder.real + sep;
  for (const entry of entries) {
    const { name } = entry;
    const isFolder = entry.isDirectory();
    if (walk.skip.has(name) || (scope && isIgnored(scope, name, isFolder))) continue;
    const path = childPath(folder.path, name);
    if (isFolder) folders.push(folderBelow(path, prefix + name, name, scope));
    else if (entry.isFile()) {
      const known = hooks.known?.(folder, name);
      if (known) walk.entries.push(known);
      else addFile(walk, path, prefix + name);
    } else if (entry.isSymbolicLink()) walk.links.push({ path, name, scope });
  }
  hooks.onListed?.(folder, walk.entries.slice(before), folders);
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
    // A folder that was deleted since its parent was read is not a problem.
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
      const { size, mtimeMs, ctimeMs, ino } = overlaidFile(real)?.stamp ?? stats;
      walk.entries.push({ path, kind: "file", size, mtimeMs, ctimeMs, ino });
    } else if (path.includes("\ufffd")) {
      walk.options.onProblem?.({ path, reason: "The name is not UTF-8." });
    }
  } catch (error) {
    report(walk, path, error);
  }
}

/** Follows links in rounds, because their targets can contain further links. */
export async function followLinks(walk: Walk, start: Folder): Promise<boolean> {
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
  const location = locate(workspace, absolutePath(workspace, link.path));
  if (location.kind !== "inside") {
    walk.options.onProblem?.({ path: link.path, reason: linkReasons[location.kind] });
    return true;
  }
  const { real } = location;
  walk.hooks.onLink?.(real);
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
  // To git a link is a file, so `build/` would not match it; its author meant the folder.
  if (link.scope && isIgnored(link.scope, link.name, true)) return true;
  return walkFolder(walk, folderBelow(link.path, real, link.name, link.scope));
}

const linkReasons = {
  outside: "The link leads outside the workspace.",
  absent: "The target of the link does not exist.",
  unreadable: "The link cannot be followed.",
};

function report(walk: Walk, path: WorkspacePath, error: unknown): void {
  walk.options.onProblem?.({ path, reason: `Cannot be read: ${errnoOf(error) ?? String(error)}.` });
}

function folderNotFound(workspace: Workspace, path: WorkspacePath): Result<never> {
  const message = `Path does not exist or is not a directory: ${absolutePath(workspace, path)}`;
  return fail(fault("not_a_directory", message, "Name an existing directory.", { path }));
}

export function cancelled(): Result<never> {
  return fail(fault("cancelled", "Reading the folders was cancelled.", ""));
}
