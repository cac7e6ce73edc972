import { byCodePoint } from "../kernel/order.ts";
import { listBelow } from "../workspace/files/files.ts";
import type { WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";

const maxDepth = 16;

/** Every file below a folder, by path: the known documents of a change and whatever else its author put there. */
export async function findFiles(workspace: Workspace, folder: WorkspacePath): Promise<WorkspacePath[]> {
  const listed = await listBelow(workspace, folder, ({ link }, depth) => !link && depth < maxDepth);
  return listed
    .flatMap(({ entries }) => (entries.ok ? entries.value : []))
    .filter(({ kind }) => kind === "file")
    .map(({ path }) => path)
    .sort(byCodePoint);
}
