import type { Workspace } from "../workspace/paths/root.ts";
import { recover } from "../workspace/write/journal/recover.ts";
import { findLayouts, type Layout, type RuleProfile } from "./layouts.ts";
import { readSettings, type SpecSettings } from "./settings.ts";

/** What every operation on specs and changes starts from. Read anew for each call, so that nothing is stale. */
export interface SpecProject extends SpecSettings {
  readonly workspace: Workspace;
  readonly layouts: readonly Layout[];
}

export async function openProject(workspace: Workspace): Promise<SpecProject> {
  // An archive that was killed in the middle is finished or undone before anyone reads the specs.
  await recover(workspace);
  const layouts = await findLayouts(workspace);
  return { workspace, layouts, ...(await readSettings(workspace)) };
}

export function profileOf(project: SpecProject, layout: Layout, asked?: RuleProfile): RuleProfile {
  return asked ?? project.profile ?? layout.profile;
}
