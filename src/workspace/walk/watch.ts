import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";
import { byCodePoint } from "../../kernel/order.ts";
import { findRepository } from "../git/repository.ts";
import { absolutePath, childPath, isWithin, rootPath, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { isIgnored, openIgnoreScope } from "./ignore.ts";
import { alwaysSkipped, walkAll } from "./walk.ts";

export interface FileWatch {
  /** Settles when every folder is watched. */
  readonly ready: Promise<void>;
  readonly stop: () => void;
}

/** Systems limit how many folders a process may watch, and each takes memory. */
const maxFolders = 4000;
/** Editors and agents write several files at once. */
const quietMs = 120;
const maxWaitMs = 1000;

/**
 * Reports the files that change, as paths below the root with `/`: what the ignore files leave, the logs of runs, and
 * commits and checkouts as `.git/HEAD`. Changes that come together are reported together.
 *
 * @example const { stop } = watchWorkspace(workspace, (paths) => console.log(paths))
 */
export function watchWorkspace(
  workspace: Workspace,
  onChange: (paths: readonly string[]) => void,
): FileWatch {
  const watchers = new Map<string, FSWatcher>();
  const batch = batches(onChange);
  let isStopped = false;
  const add = (folder: string, onName: (name: string) => void) => {
    if (isStopped || watchers.has(folder) || watchers.size >= maxFolders) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => name !== null && onName(name));
      watcher.on("error", () => remove(folder));
      watchers.set(folder, watcher);
    } catch {
      // It is gone, or the system's limit is reached: what it can watch is watched.
    }
  };
  const remove = (folder: string) => {
    for (const [path, watcher] of watchers) {
      if (!isWithin(folder, path)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };
  const addTree = async (from: WorkspacePath) => {
    const onFolder = (folder: WorkspacePath) =>
      add(absolutePath(workspace, folder), (name) => noticed(folder, name));
    await walkAll(workspace, { from, onFolder });
  };
  const noticed = (folder: WorkspacePath, name: string) => {
    if (alwaysSkipped.includes(name) || name.includes(".hewto-tmp-")) return;
    const path = childPath(folder, name);
    batch.add(path);
    const absolute = absolutePath(workspace, path);
    const stats = statSync(absolute, { throwIfNoEntry: false });
    if (stats === undefined) remove(absolute);
    else if (stats.isDirectory() && !watchers.has(absolute)) enter(folder, name).catch(() => {});
  };
  /** A folder that was made, or moved here. */
  const enter = async (parent: WorkspacePath, name: string) => {
    const scope = await openIgnoreScope(absolutePath(workspace, parent), { root: workspace.root });
    if (!isIgnored(scope, name, true)) await addTree(childPath(parent, name));
  };
  const addOthers = () => {
    const repository = findRepository(workspace.root);
    // Commits, checkouts, merges and resets each add a line to the log of HEAD.
    if (repository) add(join(repository.gitDir, "logs"), (name) => name === "HEAD" && batch.add(".git/HEAD"));
    const state = join(workspace.root, ".hewto");
    const addLogs = () => add(join(state, "logs"), (name) => batch.add(`.hewto/logs/${name}`));
    add(state, (name) => name === "logs" && addLogs());
    addLogs();
  };
  addOthers();
  const ready = addTree(rootPath).catch(() => {});
  return {
    ready,
    stop: () => {
      isStopped = true;
      batch.stop();
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

/** Collects paths until none came for a moment, but never for long. */
function batches(onChange: (paths: readonly string[]) => void) {
  const paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  const flush = () => {
    const changed = [...paths].sort(byCodePoint);
    paths.clear();
    timer = undefined;
    onChange(changed);
  };
  return {
    add: (path: string) => {
      const now = performance.now();
      if (timer === undefined) since = now;
      clearTimeout(timer);
      paths.add(path);
      timer = setTimeout(flush, Math.max(0, Math.min(quietMs, since + maxWaitMs - now)));
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}
