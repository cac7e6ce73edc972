import type { Workspace } from "../workspace/paths/root.ts";
import { findLayouts, type Layout, type RuleProfile } from "./layouts.ts";
import { readSettings, type SpecSettings } from "./settings.ts";

/** What every operation on specs and changes starts from. Read again for each call, so that nothing is stale. */
export interface SpecProject extends SpecSettings {
  readonly workspace: Workspace;
  readonly layouts: readonly Layout[];
}

export async function openProject(workspace: Workspace): Promise<SpecProject> {
  const layouts = await findLayouts(workspace);
  return { workspace, layouts, ...(await readSettings(workspace)) };
}

export function profileOf(project: SpecProject, layout: Layout, asked?: RuleProfile): RuleProfile {
  return asked ?? project.profile ?? layout.profile;
}
