import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { type Failure, fail } from "../../kernel/result.ts";
import { shownId, withIds } from "../../specs/ids.ts";
import type { Layout } from "../../specs/layouts.ts";
import { listFolder } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { ChangeEntry } from "../library.ts";

/** The folder of an archived change. Its name is unique in its layout; two of them can have the same `changeId`. */
export interface ArchivedEntry extends ChangeEntry {
  /** The id that the change had while it was active: `add-login` of `2026-11-15-add-login`. */
  readonly changeId: string;
  /** `YYYY-MM-DD` from the folder's name; "" where it has no date. */
  readonly archivedOn: string;
}

const datedName = /^(\d{4}-\d{2}-\d{2})-(.+)$/;

/** Every archived change of every layout, oldest first. */
export async function findArchivedChanges(
  workspace: Workspace,
  layouts: readonly Layout[],
): Promise<ArchivedEntry[]> {
  const found: Omit<ArchivedEntry, "id">[] = [];
  for (const layout of layouts) {
    const entries = await listFolder(workspace, layout.archive);
    for (const { name, path, kind, link } of entries.ok ? entries.value : []) {
      if (kind !== "folder" || link || name.startsWith(".")) continue;
      const [, archivedOn = "", changeId = name] = datedName.exec(name) ?? [];
      found.push({ name, path, layout, changeId, archivedOn });
    }
  }
  return withIds(found).sort(byAge);
}

/** By date; on one day the second archive of a change (`-2`) comes after the first, and before `-10`. */
function byAge(a: ArchivedEntry, b: ArchivedEntry): number {
  const byDay = byCodePoint(a.archivedOn, b.archivedOn);
  const isNumbered = a.name.startsWith(b.name) || b.name.startsWith(a.name);
  return byDay || (isNumbered ? a.name.length - b.name.length : byCodePoint(a.name, b.name));
}

/** The archived change with this id, folder name or path; the latest where an id was used again. */
export function findArchivedChange(entries: readonly ArchivedEntry[], id: string): ArchivedEntry | undefined {
  return entries.findLast(
    ({ id: own, name, changeId, layout, path }) =>
      own === id ||
      name === id ||
      changeId === id ||
      path === id ||
      `${layout.name}:${name}` === id ||
      `${layout.name}:${changeId}` === id,
  );
}

/** The latest archive folder of a change: `2026-11-15-add-login`, or `add-login` as it is. */
export async function findArchived(
  workspace: Workspace,
  layouts: readonly Layout[],
  id: string,
): Promise<WorkspacePath | undefined> {
  return findArchivedChange(await findArchivedChanges(workspace, layouts), id)?.path;
}

export function archivedNotFound(entries: readonly ArchivedEntry[], id: string): Failure {
  const message = `Change not found: no archived change has the id \`${shownId(id)}\`.`;
  const hint = didYouMean(
    id,
    entries.map(({ changeId }) => changeId),
  );
  return fail(
    fault("change_not_found", message, hint, {
      subject: { change_id: id },
      suggest: { operation: "list_changes", args: { archived: true }, to: "see the archived changes" },
    }),
  );
}
