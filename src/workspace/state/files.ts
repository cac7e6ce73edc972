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
  utimesSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { isWritableOnlyByUser } from "../paths/ownership.ts";
import { abandonedAfterMs, isTemporaryName, temporaryIn } from "../write/atomic.ts";

/**
 * Files of Hewto itself that can be rebuilt, in `.hewto/` or in the user's own folders. They can be large, are written
 * once and never change: a new version gets a new name. User files are written only by `commit`. Only regular files
 * that this user wrote are read, and no link is followed.
 */

const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const writeFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** The largest buffer that Node can read into. */
const maxBytes = 2 ** 31 - 1;

/** The bytes of a state file; undefined when it does not exist, has another owner or is too large. */
export function readStateFile(folder: string, name: string, limit = maxBytes): Uint8Array | undefined {
  const opened = openUserFile(join(folder, name));
  if (!opened) return undefined;
  try {
    return opened.stats.size > limit ? undefined : readFileSync(opened.fd);
  } catch {
    return undefined;
  } finally {
    closeSync(opened.fd);
  }
}

/** The size of a state file; undefined when it does not exist. */
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
  /** Fewer bytes than requested at the end of the file. */
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

export interface WriteStateOptions {
  /**
   * Whether the file gets its name only when all its bytes are on disk (default: true). If not, it can be empty or cut
   * off after a power failure: only for content that its reader checks. Waiting for a disk can take longer than the work.
   */
  readonly sync?: boolean;
}

/** Writes a state file atomically. What is large can come in pieces. */
export function writeStateFile(
  folder: string,
  name: string,
  content: string | Uint8Array | Iterable<Uint8Array>,
  { sync = true }: WriteStateOptions = {},
): void {
  const temporary = temporaryIn(folder);
  const fd = openSync(temporary, writeFlags, 0o600);
  try {
    for (const bytes of piecesOf(content))
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    if (sync) fsyncSync(fd);
    renameSync(temporary, join(folder, name));
  } catch (error) {
    deleteFile(temporary);
    throw error;
  } finally {
    closeSync(fd);
  }
}

function piecesOf(content: string | Uint8Array | Iterable<Uint8Array>): Iterable<Uint8Array> {
  if (typeof content === "string") return [Buffer.from(content)];
  return content instanceof Uint8Array ? [content] : content;
}

/** Puts the same file into another state folder: a hard link if possible, else a copy. */
export function linkStateFile(from: string, to: string, name: string, newName = name): void {
  try {
    linkSync(join(from, name), join(to, newName));
  } catch {
    copyFileSync(join(from, name), join(to, newName), constants.COPYFILE_EXCL);
  }
}

/** How long ago a state file was written or touched, in whole milliseconds; 0 when it does not exist. */
export function stateFileAge(folder: string, name: string): number {
  const modified = lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
  return modified === undefined ? 0 : Math.max(0, Math.round(Date.now() - modified));
}

/** Marks a state file as used now; a failure is ignored. */
export function touchStateFile(folder: string, name: string): void {
  try {
    utimesSync(join(folder, name), new Date(), new Date());
  } catch {
    // A read-only disk.
  }
}

export function listStateFiles(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Deletes a state file. A failure is ignored: on Windows another process can hold it open. */
export function deleteStateFile(folder: string, name: string): void {
  deleteFile(join(folder, name));
}

/** Deletes the unfinished files of killed processes in a folder of state files. */
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
    // Missing, a link or unreadable: in each case the caller rebuilds it.
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

/** Allocates no more than the file contains, whatever numbers a damaged file gives. */
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
