import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { sha256 } from "../../kernel/hash.ts";
import { userCacheFolder } from "../config/user-folders.ts";
import { errnoOf } from "../paths/errno.ts";
import { currentUser, isOwnedByUser, isUserFolder, userTemporaryFolder } from "../paths/ownership.ts";
import type { Workspace } from "../paths/root.ts";
import { listStateFiles, readStateFile, writeStateFile } from "./files.ts";

// What Hewto computes about a root and reads back later is in the user's cache folder, where a repository cannot put
// it: one folder for each root, named after its real path.

/** In each folder: the root that it belongs to. */
const rootFile = "root.json";

const RootRecord = z.object({ root: z.string(), identity: z.string() });
type RootRecord = z.infer<typeof RootRecord>;

const abandonedAfterMs = 7 * 24 * 60 * 60 * 1000;
const maxSwept = 1000;
const folderName = /^[0-9a-f]{32}$/;

/**
 * The possible folders of a root, best first: in the cache folder or, when that cannot be written (a read-only home, or
 * none), in the user's temporary folder.
 */
export function cacheFolders(workspace: Workspace): string[] {
  const name = sha256(workspace.root).slice(0, 32);
  const folders = parents().map((parent) => join(parent, name));
  const writable = folders.filter(isWritable);
  return [...writable, ...folders.filter((folder) => !writable.includes(folder))];
}

/** The best of these folders, created if necessary. Throws the system's error when none can be created. */
export function makeCacheFolder(workspace: Workspace): string {
  const [folder = ""] = cacheFolders(workspace);
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) adoptMovedRoot(workspace, folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const entry = lstatSync(folder);
  if (!entry.isDirectory() || !isOwnedByUser(entry)) throw new Error(`${folder} belongs to another user.`);
  if (currentUser() !== undefined && (entry.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  if (readRootRecord(folder)?.root !== workspace.root)
    writeStateFile(
      folder,
      rootFile,
      JSON.stringify({ root: workspace.root, identity: identityOf(workspace.root) }),
      { sync: false },
    );
  return folder;
}

/** A root that was moved or renamed keeps its folder: it is still the same folder on disk. */
function adoptMovedRoot(workspace: Workspace, folder: string): void {
  const identity = identityOf(workspace.root);
  for (const name of listStateFiles(dirname(folder)).slice(0, maxSwept)) {
    const about = folderName.test(name) ? readRootRecord(join(dirname(folder), name)) : undefined;
    if (identity === "" || about?.identity !== identity || !isGone(about.root)) continue;
    try {
      return renameSync(join(dirname(folder), name), folder);
    } catch {
      return; // another process was faster
    }
  }
}

/** What stays the same when a folder is renamed. The inode alone is not enough: it is reused after a deletion. */
function identityOf(root: string): string {
  const entry = statSync(root, { throwIfNoEntry: false });
  return entry ? `${entry.dev} ${entry.ino} ${entry.birthtimeMs}` : "";
}

function readRootRecord(folder: string): RootRecord | undefined {
  const bytes = readStateFile(folder, rootFile, 64 * 1024);
  try {
    return bytes && RootRecord.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}

/**
 * Removes the folders of roots that no longer exist, but only those that have not changed for a week: a disk that is
 * not mounted today may be back tomorrow.
 */
export function sweepCacheFolders(now: number): void {
  for (const parent of parents().filter(isUserFolder)) {
    for (const name of listStateFiles(parent).slice(0, maxSwept)) {
      const folder = join(parent, name);
      if (folderName.test(name) && isAbandoned(folder, now)) remove(folder);
    }
  }
}

function parents(): string[] {
  return [join(userCacheFolder(), "index"), join(userTemporaryFolder(), "index")];
}

function isAbandoned(folder: string, now: number): boolean {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  if (!entry?.isDirectory() || !isOwnedByUser(entry) || now - entry.mtimeMs < abandonedAfterMs) return false;
  const about = readRootRecord(folder);
  return about === undefined || isGone(about.root);
}

function isGone(root: string): boolean {
  try {
    return lstatSync(root, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return errnoOf(error) === "ENOTDIR";
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next sweep tries again.
  }
}

function isWritable(folder: string): boolean {
  if (!isUserFolder(folder)) return false;
  for (let path = folder; ; path = dirname(path)) {
    try {
      accessSync(path, constants.W_OK | constants.X_OK);
      return true;
    } catch (error) {
      if (errnoOf(error) !== "ENOENT" || path === dirname(path)) return false;
    }
  }
}
