import { dirname, join } from "node:path";
import { sha256 } from "../kernel/hash.ts";
import { createFile } from "./atomic.ts";
import { type Disk, ifThere, makeFolder, makeFolders, nodeDisk, syncFolder } from "./disk.ts";
import { SwappedFolder } from "./place-errors.ts";
import type { Workspace } from "./root.ts";

/** The folder of everything that can be made again; it keeps itself out of git. */
export const stateFolder = ".hewto";

export type StatePart = "index" | "journal" | "locks" | "logs" | "rescued" | (string & {});

/**
 * The state folder of a workspace, or a folder in it, made if need be. Safe with many processes at once and
 * after someone deleted it. Throws the system's error when it cannot be made.
 *
 * @example const logs = await stateDirectory(workspace, "logs")
 */
export async function stateDirectory(
  workspace: Workspace,
  part: StatePart = "",
  disk: Disk = nodeDisk,
): Promise<string> {
  let folder = await (workspace.state === undefined ? ownTop(workspace, disk) : givenTop(workspace, disk));
  for (const name of part.split("/").filter((name) => name !== "")) {
    folder = join(folder, name);
    await realFolder(folder, disk);
  }
  return folder;
}

/** Where the state folder is or would be; nothing is made. */
export function stateTop(workspace: Workspace): string {
  if (workspace.state === undefined) return join(workspace.root, stateFolder);
  // A folder given from outside may serve several roots.
  return join(workspace.state, sha256(workspace.root).slice(0, 16));
}

async function ownTop(workspace: Workspace, disk: Disk): Promise<string> {
  const top = stateTop(workspace);
  await realFolder(top, disk);
  const ignore = join(top, ".gitignore");
  if ((await ifThere(disk.lstat(ignore))) === undefined) await createFile(ignore, "*\n", disk);
  return top;
}

/** The person's own folder, which may well be reached through links. */
async function givenTop(workspace: Workspace, disk: Disk): Promise<string> {
  await makeFolders(stateTop(workspace), disk);
  return disk.realpath(stateTop(workspace));
}

/** A repository may bring a `.hewto` link along; our state must not follow it to another place. */
async function realFolder(path: string, disk: Disk): Promise<void> {
  const entry = await ifThere(disk.lstat(path));
  if (entry === undefined && (await makeFolder(path, disk))) return syncFolder(dirname(path), disk);
  if ((entry ?? (await disk.lstat(path))).isSymbolicLink()) throw new SwappedFolder(path);
}
