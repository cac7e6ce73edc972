import { constants } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { errnoOf } from "../paths/errno.ts";

/**
 * Why a folder cannot be written, or undefined when it can. If it does not exist, the nearest existing folder above it
 * decides.
 *
 * @example const reason = await unwritableReason(stateRoot(workspace))
 */
export async function unwritableReason(folder: string): Promise<string | undefined> {
  for (let path = folder; ; path = dirname(path)) {
    try {
      const stats = await lstat(path);
      if (path === folder && stats.isSymbolicLink()) return "it is a link";
      if (!stats.isDirectory() && !stats.isSymbolicLink()) return `${path} is not a folder`;
      await access(path, constants.W_OK);
      return undefined;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === "ENOTDIR" || (errno === "ENOENT" && path !== dirname(path))) continue;
      return errno === "EROFS" ? "the disk is read-only" : `${path} is not writable (${errno ?? error})`;
    }
  }
}
