import { statSync } from "node:fs";
import { dirname } from "node:path";
import { at } from "../../kernel/array.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { uptimeMs } from "../../kernel/uptime.ts";
import { isSameStamp, stampOf } from "../files/stamp.ts";
import { absolutePath, rootPath, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { type ChangedNames, FolderWatcher } from "./folder-watcher.ts";
import { IgnoreWatch } from "./ignore-watch.ts";
import {
  cancelled,
  type Folder,
  followLinks,
  newWalk,
  readFolder,
  sortedByPath,
  type WalkEntry,
  type WalkHooks,
  type WalkOptions,
  walkAll,
  walkFolder,
} from "./walk.ts";

export interface LookOptions {
  readonly signal: AbortSignal;
  /** By `uptimeMs()`: what was on disk then, or later, is what the caller wants. Default: now. */
  readonly askedAt?: number;
  /** Whether to watch from the first question on: the process is a server. Default: from the second on. */
  readonly isServer?: boolean;
}

/** What one listed folder has. */
interface ListedFolder {
  readonly folder: Folder;
  readonly files: readonly WalkEntry[];
  readonly folders: readonly Folder[];
}

interface WatchedTree {
  readonly watcher: FolderWatcher;
  readonly ignore: IgnoreWatch;
  /** Identity of the root folder: another one may be moved to its place. */
  readonly root: string;
  /** By real path. */
  readonly listed: Map<string, ListedFolder>;
  /** With links, a change can show elsewhere too: then everything is walked again. */
  readonly hasLinks: boolean;
  /** Sorted by path; another array whenever anything changed. */
  entries: readonly WalkEntry[];
  walkedAt: number;
}

export interface LiveTreeOptions extends Pick<WalkOptions, "ignoreFileNames" | "env"> {
  /** How long a tree goes by events alone until it is compared with a walk, behind an answer. */
  readonly verifyAfterMs?: number;
}

/**
 * The files of a workspace, as `walkAll` lists them at any moment, for a process that asks more than once. From the
 * second question on it watches the folders, if the system reports changes reliably, and then lists only folders in
 * which something changed. Elsewhere it walks; questions that wait for each other share a walk.
 */
export class LiveTree {
  readonly #workspace: Workspace;
  readonly #options: WalkOptions;
  readonly #verifyAfterMs: number;
  #last: { readonly entries: readonly WalkEntry[]; readonly beganAt: number } | undefined;
  #tree: WatchedTree | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isWatchable = true;
  #isVerifying = false;

  constructor(workspace: Workspace, { verifyAfterMs = 30_000, ...options }: LiveTreeOptions) {
    this.#workspace = workspace;
    this.#options = options;
    this.#verifyAfterMs = verifyAfterMs;
  }

  /** The same array as before if nothing has changed. */
  entries(options: LookOptions): Promise<Result<readonly WalkEntry[]>> {
    const { askedAt = uptimeMs() } = options;
    const look = this.#turn.then(() => this.#look({ ...options, askedAt }));
    this.#turn = look.catch(() => undefined);
    return look;
  }

  async #look({
    signal,
    askedAt,
    isServer = false,
  }: LookOptions & { askedAt: number }): Promise<Result<readonly WalkEntry[]>> {
    // It began after this question came, so it saw everything that was there by then.
    if (this.#last && this.#last.beganAt >= askedAt) return ok(this.#last.entries);
    const beganAt = uptimeMs();
    const isWatched = isServer || this.#last !== undefined;
    const watched = isWatched ? await this.#watched(signal) : undefined;
    const entries = watched ?? (await walkAll(this.#workspace, { ...this.#options, signal }));
    if (entries.ok) this.#last = { entries: entries.value, beganAt };
    return entries;
  }

  /** Whether files are as the last look saw them, by a look at them alone. If not, the next look walks. */
  holds(paths: readonly WorkspacePath[]): boolean {
    const entries = this.#last?.entries ?? [];
    const isSame = paths.every((path) => {
      const entry = entryAt(entries, path);
      return entry !== undefined && isSameStamp(entry, stampOf(absolutePath(this.#workspace, path)));
    });
    if (!isSame) this.close();
    return isSame;
  }

  close(): void {
    this.#tree?.watcher.close();
    this.#tree = undefined;
  }

  /** Undefined where nothing can be watched. */
  async #watched(signal: AbortSignal): Promise<Result<readonly WalkEntry[]> | undefined> {
    if (!this.#isWatchable) return undefined;
    const updated = this.#tree && (await this.#update(this.#tree, signal));
    if (updated) return ok(updated);
    this.close();
    if (signal.aborted) return cancelled();
    return this.#start(signal);
  }

  /** Walks everything and watches each folder from before it is listed. */
  async #start(signal: AbortSignal): Promise<Result<readonly WalkEntry[]> | undefined> {
    const { root } = this.#workspace;
    const watcher = FolderWatcher.for(root);
    if (!watcher) return this.#giveUp();
    const ignore = await IgnoreWatch.open(root, this.#options);
    const identity = identityOf(root);
    if (identity === undefined) return this.#giveUp();
    const listed = new Map<string, ListedFolder>();
    const linked: string[] = [];
    const hooks = { ...hooksFor(watcher, listed), onLink: (real: string) => linked.push(real) };
    const walk = newWalk(this.#workspace, { ...this.#options, signal }, hooks);
    const start = { path: rootPath, real: root, scope: () => ignore.scope };
    const isWalked = await walkFolder(walk, start);
    const hasLinks = walk.links.length > 0;
    if (!isWalked || !(await followLinks(walk, start))) {
      watcher.close();
      return cancelled();
    }
    // What a link leads to must be in a folder that is watched.
    const isSeen = linked.every((real) => listed.has(real) || listed.has(dirname(real)));
    const entries = sortedByPath(walk.entries);
    if (watcher.isRefused || !isSeen) this.#isWatchable = false;
    if (watcher.isBroken || !isSeen) {
      watcher.close();
      return ok(entries);
    }
    this.#tree = { watcher, ignore, root: identity, listed, hasLinks, entries, walkedAt: uptimeMs() };
    return ok(entries);
  }

  #giveUp(): undefined {
    this.#isWatchable = false;
    this.close();
    return undefined;
  }

  /** The entries now; undefined if everything has to be walked again. */
  async #update(tree: WatchedTree, signal: AbortSignal): Promise<readonly WalkEntry[] | undefined> {
    const changed = await tree.watcher.take();
    const { root } = this.#workspace;
    if (!changed || identityOf(root) !== tree.root || !(await tree.ignore.isCurrent())) return undefined;
    if (changed.size > 0) {
      if (tree.hasLinks || [...changed.values()].some((names) => tree.ignore.isConcerned(names)))
        return undefined;
      if (!(await this.#listAgain(tree, changed, signal))) return undefined;
    }
    if (uptimeMs() - tree.walkedAt > this.#verifyAfterMs) void this.#verify(tree);
    return tree.entries;
  }

  /** Lists the folders of some changes again, and walks subfolders that are new. False if that is not enough. */
  async #listAgain(tree: WatchedTree, changed: ChangedNames, signal: AbortSignal): Promise<boolean> {
    const { listed, watcher } = tree;
    const old = new Map<string, WalkEntry>();
    const now: WalkEntry[] = [];
    const walked = new Set<string>();
    const hooksBelow = hooksFor(watcher, listed);
    const onEnter = (folder: Folder) => {
      walked.add(folder.real);
      hooksBelow.onEnter?.(folder);
    };
    // Folders before what is in them, which may be gone.
    for (const real of [...changed.keys()].sort(byCodePoint)) {
      const before = listed.get(real);
      const names = changed.get(real);
      if (!before || !names || walked.has(real)) continue;
      const known = new Map(before.files.map((file) => [nameOf(file.path), file]));
      const hooks: WalkHooks = {
        onListed: (folder, files, folders) => listed.set(folder.real, { folder, files, folders }),
        known: (_, name) => (names.has(name) ? undefined : known.get(name)),
      };
      const walk = newWalk(this.#workspace, { ...this.#options, signal }, hooks);
      const folders = readFolder(walk, before.folder);
      const kept = new Set(
        folders.flatMap(({ real: folder }) => (names.has(nameOf(folder)) ? [] : [folder])),
      );
      for (const each of before.folders) if (!kept.has(each.real)) drop(tree, each.real, old);
      const below = newWalk(this.#workspace, { ...this.#options, signal }, { ...hooksBelow, onEnter });
      for (const each of folders)
        if (!listed.has(each.real) && !(await walkFolder(below, each))) return false;
      if (walk.links.length > 0 || below.links.length > 0 || watcher.isBroken) return false;
      for (const file of before.files) old.set(file.path, file);
      now.push(...walk.entries, ...below.entries);
    }
    tree.entries = replaced(tree.entries, old, now);
    return true;
  }

  /** Compares with a walk. A change without an event means that this tree cannot be watched. */
  async #verify(tree: WatchedTree): Promise<void> {
    if (this.#isVerifying) return;
    this.#isVerifying = true;
    tree.walkedAt = uptimeMs();
    const { entries } = tree;
    const walked = await walkAll(this.#workspace, this.#options).finally(() => {
      this.#isVerifying = false;
    });
    // Without an event since, both must be the same.
    await tree.watcher.settle();
    if (this.#tree !== tree || tree.entries !== entries || tree.watcher.hasChanges || !walked.ok) return;
    if (!isSameList(entries, walked.value)) this.#giveUp();
  }
}

/** Watches each folder before it is listed, and keeps what it has. */
function hooksFor(watcher: FolderWatcher, listed: Map<string, ListedFolder>): WalkHooks {
  return {
    onEnter: ({ real }) => watcher.add(real),
    onListed: (folder, files, folders) => listed.set(folder.real, { folder, files, folders }),
  };
}

/** Forgets a folder and all below it; its files are added to `old`. */
function drop(tree: WatchedTree, real: string, old: Map<string, WalkEntry>): void {
  const listed = tree.listed.get(real);
  if (!listed) return;
  tree.listed.delete(real);
  tree.watcher.remove(real);
  for (const file of listed.files) old.set(file.path, file);
  for (const folder of listed.folders) drop(tree, folder.real, old);
}

/** The list with some entries replaced by others; the same list if they are equal. */
function replaced(
  entries: readonly WalkEntry[],
  old: ReadonlyMap<string, WalkEntry>,
  now: WalkEntry[],
): readonly WalkEntry[] {
  const added = now.filter((entry) => {
    const before = old.get(entry.path);
    return before === undefined || !isSameStamp(before, entry);
  });
  if (added.length === 0 && now.length === old.size) return entries;
  const current = new Map(now.map((entry) => [entry.path, entry]));
  const kept = entries.flatMap((entry) => (old.has(entry.path) ? (current.get(entry.path) ?? []) : [entry]));
  const isNew = added.filter(({ path }) => !old.has(path));
  return isNew.length === 0 ? kept : sortedByPath([...kept, ...isNew]);
}

function isSameList(a: readonly WalkEntry[], b: readonly WalkEntry[]): boolean {
  return (
    a.length === b.length && a.every((entry, at) => entry.path === b[at]?.path && isSameStamp(entry, b[at]))
  );
}

function entryAt(entries: readonly WalkEntry[], path: string): WalkEntry | undefined {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byCodePoint(at(entries, middle).path, path) < 0) low = middle + 1;
    else high = middle;
  }
  return entries[low]?.path === path ? entries[low] : undefined;
}

function identityOf(folder: string): string | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() ? `${stats.dev} ${stats.ino}` : undefined;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
