import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { userCacheFolder } from "../config/user-folders.ts";
import { isOwnedByUser, isUserFolder, userTemporaryFolder } from "../paths/ownership.ts";

/**
 * A private folder of this user in the cache folder, created if necessary; when the cache folder cannot be written, in
 * the user's temporary folder. Undefined when neither can: nothing that is kept there is needed.
 *
 * @example ownCacheFolder("mirrors", id)
 */
export function ownCacheFolder(...names: readonly string[]): string | undefined {
  for (const parent of [userCacheFolder(), userTemporaryFolder()]) {
    const folder = join(parent, ...names);
    try {
      if (!isUserFolder(parent)) continue;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const entry = lstatSync(folder);
      if (entry.isDirectory() && isOwnedByUser(entry)) return folder;
    } catch {
      // A full or read-only disk, or a file in the way.
    }
  }
  return undefined;
}
