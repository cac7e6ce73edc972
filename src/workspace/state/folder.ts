import { dirname, join } from "node:path";
import { sha256 } from "../../kernel/hash.ts";
import { currentUser, isOwnedByUser } from "../paths/ownership.ts";
import type { Workspace } from "../paths/root.ts";
import { inFolders } from "../write/anchor.ts";
import { createFile } from "../write/atomic.ts";
import { type Disk, ifExists, makeFolder, makeFolders, nodeDisk, syncFolder } from "../write/disk.ts";
import { ForeignState, SwappedFolder } from "../write/errors.ts";

/** The folder of everything that can be rebuilt; its own .gitignore keeps it out of git. */
export const stateFolder = ".hewto";

export type StatePart = "journal" | "locks" | "logs" | "rescued" | (string & {});

/**
 * The state folder of a workspace, or a folder in it, created if necessary. Safe with many processes at once and after
 * someone deleted it. Throws the system's error when it cannot be created.
 *
 * @example const logs = await stateDirectory(workspace, "logs")
 */
export async function stateDirectory(
  workspace: Workspace,
  part: StatePart = "",
  disk: Disk = nodeDisk,
): Promise<string> {
  let folder = await (workspace.state === undefined
    ? makeWorkspaceRoot(workspace, disk)
    : makeGivenRoot(workspace, disk));
  for (const name of part.split("/").filter((name) => name !== "")) {
    folder = join(folder, name);
    await ensureUserFolder(folder, disk);
  }
  return folder;
}

/** The path of the state folder, whether or not it exists. */
export function stateRoot(workspace: Workspace): string {
  if (workspace.state === undefined) return join(workspace.root, stateFolder);
  // A given folder can serve several roots.
  return join(workspace.state, sha256(workspace.root).slice(0, 16));
}

/** The mode of a new file below the root: state files are private. */
export function modeForNewFile(path: string): number {
  return path.startsWith(`${stateFolder}/`) ? 0o600 : 0o666;
}

async function makeWorkspaceRoot(workspace: Workspace, disk: Disk): Promise<string> {
  const top = stateRoot(workspace);
  await ensureUserFolder(top, disk);
  const ignore = join(top, ".gitignore");
  if ((await ifExists(disk.lstat(ignore))) === undefined) await createFile(ignore, "*\n", disk, 0o600);
  return top;
}

/** A folder that the user or our own code chose; its path can contain links. */
async function makeGivenRoot(workspace: Workspace, disk: Disk): Promise<string> {
  await makeFolders(stateRoot(workspace), disk);
  return disk.realpath(stateRoot(workspace));
}

/**
 * A repository can contain a `.hewto` that is a link or that another user can change; state must not go there. A folder
 * that an earlier version left readable by others is made private.
 */
function ensureUserFolder(path: string, disk: Disk): Promise<void> {
  return inFolders([path], disk, (disk) => makeUserFolder(path, disk));
}

async function makeUserFolder(path: string, disk: Disk): Promise<void> {
  const existing = await ifExists(disk.lstat(path));
  if (existing === undefined && (await makeFolder(path, disk, 0o700))) return syncFolder(dirname(path), disk);
  const entry = existing ?? (await disk.lstat(path));
  if (entry.isSymbolicLink()) throw new SwappedFolder(path);
  if (!entry.isDirectory()) return;
  if (!isOwnedByUser(entry)) throw new ForeignState(path, entry.uid);
  if (currentUser() !== undefined && (entry.mode & 0o077) !== 0) await disk.chmod(path, 0o700);
}
