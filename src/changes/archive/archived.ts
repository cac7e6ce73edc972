import type { Layout } from "../../specs/layouts.ts";
import { listFolder } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";

/** The latest archive folder of a change: `2026-11-15-add-login`, or `add-login` as it is. */
export async function findArchived(
  workspace: Workspace,
  layouts: readonly Layout[],
  id: string,
): Promise<WorkspacePath | undefined> {
  for (const layout of layouts) {
    const name = id.startsWith(`${layout.name}:`) ? id.slice(layout.name.length + 1) : id;
    const entries = await listFolder(workspace, layout.archive);
    const found = (entries.ok ? entries.value : []).filter(
      (entry) =>
        entry.kind === "folder" &&
        (entry.name === name || entry.name.replace(/^\d{4}-\d{2}-\d{2}-/, "") === name),
    );
    const latest = found.at(-1);
    if (latest !== undefined) return latest.path;
  }
  return undefined;
}
