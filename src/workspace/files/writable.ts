import { constants } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { errnoOf } from "../paths/errno.ts";

/**
 * Why nothing could be kept in a folder, or undefined when it can. One that is not there yet is judged by the
 * nearest that is.
 *
 * @example const why = await unwritableReason(stateRoot(workspace))
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
      return errno === "EROFS" ? "the disk is read-only" : `${path} may not be written (${errno ?? error})`;
    }
  }
}
