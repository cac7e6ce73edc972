import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { exists, listFolder, readText } from "../../workspace/files/files.ts";
import { insideWorkspace, parentPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Edit, WritePlan } from "../../workspace/write/plan.ts";
import { archiveNotePath } from "./plan.ts";
import type { StoredUndo } from "./undo-record.ts";

export interface UndoPlan {
  readonly plan: WritePlan;
  readonly restored: WorkspacePath;
  readonly specs: readonly WorkspacePath[];
  /** Those of the specs that the archive had created: they go again. */
  readonly removed: readonly WorkspacePath[];
}

/** Restores the specs and the folder. A spec that changed since blocks it, so that nothing is lost. */
export async function planUndo(
  workspace: Workspace,
  { path, record }: StoredUndo,
): Promise<Result<UndoPlan>> {
  const from = await insideWorkspace(workspace, record.from);
  const to = await insideWorkspace(workspace, record.to);
  if (!from.ok) return from;
  if (!to.ok) return to;
  if (await exists(workspace, from.value)) return blocked(record.change, `\`${from.value}\` is there again`);
  if (!(await exists(workspace, to.value)))
    return blocked(record.change, `\`${to.value}\` is not there any more`);
  const comesBack = record.specs.filter(({ before }) => before !== null);
  const isNeeded = (folder: string) => comesBack.some((spec) => spec.path.startsWith(`${folder}/`));
  const edits: Edit[] = [];
  const specs: WorkspacePath[] = [];
  const removed: WorkspacePath[] = [];
  for (const spec of record.specs) {
    const place = await insideWorkspace(workspace, spec.path);
    if (!place.ok) return place;
    const current = await readText(workspace, place.value, { lossy: true });
    const now = current.ok ? current.value.sha256 : null;
    if (now !== spec.after) return blocked(record.change, `\`${place.value}\` was changed since`);
    specs.push(place.value);
    if (spec.before === null && now !== null) removed.push(place.value);
    edits.push(...(await restoring(workspace, place.value, spec.before, now, isNeeded)));
  }
  const note = archiveNotePath(to.value);
  if (await exists(workspace, note)) edits.push({ kind: "delete", path: note, expect: "any" });
  edits.push({ kind: "delete", path, expect: "any" }, { kind: "move", from: to.value, to: from.value });
  return ok({ plan: { label: `undo ${record.change}`, edits }, restored: from.value, specs, removed });
}

async function restoring(
  workspace: Workspace,
  path: WorkspacePath,
  before: string | null,
  now: string | null,
  isNeeded: (folder: string) => boolean,
): Promise<Edit[]> {
  if (before !== null) return [{ kind: "write", path, content: before, expect: now ?? "absent" }];
  if (now === null) return [];
  const siblings = await listFolder(workspace, parentPath(path));
  const isAlone = siblings.ok && siblings.value.length === 1 && !isNeeded(parentPath(path));
  return isAlone
    ? [{ kind: "remove-folder", path: parentPath(path) }]
    : [{ kind: "delete", path, expect: now }];
}

function blocked(change: string, why: string): Result<never> {
  const message = `The archive of \`${change}\` cannot be undone: ${why}. Nothing was written.`;
  const remedy = "Undo later archives first, or restore the old text with git.";
  return fail(fault("archive_conflict", message, remedy, { subject: { change_id: change } }));
}
