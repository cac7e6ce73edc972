import { byCodePoint } from "../../kernel/order.ts";
import { listBelow } from "../../workspace/files/files.ts";
import { stampOf } from "../../workspace/files/stamp.ts";
import { absolutePath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";

/** Everything in the folder of a work item. */
export interface WorkFiles {
  /** Sorted; a link counts as a file and is not followed. */
  readonly paths: readonly WorkspacePath[];
  readonly leftOut: number;
  /** The latest modification time in milliseconds; 0 without files. */
  readonly modifiedMs: number;
}

const maxFiles = 2_000;
const maxDepth = 16;

/** Every file of a work item, known to its format or not. */
export async function filesOf(workspace: Workspace, folder: WorkspacePath): Promise<WorkFiles> {
  const folders = await listBelow(workspace, folder, ({ link }, depth) => !link && depth < maxDepth);
  const entries = folders
    .flatMap(({ entries }) => (entries.ok ? entries.value : []))
    .filter(({ kind, link }) => kind !== "folder" || link);
  const paths = entries.map(({ path }) => path).sort(byCodePoint);
  const times = entries
    .filter(({ link }) => !link)
    .map(({ path }) => stampOf(absolutePath(workspace, path))?.mtimeMs ?? 0);
  return {
    paths: paths.slice(0, maxFiles),
    leftOut: Math.max(0, paths.length - maxFiles),
    modifiedMs: times.reduce((latest, time) => Math.max(latest, time), 0),
  };
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
