import { join } from "node:path";
import { errnoOf } from "../paths/errno.ts";
import { makeFolders, nodeDisk } from "../write/disk.ts";

/**
 * Sees to it that a file of secrets is there and is its owner's alone, before a secret is written to it: the
 * write path keeps the mode of what it replaces.
 */
export async function makePrivate(folder: string, name: string): Promise<void> {
  await makeFolders(folder, nodeDisk);
  const path = join(folder, name);
  try {
    await (await nodeDisk.open(path, "wx", 0o600)).close();
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
    await nodeDisk.chmod(path, 0o600);
  }
}
