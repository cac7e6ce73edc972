import { ok, type Result } from "../../kernel/result.ts";
import { ancestorsAndSelf, realPathInside, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { inFolders } from "./anchor.ts";
import { makeFolder, nodeDisk } from "./disk.ts";
import { errnoFault } from "./faults.ts";

/**
 * Creates a folder and its missing parents. Returns the created ones, outermost first. A file in the way is a fault.
 *
 * @example const created = await ensureFolder(workspace, literalPath(".specman/scratchpad"))
 */
export async function ensureFolder(
  workspace: Workspace,
  path: WorkspacePath,
): Promise<Result<WorkspacePath[]>> {
  const real = await realPathInside(workspace, path);
  if (!real.ok) return real;
  const created: WorkspacePath[] = [];
  try {
    for (const part of ancestorsAndSelf(path)) {
      const folder = await realPathInside(workspace, part);
      if (!folder.ok) return folder;
      if (await inFolders([folder.value], nodeDisk, (disk) => makeFolder(folder.value, disk)))
        created.push(part);
    }
    return ok(created);
  } catch (error) {
    return errnoFault(error, path);
  }
}
