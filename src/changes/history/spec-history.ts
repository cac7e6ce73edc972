import { isRecord } from "../../kernel/json.ts";
import type { SpecEntry } from "../../specs/library.ts";
import type { SpecProject } from "../../specs/project.ts";
import { readText } from "../../workspace/files/files.ts";
import { childPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { type ArchivedEntry, findArchivedChanges } from "../archive/archived.ts";
import { archiveNotePath } from "../archive/plan.ts";
import { readDelta } from "../delta/delta.ts";
import { type ArchivedDelta, type RequirementHistory, traceRequirements } from "./trace.ts";

/** Which archived changes brought and changed the requirements of a spec. */
export async function specHistory(
  { workspace, layouts, vocabulary }: SpecProject,
  { name: capability, layout }: Pick<SpecEntry, "name" | "layout">,
): Promise<RequirementHistory<ArchivedEntry>> {
  const deltas: ArchivedDelta<ArchivedEntry>[] = [];
  for (const change of await findArchivedChanges(workspace, layouts)) {
    if (change.layout.name !== layout.name) continue;
    const path = childPath(change.path, `specs/${capability}/spec.md`);
    const file = await readText(workspace, path, { lossy: true });
    if (!file.ok || (await skippedSpecs(workspace, change)) !== undefined) continue;
    const { added, modified, removed, renamed } = readDelta(file.value.text, vocabulary);
    deltas.push({
      change,
      day: change.archivedOn,
      added: added.map(({ name }) => name),
      modified: modified.map(({ name }) => name),
      removed: removed.map(({ name }) => name),
      renamed: renamed.map(({ from, to }) => ({ from, to })),
    });
  }
  return traceRequirements(deltas);
}

/** Why a change was archived without its deltas; undefined for one that was applied. */
export async function skippedSpecs(
  workspace: Workspace,
  { path }: ArchivedEntry,
): Promise<string | undefined> {
  const note = await readText(workspace, archiveNotePath(path), { maxBytes: 64 * 1024 });
  if (!note.ok) return undefined;
  try {
    const data: unknown = JSON.parse(note.value.text);
    return isRecord(data) && data["skip_specs"] === true ? String(data["reason"] ?? "") : undefined;
  } catch {
    return undefined;
  }
}
