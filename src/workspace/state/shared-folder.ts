import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { temporaryIn } from "../write/atomic.ts";

/**
 * A folder that a person named and that several users share, such as one on a file server. Who may write there is
 * decided by its permissions. Names are ours; no link is followed. These functions throw the system's error.
 */
export class SharedFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  /** Undefined when there is no such file, or it is larger than the limit. */
  read(name: string, maxBytes: number): Uint8Array | undefined {
    let fd: number;
    try {
      fd = openSync(
        join(this.path, name),
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      );
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
    try {
      const stats = fstatSync(fd);
      return stats.isFile() && stats.size <= maxBytes ? readFileSync(fd) : undefined;
    } finally {
      closeSync(fd);
    }
  }

  /** Replaces a file; readers see the old one or the new one. Permissions follow the umask. */
  write(name: string, content: string | Uint8Array): void {
    const target = join(this.path, name);
    mkdirSync(dirname(target), { recursive: true });
    const temporary = temporaryIn(dirname(target));
    const fd = openSync(temporary, "wx", 0o666);
    try {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      fsyncSync(fd);
      renameSync(temporary, target);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
  }

  has(name: string): boolean {
    return lstatSync(join(this.path, name), { throwIfNoEntry: false })?.isFile() ?? false;
  }

  /** By the clock of the folder's server; undefined when there is no such file. */
  modifiedAt(name: string): number | undefined {
    return lstatSync(join(this.path, name), { throwIfNoEntry: false })?.mtimeMs;
  }

  size(name: string): number {
    return lstatSync(join(this.path, name), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Names in a folder below it, sorted; none when there is no such folder. */
  list(name: string): string[] {
    try {
      return readdirSync(join(this.path, name))
        .filter((each) => !each.startsWith("."))
        .sort();
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { recursive: true, force: true });
  }

  make(): void {
    mkdirSync(this.path, { recursive: true });
  }
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return code === "ENOENT" || code === "ENOTDIR";
}
