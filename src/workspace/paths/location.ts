import { readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { errnoOf } from "./errno.ts";
import { isWithin } from "./paths.ts";
import type { Workspace } from "./root.ts";

/** Where an existing path really is, seen from a workspace. */
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
 * Where an open file really is. A link may be swapped between a check and the open; the descriptor cannot.
 * Linux tells its place; elsewhere the file found again by its real path must be the one that is open.
 */
export function locateOpen(workspace: Workspace, fd: number, stats: Stats, absolute: string): Location {
  if (process.platform === "linux") {
    try {
      return classify(workspace, readlinkSync(`/proc/self/fd/${fd}`));
    } catch {
      // No /proc in this container: fall through to the portable way.
    }
  }
  const place = locate(workspace, absolute);
  if (place.kind !== "inside") return place;
  const found = statSync(place.real, { throwIfNoEntry: false });
  return found?.ino === stats.ino && found.dev === stats.dev ? place : { kind: "outside" };
}

function classify(workspace: Workspace, real: string): Location {
  return isWithin(workspace.root, real) ? { kind: "inside", real } : { kind: "outside" };
}
