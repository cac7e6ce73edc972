import { dirname, join } from "node:path";
import { randomHex } from "../../kernel/hash.ts";
import { errnoOf } from "../paths/errno.ts";
import { inFolders } from "./anchor.ts";
import {
  type Disk,
  type DiskEntry,
  type DiskFile,
  ifExists,
  isNotFound,
  nodeDisk,
  syncFolder,
} from "./disk.ts";
import { isRunning } from "./locks/owner.ts";

// These functions throw the system's own error. `commit` is the one who turns it into a fault, because only
// it knows what else has to be undone.

export type Content = string | Uint8Array;

const temporaryName = /^\.hewto-tmp-(\d+)-[0-9a-f]{12}$/;
/** A younger one may belong to a live writer of another container, whose pid means nothing here. */
export const abandonedAfterMs = 60_000;

/** Whether a name is one of our unfinished files, which no reader should take for a person's. */
export function isTemporaryName(name: string): boolean {
  return temporaryName.test(name);
}

/**
 * Puts new bytes at `target`, whole or not at all; readers see the old file or the new one. Mode and owner
 * of the old file stay. `target` is a real path: a link was followed before. `lastLook` may throw to stop.
 *
 * @example await replaceFile(join(state, "index.json"), text)
 */
export async function replaceFile(
  target: string,
  content: Content,
  disk: Disk = nodeDisk,
  lastLook: (disk: Disk) => Promise<void> = async () => undefined,
): Promise<void> {
  await inFolders([target], disk, async (disk) => {
    await sweepOnce(dirname(target), disk);
    const temporary = temporaryIn(dirname(target));
    try {
      await writeSynced(temporary, content, disk, await ifExists(disk.lstat(target)));
      await lastLook(disk);
      await disk.rename(temporary, target);
    } catch (error) {
      await removeQuietly(temporary, disk);
      throw error;
    }
    await syncFolder(dirname(target), disk);
  });
}

/**
 * Makes a file that is not there yet, with all its bytes in the same instant. Of two creators exactly one
 * gets `true`; the other's bytes are dropped.
 */
export async function createFile(
  target: string,
  content: Content,
  disk: Disk = nodeDisk,
  mode = 0o666,
): Promise<boolean> {
  return inFolders([target], disk, async (disk) => {
    const created = await createVia(target, disk, content, { mode, sync: true });
    if (created) await syncFolder(dirname(target), disk);
    return created;
  });
}

/** The same for a file that means nothing after its process, such as a lock: nothing waits for the disk. */
export function createTransient(target: string, content: Content, disk: Disk = nodeDisk): Promise<boolean> {
  return inFolders([target], disk, (disk) => createVia(target, disk, content, { mode: 0o666 }));
}

async function createVia(target: string, disk: Disk, content: Content, form: NewFile): Promise<boolean> {
  await sweepOnce(dirname(target), disk);
  const temporary = temporaryIn(dirname(target));
  try {
    await writeNew(temporary, content, disk, form);
    return await linkIfAbsent(temporary, target, disk);
  } finally {
    await removeQuietly(temporary, disk);
  }
}

/** Gives a file a second name unless that name is taken. */
async function linkIfAbsent(file: string, name: string, disk: Disk): Promise<boolean> {
  try {
    await disk.link(file, name);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    if (!cannotLink(error)) throw error;
  }
  // Without hard links the name comes first and the bytes after it; a crash between leaves a short file,
  // which the readers of such files (locks) treat as abandoned.
  try {
    await writeSynced(name, await disk.readFile(file), disk, await disk.lstat(file));
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Whether a hard link failed because this file system or this file cannot have one. */
export function cannotLink(error: unknown): boolean {
  return ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"].includes(errnoOf(error) ?? "");
}

/** Writes a new file and waits until its bytes are on disk; with `like`, under that file's mode and owner. */
export async function writeSynced(
  path: string,
  content: Content,
  disk: Disk,
  like?: DiskEntry,
  mode = 0o666,
): Promise<void> {
  await writeNew(path, content, disk, { sync: true, ...(like ? { like } : { mode }) });
}

export function temporaryIn(folder: string): string {
  return join(folder, `.hewto-tmp-${process.pid}-${randomHex(6)}`);
}

interface NewFile {
  /** Whose mode and owner it gets; without it, `mode` counts. */
  readonly like?: DiskEntry;
  readonly mode?: number;
  readonly sync?: boolean;
}

async function writeNew(
  path: string,
  content: Content,
  disk: Disk,
  { like, mode, sync = false }: NewFile,
): Promise<void> {
  const file = await disk.open(path, "wx", like === undefined ? mode : 0o600);
  try {
    await writeContent(file, content, like, sync);
  } catch (error) {
    await removeQuietly(path, disk);
    throw error;
  }
}

async function writeContent(
  file: DiskFile,
  content: Content,
  like: DiskEntry | undefined,
  sync: boolean,
): Promise<void> {
  try {
    await file.writeFile(content);
    if (like !== undefined) {
      // Only root may give a file away; for others the owner is already the right one or cannot be kept.
      if (process.getuid?.() === 0) await file.chown(like.uid, like.gid);
      await file.chmod(like.mode & 0o7777);
    }
    if (sync) await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes a file of ours as well as can be; the reason why we are here matters more than its failure. */
export async function removeQuietly(path: string, disk: Disk): Promise<void> {
  await disk.unlink(path).catch(async (error: unknown) => {
    if (!isNotFound(error)) await disk.unlink(path).catch(() => undefined);
  });
}

const swept = new Set<string>();

/**
 * Removes what killed processes left in a folder. Once per folder and process: the leftovers are rare and
 * harmless. The age spares a live writer of another container, whose pid means nothing here.
 */
async function sweepOnce(folder: string, disk: Disk): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  await sweepTemporaries(folder, disk).catch(() => undefined);
}

export async function sweepTemporaries(folder: string, disk: Disk = nodeDisk): Promise<void> {
  for (const name of await disk.readdir(folder)) {
    const pid = temporaryName.exec(name)?.[1];
    if (pid === undefined || (await isRunning(Number(pid)))) continue;
    const path = join(folder, name);
    const entry = await ifExists(disk.lstat(path));
    if (entry !== undefined && Date.now() - entry.mtimeMs > abandonedAfterMs) await disk.unlink(path);
  }
}
