import { loadSummary } from "../../changes/library.ts";
import { byCodePoint } from "../../kernel/order.ts";
import type { SpecProject } from "../../specs/project.ts";
import { listFolder } from "../../workspace/files/files.ts";
import { changeLabel } from "./change-work.ts";

/** A change in the archive. Its title is read when it is shown. */
export interface ArchivedChange {
  readonly id: string;
  readonly label: string;
  readonly archived_on: string | undefined;
  readonly path: string;
  readonly readTitle: () => Promise<string>;
}

/** The archived changes of every layout, the last one first; those without a date come last. */
export async function findArchivedChanges({ workspace, layouts }: SpecProject): Promise<ArchivedChange[]> {
  const found: ArchivedChange[] = [];
  for (const layout of layouts) {
    const entries = await listFolder(workspace, layout.archive);
    for (const entry of entries.ok ? entries.value : []) {
      if (entry.kind !== "folder" || entry.link || entry.name.startsWith(".")) continue;
      const [, archived_on, name = entry.name] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(entry.name) ?? [];
      const { path } = entry;
      const readTitle = async () => (await loadSummary(workspace, { id: name, name, layout, path })).title;
      found.push({ id: name, label: changeLabel(layout), archived_on, path, readTitle });
    }
  }
  return found.sort(
    (a, b) => byCodePoint(b.archived_on ?? "", a.archived_on ?? "") || byCodePoint(a.id, b.id),
  );
}
