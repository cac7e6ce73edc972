import { dirname, join } from "node:path";
import { errnoOf } from "../paths/errno.ts";
import { inFolders } from "./anchor.ts";
import { removeQuietly, temporaryIn, writeSynced } from "./atomic.ts";
import { type Disk, type DiskEntry, ifExists, makeFolder } from "./disk.ts";
import { SwappedFolder } from "./errors.ts";

/** Moves a file, replacing an existing one, or a folder to a free path; by one rename if possible. */
export function moveEntry(
  from: string,
  to: string,
  disk: Disk,
  parts: PartialMove = notResumable,
): Promise<void> {
  return inFolders([from, to], disk, (disk) => moveAtOnce(from, to, disk, parts));
}

async function moveAtOnce(from: string, to: string, disk: Disk, parts: PartialMove): Promise<void> {
  if (!parts.hasBegun) {
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
 * When one rename is not possible (another mount, or a folder of a container's lower layer), the entries move one by
 * one. `begin` records that a crash can now leave entries on both sides; with `begun` such a move is resumed.
 */
export interface PartialMove {
  readonly hasBegun: boolean;
  begin(): Promise<void>;
}

const notResumable: PartialMove = { hasBegun: false, begin: async () => undefined };

/** Can be repeated after a crash, or reversed, with the same result. */
async function moveByParts(from: string, to: string, disk: Disk): Promise<void> {
  const entry = await ifExists(disk.lstat(from));
  if (entry === undefined) return;
  if (!entry.isDirectory()) return moveFile(from, to, entry, disk);
  const mode = entry.mode & 0o7777;
  // A folder that already existed keeps its mode; in a reversed move it is the original one.
  if (await makeFolder(to, disk)) await disk.chmod(to, mode | 0o700);
  // A link to a folder exists too, and would redirect the entries.
  else if (!(await disk.lstat(to)).isDirectory()) throw new SwappedFolder(to);
  for (const name of await disk.readdir(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    await inFolders([source, target], disk, (disk) => moveByParts(source, target, disk));
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
