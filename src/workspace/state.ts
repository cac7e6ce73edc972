import { join } from "node:path";
import { createFile } from "./atomic.ts";
import { type Disk, ifThere, makeFolder, nodeDisk } from "./disk.ts";
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
  const top = join(workspace.root, stateFolder);
  await realFolder(top, disk);
  const ignore = join(top, ".gitignore");
  if ((await ifThere(disk.lstat(ignore))) === undefined) await createFile(ignore, "*\n", disk);
  let folder = top;
  for (const name of part.split("/").filter((name) => name !== "")) {
    folder = join(folder, name);
    await realFolder(folder, disk);
  }
  return folder;
}

/** A repository may bring a `.hewto` link along; our state must not follow it to another place. */
async function realFolder(path: string, disk: Disk): Promise<void> {
  const entry = await ifThere(disk.lstat(path));
  if (entry === undefined && (await makeFolder(path, disk))) return;
  if ((entry ?? (await disk.lstat(path))).isSymbolicLink()) throw new SwappedFolder(path);
}
