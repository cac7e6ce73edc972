import type { Workspace } from "../workspace/paths/root.ts";
import { findLayouts, type Layout, type RuleProfile } from "./layouts.ts";
import { readSettings, type SpecSettings } from "./settings.ts";
import { findStore, type Store } from "./store.ts";

/** What every operation on specs and changes starts from. Read again for each call, so that nothing is stale. */
export interface SpecProject extends SpecSettings {
  readonly workspace: Workspace;
  readonly layouts: readonly Layout[];
  /** A store that holds the specs and cannot be read from here. */
  readonly store: Store | undefined;
}

export async function openProject(workspace: Workspace): Promise<SpecProject> {
  const layouts = await findLayouts(workspace);
  const store = layouts.some(({ name }) => name === "openspec") ? undefined : await findStore(workspace);
  return { workspace, layouts, store, ...(await readSettings(workspace)) };
}

export function profileOf(project: SpecProject, layout: Layout, asked?: RuleProfile): RuleProfile {
  return asked ?? project.profile ?? layout.profile;
}
