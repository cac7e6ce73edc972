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

// These functions throw the system's error. `commit` turns it into a fault, because only it knows what else must be
// undone.

export type Content = string | Uint8Array;

const temporaryName = /^\.hewto-tmp-(\d+)-[0-9a-f]{12}$/;
/** A newer one may belong to a live process in another container, whose pid is unknown here. */
export const abandonedAfterMs = 60_000;

/** Whether a name is one of our unfinished files, which readers must skip. */
export function isTemporaryName(name: string): boolean {
  return temporaryName.test(name);
}

/**
 * Replaces a file atomically: readers see the old file or the new one. Mode and owner of the old file stay. `target` is
 * a real path, with links resolved. `lastCheck` runs just before the rename and can throw to cancel.
 *
 * @example await replaceFile(join(state, "index.json"), text)
 */
export async function replaceFile(
  target: string,
  content: Content,
  disk: Disk = nodeDisk,
  lastCheck: (disk: Disk) => Promise<void> = async () => undefined,
): Promise<void> {
  await inFolders([target], disk, async (disk) => {
    await sweepOnce(dirname(target), disk);
    const temporary = temporaryIn(dirname(target));
    try {
      await writeSynced(temporary, content, disk, await ifExists(disk.lstat(target)));
      await lastCheck(disk);
      await disk.rename(temporary, target);
    } catch (error) {
      await removeQuietly(temporary, disk);
      throw error;
    }
    await syncFolder(dirname(target), disk);
  });
}

/**
 * Creates a file that does not exist yet, with all its bytes at once. Of two creators exactly one gets `true`; the
 * other's bytes are dropped.
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

/** The same for a file that is useless after its process, such as a lock: it is not synced to disk. */
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

/** Creates a hard link unless the name is taken. */
async function linkIfAbsent(file: string, name: string, disk: Disk): Promise<boolean> {
  try {
    await disk.link(file, name);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    if (!cannotLink(error)) throw error;
  }
  // Without hard links the name comes first and the bytes after it. A crash in between leaves a short file, which
  // readers of such files (locks) treat as abandoned.
  try {
    await writeSynced(name, await disk.readFile(file), disk, await disk.lstat(file));
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Whether a hard link failed because the file system or the file does not support it. */
export function cannotLink(error: unknown): boolean {
  return ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"].includes(errnoOf(error) ?? "");
}

/** Writes a new file and syncs it to disk; with `like`, it gets that file's mode and owner. */
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
  /** The file whose mode and owner it gets; default: `mode`. */
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
      // Only root can change the owner; for other users it is already right or cannot be preserved.
      if (process.getuid?.() === 0) await file.chown(like.uid, like.gid);
      await file.chmod(like.mode & 0o7777);
    }
    if (sync) await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes a file of ours and ignores a failure: the error that led here matters more. */
export async function removeQuietly(path: string, disk: Disk): Promise<void> {
  await disk.unlink(path).catch(async (error: unknown) => {
    if (!isNotFound(error)) await disk.unlink(path).catch(() => undefined);
  });
}

const swept = new Set<string>();

/**
 * Removes unfinished files of killed processes. Once per folder and process: they are rare and harmless. The age limit
 * protects a live process in another container, whose pid is unknown here.
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
