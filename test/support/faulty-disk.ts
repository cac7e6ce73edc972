import * as fs from "node:fs";
import { type Disk, type DiskFile, openFolderSync } from "../../src/workspace/write/disk.ts";

export interface FaultyDisk {
  readonly disk: Disk;
  /** Every call so far, by name and last part of its path. */
  readonly calls: string[];
  /** Whether the failing call was reached. */
  failed(): boolean;
}

/**
 * A real disk whose Nth call fails, counted from 1. With `forGood` all later calls fail too, which has the same
 * effect on files as killing the process at that call. Nothing is synced, and the calls are synchronous inside, so
 * thousands of trials take seconds instead of minutes.
 */
export function faultyDisk(at: number, errno: string, forGood = false): FaultyDisk {
  const calls: string[] = [];
  let failed = false;

  async function attempt<T>(name: string, path: string, call: () => T): Promise<T> {
    calls.push(`${name} ${path.split("/").pop()}`);
    const fails = calls.length === at || (forGood && calls.length > at);
    if (!fails) return call();
    failed = true;
    throw Object.assign(new Error(`${errno}: ${name}`), { code: errno, path });
  }

  function openFile(path: string, flags: string, mode: number | undefined): DiskFile {
    const fd = fs.openSync(path, flags, mode);
    return {
      writeFile: (content) =>
        attempt("write", path, () => fs.writeFileSync(fd, content)).catch((error: unknown) => {
          // A disk that runs full does so in the middle.
          if (!forGood) fs.writeFileSync(fd, content.slice(0, content.length / 2));
          throw error;
        }),
      chown: (uid, gid) => attempt("chown", path, () => fs.fchownSync(fd, uid, gid)),
      chmod: (to) => attempt("chmod", path, () => fs.fchmodSync(fd, to)),
      sync: () => attempt("sync", path, () => undefined),
      close: () => {
        fs.closeSync(fd); // even if the call is to fail: the test itself must not run out of files
        return attempt("close", path, () => undefined);
      },
    };
  }

  const disk: Disk = {
    openFolder: (path) => attempt("openFolder", path, () => openFolderSync(path)),
    open: (path, flags, mode) => attempt("open", path, () => openFile(path, flags, mode)),
    readFile: (path) => attempt("readFile", path, () => fs.readFileSync(path)),
    readdir: (path) => attempt("readdir", path, () => fs.readdirSync(path)),
    lstat: (path) => attempt("lstat", path, () => fs.lstatSync(path)),
    realpath: (path) => attempt("realpath", path, () => fs.realpathSync.native(path)),
    readlink: (path) => attempt("readlink", path, () => fs.readlinkSync(path)),
    symlink: (target, path) => attempt("symlink", path, () => fs.symlinkSync(target, path)),
    mkdir: (path, mode) => attempt("mkdir", path, () => fs.mkdirSync(path, mode)),
    rename: (from, to) => attempt("rename", to, () => fs.renameSync(from, to)),
    link: (existing, path) => attempt("link", path, () => fs.linkSync(existing, path)),
    unlink: (path) => attempt("unlink", path, () => fs.unlinkSync(path)),
    rmdir: (path) => attempt("rmdir", path, () => fs.rmdirSync(path)),
    chmod: (path, mode) => attempt("chmod", path, () => fs.chmodSync(path, mode)),
    utimes: async (path, atime, mtime) => fs.utimesSync(path, atime, mtime), // a heartbeat comes by the clock
  };
  return { disk, calls, failed: () => failed };
}
