import { lstatSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

// Hewto trusts only state that its own user wrote. Windows has no user ids; there the system protects the folders of
// each user.

/** The effective user id of this process; undefined where the system has none. */
export function currentUser(): number | undefined {
  return process.geteuid?.();
}

/** Whether a file or folder belongs to the user of this process. */
export function isOwnedByUser(entry: { readonly uid: number }): boolean {
  const user = currentUser();
  return user === undefined || entry.uid === user;
}

/** The same, and no other user can write to it. */
export function isWritableOnlyByUser(entry: { readonly uid: number; readonly mode: number }): boolean {
  return isOwnedByUser(entry) && (currentUser() === undefined || (entry.mode & 0o022) === 0);
}

/**
 * Whether a folder, existing or not, belongs to this user. If it does not exist, the nearest existing folder above it
 * decides: under `sudo` the environment may still name the home of another user, and root must neither trust what is
 * there nor leave files behind.
 */
export function isUserFolder(folder: string): boolean {
  try {
    for (let path = folder; ; path = dirname(path)) {
      const entry = lstatSync(path, { throwIfNoEntry: false });
      if (entry !== undefined) return isOwnedByUser(entry) || (path !== folder && entry.uid === 0);
      if (path === dirname(path)) return false;
    }
  } catch {
    return false; // a component of the path is a file or not readable
  }
}

/** The fallback when the home cannot be used: a private folder in the system's temporary folder. */
export function userTemporaryFolder(): string {
  return join(tmpdir(), `hewto-${currentUser() ?? "user"}`);
}
