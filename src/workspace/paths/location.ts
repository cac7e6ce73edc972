import { readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { errnoOf } from "./errno.ts";
import { isWithin } from "./paths.ts";
import type { Workspace } from "./root.ts";

/** The real location of an existing path, relative to a workspace. */
export type Location =
  | { readonly kind: "inside"; readonly real: string }
  | { readonly kind: "outside" }
  | { readonly kind: "absent" }
  | { readonly kind: "unreadable"; readonly errno: string };

export function locate(workspace: Workspace, absolute: string): Location {
  try {
    return classify(workspace, realpathSync.native(absolute));
  } catch (error) {
    const errno = errnoOf(error) ?? String(error);
    return errno === "ENOENT" || errno === "ENOTDIR" ? { kind: "absent" } : { kind: "unreadable", errno };
  }
}

/**
 * The real location of an open file. A link can be swapped between a check and the open; a descriptor cannot. Linux
 * reports the path of a descriptor; elsewhere the file at the real path must be the one that is open.
 */
export function locateOpen(workspace: Workspace, fd: number, stats: Stats, absolute: string): Location {
  if (process.platform === "linux") {
    try {
      return classify(workspace, readlinkSync(`/proc/self/fd/${fd}`));
    } catch {
      // No /proc in this container: use the portable way below.
    }
  }
  const location = locate(workspace, absolute);
  if (location.kind !== "inside") return location;
  const now = statSync(location.real, { throwIfNoEntry: false });
  return now?.ino === stats.ino && now.dev === stats.dev ? location : { kind: "outside" };
}

function classify(workspace: Workspace, real: string): Location {
  return isWithin(workspace.root, real) ? { kind: "inside", real } : { kind: "outside" };
}
