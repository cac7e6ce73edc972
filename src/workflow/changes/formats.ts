import { findLayouts, type Layout } from "../../specs/layouts.ts";
import { findSpecs } from "../../specs/library.ts";
import { exists } from "../../workspace/files/files.ts";
import { literalPath, parentPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { allFeatures, type Feature } from "../feature.ts";

/** What a step can work on: an OpenSpec or Spec Oxide change, or a spec-kit feature. */
export const workFormats = ["change", "feature"] as const;
export type WorkFormat = (typeof workFormats)[number];

export interface RepositoryFormats {
  /** Where changes are kept; undefined if the repository has none. */
  readonly changes: Layout | undefined;
  readonly hasFeatures: boolean;
}

/** The formats that a repository uses already. */
export async function formatsOf(workspace: Workspace): Promise<RepositoryFormats> {
  const [changes, hasFeatures] = [await changeLayout(workspace), await usesFeatures(workspace)];
  return { changes, hasFeatures };
}

async function changeLayout(workspace: Workspace): Promise<Layout | undefined> {
  for (const layout of await findLayouts(workspace)) {
    if (layout.name === "openspec") return layout;
    // Every `specs/` folder is a layout, but spec-kit's features in it are not specs.
    const isUsed =
      (await exists(workspace, layout.changes)) || (await findSpecs(workspace, [layout])).length > 0;
    if (isUsed || (await exists(workspace, literalPath(".spox/config.toml")))) return layout;
  }
  return undefined;
}

/** `.specify/feature.json` alone does not count: earlier versions wrote it into every repository. */
async function usesFeatures(workspace: Workspace): Promise<boolean> {
  for (const path of [".specify/templates", ".specify/memory", ".specify/init-options.json"])
    if (await exists(workspace, literalPath(path))) return true;
  return (await allFeatures(workspace)).length > 0;
}

/** The layout whose change this folder is; undefined if it is not a change. */
export async function layoutOfChange({
  workspace,
  path,
}: Pick<Feature, "workspace" | "path">): Promise<Layout | undefined> {
  const layouts = await findLayouts(workspace);
  return layouts.find(({ changes, archive }) => path !== archive && parentPath(path) === changes);
}
