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
 * The system calls of the write path. They are a parameter so that a test can make the Nth call fail and check the
 * result. Everything that writes user files uses this interface.
 */
export interface Disk {
  /** Opens a folder; throws for a link. */
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

/** An open folder, which stays the same even if it is renamed. */
export interface OpenFolder {
  /** The prefix of paths in it: on Linux the open folder itself, elsewhere its path. */
  readonly base: string;
  /** Its real path now. */
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
  // A link or pipe that replaced a checked file must be neither followed nor waited for.
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
  // Used for lock files, which another process can replace by a link.
  utimes: (path, atime, mtime) => lutimes(path, atime, mtime),
};

const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Synchronous: three calls of a few microseconds each, less than the overhead of the thread pool. */
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

/** The result of a call, or undefined when the file does not exist. */
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

/** Creates one folder, or does nothing if it exists. Returns whether it was created. */
export async function makeFolder(path: string, disk: Disk, mode?: number): Promise<boolean> {
  try {
    await disk.mkdir(path, mode);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Creates a folder and its parents. */
export async function makeFolders(path: string, disk: Disk): Promise<void> {
  try {
    await makeFolder(path, disk);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
    await makeFolders(dirname(path), disk);
    await makeFolder(path, disk);
  }
}

/** Syncs the names in a folder to disk: a rename is durable only when its folder is synced. */
export async function syncFolder(folder: string, disk: Disk): Promise<void> {
  if (process.platform === "win32") return; // NTFS journals names itself, and folders cannot be opened
  const handle = await disk.open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Some network and FUSE file systems do not support fsync on folders.
    if (!["EINVAL", "ENOTSUP", "ENOSYS"].includes(errnoOf(error) ?? "")) throw error;
  } finally {
    await handle.close();
  }
}

/** Removes a file or a whole folder, if it exists. Links are removed, not followed. */
export async function removeTree(path: string, disk: Disk): Promise<void> {
  const entry = await ifExists(disk.lstat(path));
  if (entry === undefined) return;
  if (!entry.isDirectory()) return disk.unlink(path);
  if ((entry.mode & 0o700) !== 0o700) await disk.chmod(path, 0o700);
  for (const name of await disk.readdir(path)) await removeTree(`${path}/${name}`, disk);
  await disk.rmdir(path);
}
