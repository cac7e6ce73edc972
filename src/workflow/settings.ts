import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { loadConfig } from "../workspace/config/config.ts";
import type { LegacyNames } from "../workspace/config/user-folders.ts";
import { joinPath, literalPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";

/** Legacy names of the terminal client, `speck` and then `spec-tui`. Their settings files are still read. */
export const specTuiNames: readonly LegacyNames[] = [
  { project: ".speck.toml", user: "speck", variables: "SPECK" },
  { project: ".spec-tui.toml", user: "spec-tui", variables: "SPEC_TUI" },
];

/** `[worktree]`: where the worktrees of features are created. */
export const WorktreeSettings = z.looseObject({
  directory: z
    .string()
    .min(1)
    .default(".worktrees")
    .describe("Folder of the worktrees, relative to the main checkout"),
});

/** `[git]`: where the features are in a checkout. */
export const GitSettings = z.looseObject({
  specs_directory: z
    .string()
    .min(1)
    .default("specs")
    .describe("Folder of the features, relative to the root"),
});

/** The folders of a project that hold features and worktrees. */
export interface FeatureFolders {
  /** The features of a checkout. */
  readonly specs: WorkspacePath;
  /** The worktrees, in the main checkout. */
  readonly worktrees: WorkspacePath;
}

/** The folders from the settings; always inside the project. */
export async function featureFolders(
  workspace: Workspace,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result<FeatureFolders>> {
  const config = await loadConfig({ workspace, env, legacy: specTuiNames });
  if (!config.ok) return config;
  const git = config.value.section("git", GitSettings);
  if (!git.ok) return git;
  const worktree = config.value.section("worktree", WorktreeSettings);
  if (!worktree.ok) return worktree;
  const specs = folderBelow("git.specs_directory", git.value.specs_directory);
  if (!specs.ok) return specs;
  const worktrees = folderBelow("worktree.directory", worktree.value.directory);
  return worktrees.ok ? ok({ specs: specs.value, worktrees: worktrees.value }) : worktrees;
}

/** For reading only: a wrong setting is reported when something is written there. */
export async function specsFolderOf(workspace: Workspace): Promise<WorkspacePath> {
  const folders = await featureFolders(workspace);
  return folders.ok ? folders.value.specs : literalPath("specs");
}

function folderBelow(key: string, text: string): Result<WorkspacePath> {
  const path = joinPath(literalPath(""), text.replace(/^\.\//, "").replace(/\/$/, ""));
  if (path.ok) return path;
  const message = `${key} is ${JSON.stringify(text)}, which is not a folder inside the project.`;
  return fail(fault("invalid_config", message, "Use a relative path without `..`."));
}
