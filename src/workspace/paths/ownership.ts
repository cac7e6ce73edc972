import { lstatSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

// What a user's Hewto may believe is what this user wrote. Windows has no user ids; there the folders of a user are
// closed to others by the system.

/** The user that this process acts for; undefined where the system has no such numbers. */
export function currentUser(): number | undefined {
  return process.geteuid?.();
}

/** Whether a file or folder belongs to the user of this process. */
export function isOwnedByUser(entry: { readonly uid: number }): boolean {
  const user = currentUser();
  return user === undefined || entry.uid === user;
}

/** The same, and nobody else can change it. */
export function isWritableOnlyByUser(entry: { readonly uid: number; readonly mode: number }): boolean {
  return isOwnedByUser(entry) && (currentUser() === undefined || (entry.mode & 0o022) === 0);
}

/**
 * Whether a folder, made or not, is a place where this user keeps things. One that does not exist yet is judged by
 * the nearest folder that does: under `sudo` the environment may still name the home of another user, and root must
 * neither believe what is there nor leave files behind.
 */
export function isUserFolder(folder: string): boolean {
  try {
    for (let path = folder; ; path = dirname(path)) {
      const entry = lstatSync(path, { throwIfNoEntry: false });
      if (entry !== undefined) return isOwnedByUser(entry) || (path !== folder && entry.uid === 0);
      if (path === dirname(path)) return false;
    }
  } catch {
    return false; // a file or a closed folder is on the way
  }
}

/** The folder that serves where the home cannot: in the system's temporary folder, closed to all others. */
export function userTemporaryFolder(): string {
  return join(tmpdir(), `hewto-${currentUser() ?? "user"}`);
}
