import { type Stamp, stampOf as stampOfPlace } from "../workspace/files/stamp.ts";
import { absolutePath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";

/** What tells whether a file is still the one that was read, without reading it. */
export type FileStamp = Stamp;

const nothing: FileStamp = { size: -1, mtimeMs: 0, ctimeMs: 0, ino: 0 };

/** Taken before the file is read, so that a write in between shows at the next look. */
export function stampOf(workspace: Workspace, path: WorkspacePath): FileStamp {
  return stampOfPlace(absolutePath(workspace, path)) ?? nothing;
}

/**
 * Whether what was read at `readAt` under the stamp `then` is what the file holds now. A second write in the
 * same tick of the file system's clock would leave the stamp as it was, so a reading so soon is not trusted.
 */
export function isSameFile(then: FileStamp & { readonly readAt: number }, now: FileStamp): boolean {
  const isSame = then.size === now.size && then.mtimeMs === now.mtimeMs && then.ctimeMs === now.ctimeMs;
  return isSame && then.ino === now.ino && then.size >= 0 && then.readAt - then.ctimeMs > tickOf(then);
}

/** FAT counts in two seconds; a time with a fraction comes from a clock that counts in milliseconds. */
function tickOf({ ctimeMs }: FileStamp): number {
  return Number.isInteger(ctimeMs / 1000) ? 2_000 : 50;
}
