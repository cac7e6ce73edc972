import { chmodSync, statSync } from "node:fs";
import { ok, type Result } from "../../kernel/result.ts";
import { errnoOf } from "../paths/errno.ts";
import { locate } from "../paths/location.ts";
import { absolutePath, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { leadsOutside, unreadable } from "./raw-file.ts";

/** Whether a file may be run by its owner; false for what is not there or not inside. */
export function isExecutable(workspace: Workspace, path: WorkspacePath): boolean {
  const place = locate(workspace, absolutePath(workspace, path));
  const stats = place.kind === "inside" ? statSync(place.real, { throwIfNoEntry: false }) : undefined;
  return stats?.isFile() === true && (stats.mode & 0o100) !== 0;
}

/** Whether nobody may write a file; false for what is not there or not inside. */
export function isReadOnly(workspace: Workspace, path: WorkspacePath): boolean {
  const place = locate(workspace, absolutePath(workspace, path));
  const stats = place.kind === "inside" ? statSync(place.real, { throwIfNoEntry: false }) : undefined;
  return stats !== undefined && (stats.mode & 0o222) === 0;
}

/** Lets everyone run a file who may read it. Windows knows no such mark, and there nothing happens. */
export function markExecutable(workspace: Workspace, path: WorkspacePath): Result<undefined> {
  const place = locate(workspace, absolutePath(workspace, path));
  if (place.kind !== "inside") return leadsOutside(workspace, path);
  try {
    const { mode } = statSync(place.real);
    chmodSync(place.real, (mode & 0o777) | ((mode & 0o444) >> 2));
    return ok(undefined);
  } catch (error) {
    return unreadable(path, errnoOf(error) ?? String(error));
  }
}
