import { chmodSync, statSync } from "node:fs";
import { ok, type Result } from "../../kernel/result.ts";
import { errnoOf } from "../paths/errno.ts";
import { locate } from "../paths/location.ts";
import { absolutePath, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { leadsOutside, unreadable } from "./raw-file.ts";

/** Whether the owner can execute a file; false when it does not exist or is outside. */
export function isExecutable(workspace: Workspace, path: WorkspacePath): boolean {
  const location = locate(workspace, absolutePath(workspace, path));
  const stats = location.kind === "inside" ? statSync(location.real, { throwIfNoEntry: false }) : undefined;
  return stats?.isFile() === true && (stats.mode & 0o100) !== 0;
}

/** Whether nobody has write permission for a file; false when it does not exist or is outside. */
export function isReadOnly(workspace: Workspace, path: WorkspacePath): boolean {
  const location = locate(workspace, absolutePath(workspace, path));
  const stats = location.kind === "inside" ? statSync(location.real, { throwIfNoEntry: false }) : undefined;
  return stats !== undefined && (stats.mode & 0o222) === 0;
}

/** Gives execute permission to everyone who has read permission. No effect on Windows. */
export function markExecutable(workspace: Workspace, path: WorkspacePath): Result<undefined> {
  const location = locate(workspace, absolutePath(workspace, path));
  if (location.kind !== "inside") return leadsOutside(workspace, path);
  try {
    const { mode } = statSync(location.real);
    chmodSync(location.real, (mode & 0o777) | ((mode & 0o444) >> 2));
    return ok(undefined);
  } catch (error) {
    return unreadable(path, errnoOf(error) ?? String(error));
  }
}
