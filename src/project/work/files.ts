import { byCodePoint } from "../../kernel/order.ts";
import { listBelow } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";

/** Everything in the folder of a work item. */
export interface WorkFiles {
  /** Sorted; a link counts as a file and is not followed. */
  readonly paths: readonly WorkspacePath[];
  readonly leftOut: number;
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
  return {
    paths: paths.slice(0, maxFiles),
    leftOut: Math.max(0, paths.length - maxFiles),
  };
}
