import { closeSync, constants, lstatSync, openSync, readlinkSync, realpathSync } from "node:fs";
import {
  chmod,
  link,
  lstat,
  lutimes,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rmdir,
  symlink,
  unlink,
} from "node:fs/promises";
import { dirname } from "node:path";
import { errnoOf } from "../paths/errno.ts";

/**
 * The system calls of the write path. They are a parameter so that a test can fail the Nth of them and look
 * at what is left; everything that writes a person's file goes through here.
 */
export interface Disk {
  /** Opens a folder; throws when a link is in its place. */
  openFolder(path: string): Promise<OpenFolder>;
  open(path: string, flags: string, mode?: number): Promise<DiskFile>;
  readFile(path: string): Promise<Uint8Array>;
  readdir(path: string): Promise<string[]>;
  lstat(path: string): Promise<DiskEntry>;
  realpath(path: string): Promise<string>;
  readlink(path: string): Promise<string>;
  symlink(target: string, path: string): Promise<void>;
  mkdir(path: string, mode?: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  unlink(path: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  utimes(path: string, atime: Date, mtime: Date): Promise<void>;
}

/** A folder that stays the same one, whatever happens to its name. */
export interface OpenFolder {
  /** What to put before a name in it: on Linux the open folder itself, elsewhere its path. */
  readonly base: string;
  /** Where it really is now. */
  path(): string;
  close(): void;
}

export interface DiskFile {
  writeFile(content: string | Uint8Array): Promise<void>;
  chown(uid: number, gid: number): Promise<void>;
  chmod(mode: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface DiskEntry {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  readonly mtimeMs: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export const nodeDisk: Disk = {
  openFolder: async (path) => openFolderSync(path),
  open: (path, flags, mode) => open(path, flags, mode),
  // A link or a pipe that took the place of a checked file is neither followed nor waited for.
  readFile: (path) => readFile(path, { flag: readFlags }),
  readdir: (path) => readdir(path),
  lstat: (path) => lstat(path),
  realpath: (path) => realpath(path),
  readlink: (path) => readlink(path),
  symlink: (target, path) => symlink(target, path),
  mkdir: (path, mode) => mkdir(path, { mode: mode ?? 0o777 }).then(() => undefined),
  rename: (from, to) => rename(from, to),
  link: (existing, path) => link(existing, path),
  unlink: (path) => unlink(path),
  rmdir: (path) => rmdir(path),
  chmod: (path, mode) => chmod(path, mode),
  // Of a lock, in whose place somebody may have put a link.
  utimes: (path, atime, mtime) => lutimes(path, atime, mtime),
};

const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Synchronous inside: three calls of a few microseconds each, against a turn of the thread pool for each. */
export function openFolderSync(path: string, holds = process.platform === "linux"): OpenFolder {
  if (!holds) {
    if (!lstatSync(path).isDirectory())
      throw Object.assign(new Error("not a folder"), { code: "ENOTDIR", path });
    return { base: path, path: () => realpathSync.native(path), close: () => undefined };
  }
  const fd = openSync(path, folderFlags);
  const base = `/proc/self/fd/${fd}`;
  try {
    readlinkSync(base);
  } catch {
    closeSync(fd); // no /proc in this container
    return openFolderSync(path, false);
  }
  return { base, path: () => readlinkSync(base), close: () => closeSync(fd) };
}

/** The answer of a call, or undefined when what it asks about is not there. */
export async function ifExists<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

export function isNotFound(error: unknown): boolean {
  const code = errnoOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Makes one folder; that it is there already is fine. Says whether it was made. */
export async function makeFolder(path: string, disk: Disk, mode?: number): Promise<boolean> {
  try {
    await disk.mkdir(path, mode);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Makes a folder and those above it. */
export async function makeFolders(path: string, disk: Disk): Promise<void> {
  try {
    await makeFolder(path, disk);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
    await makeFolders(dirname(path), disk);
    await makeFolder(path, disk);
  }
}

/** Makes the names in a folder durable: a rename is on disk only when its folder is. */
export async function syncFolder(folder: string, disk: Disk): Promise<void> {
  if (process.platform === "win32") return; // NTFS journals names itself, and folders cannot be opened
  const handle = await disk.open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Some network and FUSE file systems know no fsync on folders; there is nothing better to do there.
    if (!["EINVAL", "ENOTSUP", "ENOSYS"].includes(errnoOf(error) ?? "")) throw error;
  } finally {
    await handle.close();
  }
}

/** Removes a file or a whole folder; nothing there is fine. Links are removed, never followed. */
export async function removeTree(path: string, disk: Disk): Promise<void> {
  const entry = await ifExists(disk.lstat(path));
  if (entry === undefined) return;
  if (!entry.isDirectory()) return disk.unlink(path);
  if ((entry.mode & 0o700) !== 0o700) await disk.chmod(path, 0o700);
  for (const name of await disk.readdir(path)) await removeTree(`${path}/${name}`, disk);
  await disk.rmdir(path);
}
