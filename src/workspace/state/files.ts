import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { isWritableOnlyByUser } from "../paths/ownership.ts";
import { abandonedAfterMs, isTemporaryName, temporaryIn } from "../write/atomic.ts";

/**
 * Files that the program makes for itself and can make again, in `.hewto/` or in the user's own folders. Large,
 * written once and never changed: a new version is a new name. A person's files are written by `commit` and nothing
 * else. Only regular files that this user wrote are read, and no link is followed.
 */

const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const writeFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Node cannot read more into one buffer. */
const maxBytes = 2 ** 31 - 1;

/** The bytes of a state file; undefined when it is not there, is not ours, or has more bytes than asked for. */
export function readStateFile(folder: string, name: string, most = maxBytes): Uint8Array | undefined {
  const opened = openUserFile(join(folder, name));
  if (!opened) return undefined;
  try {
    return opened.stats.size > most ? undefined : readFileSync(opened.fd);
  } catch {
    return undefined;
  } finally {
    closeSync(opened.fd);
  }
}

/** How long a state file is; undefined when it is not there. */
export function stateFileSize(folder: string, name: string): number | undefined {
  try {
    return lstatSync(join(folder, name), { throwIfNoEntry: false })?.size;
  } catch {
    return undefined;
  }
}

/** An open state file. It stays readable after a newer version has deleted it. */
export interface StateFile {
  readonly size: number;
  /** Fewer bytes than asked for where the file ends before. */
  readonly read: (from: number, length: number) => Uint8Array;
  readonly close: () => void;
}

export function openStateFile(folder: string, name: string): StateFile | undefined {
  const opened = openUserFile(join(folder, name));
  if (!opened) return undefined;
  const { fd, stats } = opened;
  const { size } = stats;
  return { size, read: (from, length) => readRange(fd, size, from, length), close: () => closeSync(fd) };
}

/** Writes a state file whole: it has its name only when all its bytes are on disk. */
export function writeStateFile(folder: string, name: string, content: string | Uint8Array): void {
  const temporary = temporaryIn(folder);
  const fd = openSync(temporary, writeFlags, 0o600);
  try {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
    renameSync(temporary, join(folder, name));
  } catch (error) {
    deleteFile(temporary);
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** The same file in another state folder: a second name where the disk can do that, else a copy. */
export function linkStateFile(from: string, to: string, name: string): void {
  try {
    linkSync(join(from, name), join(to, name));
  } catch {
    copyFileSync(join(from, name), join(to, name), constants.COPYFILE_EXCL);
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
  deleteFile(join(folder, name));
}

/** Deletes what killed writers left in a folder of state files. */
export function sweepStateFiles(folder: string): void {
  for (const name of listStateFiles(folder).filter(isTemporaryName)) {
    const entry = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (entry && Date.now() - entry.mtimeMs > abandonedAfterMs) deleteStateFile(folder, name);
  }
}

function openUserFile(path: string): { fd: number; stats: Stats } | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, readFlags);
    const stats = fstatSync(fd);
    if (stats.isFile() && isWritableOnlyByUser(stats)) return { fd, stats };
  } catch {
    // Not there, a link, or closed to us: all the same to a reader, who makes it again.
  }
  if (fd !== undefined) closeSync(fd);
  return undefined;
}

function deleteFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The next clean-up tries again.
  }
}

/** Never asks for memory that the file cannot fill, whatever the numbers of a damaged file say. */
function readRange(fd: number, size: number, from: number, length: number): Uint8Array {
  if (!Number.isSafeInteger(from) || from < 0 || !(length > 0)) return new Uint8Array();
  const bytes = new Uint8Array(Math.max(0, Math.min(length, size - from, maxBytes)));
  let filled = 0;
  while (filled < bytes.length) {
    const read = readSync(fd, bytes, filled, bytes.length - filled, from + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
