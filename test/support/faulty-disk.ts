import type { Disk, DiskFile } from "../../src/workspace/disk.ts";
import { nodeDisk } from "../../src/workspace/disk.ts";

export interface FaultyDisk {
  readonly disk: Disk;
  /** Every call so far, by name and last part of its path. */
  readonly calls: string[];
  /** Whether the failing call was reached. */
  failed(): boolean;
}

/**
 * A real disk whose Nth call fails, counted from 1. With `forGood` all later calls fail too, which looks to
 * the files just like a process that was killed at that call. Nothing waits for the platter.
 */
export function faultyDisk(at: number, errno: string, forGood = false): FaultyDisk {
  const calls: string[] = [];
  let failed = false;

  async function attempt<T>(name: string, path: string, call: () => Promise<T>): Promise<T> {
    calls.push(`${name} ${path.split("/").pop()}`);
    const fails = calls.length === at || (forGood && calls.length > at);
    if (!fails) return call();
    failed = true;
    throw Object.assign(new Error(`${errno}: ${name}`), { code: errno, path });
  }

  function wrapFile(path: string, file: DiskFile): DiskFile {
    return {
      writeFile: (content) =>
        attempt("write", path, () => file.writeFile(content)).catch(async (error: unknown) => {
          // A disk that runs full does so in the middle.
          if (!forGood) await file.writeFile(content.slice(0, content.length / 2));
          throw error;
        }),
      chown: (uid, gid) => attempt("chown", path, () => file.chown(uid, gid)),
      chmod: (mode) => attempt("chmod", path, () => file.chmod(mode)),
      sync: () => attempt("sync", path, async () => undefined),
      close: async () => {
        await file.close();
        await attempt("close", path, async () => undefined);
      },
    };
  }

  const disk: Disk = {
    open: (path, flags, mode) =>
      attempt("open", path, async () => wrapFile(path, await nodeDisk.open(path, flags, mode))),
    readFile: (path) => attempt("readFile", path, () => nodeDisk.readFile(path)),
    readdir: (path) => attempt("readdir", path, () => nodeDisk.readdir(path)),
    lstat: (path) => attempt("lstat", path, () => nodeDisk.lstat(path)),
    realpath: (path) => attempt("realpath", path, () => nodeDisk.realpath(path)),
    readlink: (path) => attempt("readlink", path, () => nodeDisk.readlink(path)),
    symlink: (target, path) => attempt("symlink", path, () => nodeDisk.symlink(target, path)),
    mkdir: (path, mode) => attempt("mkdir", path, () => nodeDisk.mkdir(path, mode)),
    rename: (from, to) => attempt("rename", to, () => nodeDisk.rename(from, to)),
    link: (existing, path) => attempt("link", path, () => nodeDisk.link(existing, path)),
    unlink: (path) => attempt("unlink", path, () => nodeDisk.unlink(path)),
    rmdir: (path) => attempt("rmdir", path, () => nodeDisk.rmdir(path)),
    chmod: (path, mode) => attempt("chmod", path, () => nodeDisk.chmod(path, mode)),
    utimes: (path, atime, mtime) => nodeDisk.utimes(path, atime, mtime), // a heartbeat comes by the clock
  };
  return { disk, calls, failed: () => failed };
}
