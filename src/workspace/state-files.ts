import {
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

/**
 * Files below `.hewto/` that the program makes for itself and can make again. Large, written once and never
 * changed: a new version is a new name. A person's files are written by `commit` and nothing else.
 */

/** The bytes of a state file; undefined when it is not there (deleted by a newer version, or never made). */
export function readStateFile(folder: string, name: string): Uint8Array | undefined {
  try {
    return readFileSync(join(folder, name));
  } catch {
    return undefined;
  }
}

/** How long a state file is; undefined when it is not there. */
export function stateFileSize(folder: string, name: string): number | undefined {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.size;
}

/** An open state file. It stays readable after a newer version has deleted it. */
export interface StateFile {
  readonly read: (from: number, length: number) => Uint8Array;
  readonly close: () => void;
}

export function openStateFile(folder: string, name: string): StateFile | undefined {
  try {
    const fd = openSync(join(folder, name), "r");
    return { read: (from, length) => readRange(fd, from, length), close: () => closeSync(fd) };
  } catch {
    return undefined;
  }
}

/** Writes a state file whole: it has its name only when all its bytes are on disk. */
export function writeStateFile(folder: string, name: string, content: string | Uint8Array): void {
  const temporary = join(folder, `${name}.${process.pid}.tmp`);
  const fd = openSync(temporary, "w");
  try {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, join(folder, name));
}

/** The same file in another state folder: a second name where the disk can do that, else a copy. */
export function shareStateFile(from: string, to: string, name: string): void {
  try {
    linkSync(join(from, name), join(to, name));
  } catch {
    copyFileSync(join(from, name), join(to, name));
  }
}

export function listStateFiles(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Deletes a state file; one that is gone or held open by another process (Windows) is left for the next time. */
export function deleteStateFile(folder: string, name: string): void {
  try {
    unlinkSync(join(folder, name));
  } catch {
    // The next clean-up tries again.
  }
}

function readRange(fd: number, from: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(fd, bytes, filled, length - filled, from + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
