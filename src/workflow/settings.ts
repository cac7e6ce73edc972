import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { loadConfig } from "../workspace/config/config.ts";
import type { LegacyNames } from "../workspace/config/user-folders.ts";
import { joinPath, literalPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";

/** The terminal client of the contract was called `speck`, then `spec-tui`; its files still count. */
export const specTuiNames: readonly LegacyNames[] = [
  { project: ".speck.toml", user: "speck", variables: "SPECK" },
  { project: ".spec-tui.toml", user: "spec-tui", variables: "SPEC_TUI" },
];

/** `[worktree]`: where checkouts of features go. */
export const WorktreeSettings = z.looseObject({
  directory: z
    .string()
    .min(1)
    .default(".worktrees")
    .describe("Folder of the worktrees, below the main checkout"),
});

/** `[git]`: where features live in a checkout. */
export const GitSettings = z.looseObject({
  specs_directory: z.string().min(1).default("specs").describe("Folder of the features, below the root"),
});

export interface Places {
  /** The folder that holds the features of a checkout. */
  readonly specs: WorkspacePath;
  /** The folder of the main checkout that holds the others. */
  readonly worktrees: WorkspacePath;
}

/** Where this project keeps its features and worktrees; always inside it, whatever its file says. */
export async function placesOf(
  workspace: Workspace,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result<Places>> {
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

/** For looking only: a setting that is wrong is told by whoever would write there. */
export async function specsFolderOf(workspace: Workspace): Promise<WorkspacePath> {
  const places = await placesOf(workspace);
  return places.ok ? places.value.specs : literalPath("specs");
}

function folderBelow(key: string, text: string): Result<WorkspacePath> {
  const path = joinPath(literalPath(""), text.replace(/^\.\//, "").replace(/\/$/, ""));
  if (path.ok) return path;
  const message = `${key} is ${JSON.stringify(text)}, which is no folder below the root of the project.`;
  return fail(fault("invalid_config", message, "Name one without `..` and without a leading slash."));
}
