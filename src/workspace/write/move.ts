import { dirname, join } from "node:path";
import { errnoOf } from "../paths/errno.ts";
import { inFolders } from "./anchor.ts";
import { removeQuietly, temporaryIn, writeSynced } from "./atomic.ts";
import { type Disk, type DiskEntry, ifExists, makeFolder } from "./disk.ts";
import { SwappedFolder } from "./errors.ts";

/** Moves a file, replacing what is there, or a folder to a place where nothing is; one rename if possible. */
export function moveEntry(
  from: string,
  to: string,
  disk: Disk,
  parts: PartialMove = notResumable,
): Promise<void> {
  return inFolders([from, to], disk, (disk) => moveAtOnce(from, to, disk, parts));
}

async function moveAtOnce(from: string, to: string, disk: Disk, parts: PartialMove): Promise<void> {
  if (!parts.begun) {
    try {
      return await disk.rename(from, to);
    } catch (error) {
      if (errnoOf(error) !== "EXDEV") throw error;
      await parts.begin();
    }
  }
  await moveByParts(from, to, disk);
}

/**
 * Where one rename cannot do it (another mount, or a folder of a container's lower layer) the entries go one
 * by one. `begin` notes that a crash may now leave some of them on either side; `begun` goes on from there.
 */
export interface PartialMove {
  readonly begun: boolean;
  begin(): Promise<void>;
}

const notResumable: PartialMove = { begun: false, begin: async () => undefined };

/** Can be repeated after a crash, and turned around, with the same end. */
async function moveByParts(from: string, to: string, disk: Disk): Promise<void> {
  const entry = await ifExists(disk.lstat(from));
  if (entry === undefined) return;
  if (!entry.isDirectory()) return moveFile(from, to, entry, disk);
  const mode = entry.mode & 0o7777;
  // A folder that we did not make just now has its mode already; on the way back it is the original one.
  if (await makeFolder(to, disk)) await disk.chmod(to, mode | 0o700);
  // A link to a folder is there too, and would lead the entries away.
  else if (!(await disk.lstat(to)).isDirectory()) throw new SwappedFolder(to);
  for (const name of await disk.readdir(from)) {
    const [part, place] = [join(from, name), join(to, name)];
    await inFolders([part, place], disk, (disk) => moveByParts(part, place, disk));
  }
  if ((mode & 0o700) !== 0o700) await disk.chmod(to, mode);
  await disk.rmdir(from);
}

async function moveFile(from: string, to: string, entry: DiskEntry, disk: Disk): Promise<void> {
  try {
    return await disk.rename(from, to);
  } catch (error) {
    if (errnoOf(error) !== "EXDEV") throw error;
  }
  const temporary = temporaryIn(dirname(to));
  try {
    if (entry.isSymbolicLink()) await disk.symlink(await disk.readlink(from), temporary);
    else await writeSynced(temporary, await disk.readFile(from), disk, entry);
    await disk.rename(temporary, to);
  } catch (error) {
    await removeQuietly(temporary, disk);
    throw error;
  }
  await disk.unlink(from);
}
