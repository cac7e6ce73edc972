import type { Workspace } from "../workspace/paths/root.ts";
import { listLayouts, total } from "./init/survey.ts";

/** What a repository plans its work with: changes to specs, features of spec-kit, artifacts of SpecMan. */
export type UsedLayout = "specs" | "features" | "artifacts";

const byName: Readonly<Record<string, UsedLayout>> = { "spec-kit": "features", specman: "artifacts" };

/** The layouts that a workspace has. A bare `specs/` folder counts once a spec is in it. */
export async function usedLayouts(workspace: Workspace): Promise<Set<UsedLayout>> {
  const layouts = await listLayouts(workspace);
  return new Set(
    layouts
      .filter(({ path, holds }) => path !== "specs" || total(holds) > 0)
      .map(({ name }) => byName[name] ?? "specs"),
  );
}
