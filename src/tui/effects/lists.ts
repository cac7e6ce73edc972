import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import type { Runtime } from "../../operations/runtime.ts";
import { listFeatures } from "../../operations/workflow/features.ts";
import { listTrees } from "../../operations/workflow/worktree.ts";
import { allFeatures } from "../../workflow/feature.ts";
import type { FeatureRow, TreeRow } from "../state/model.ts";
import { ask } from "./ask.ts";

const Features = z.object({
  features: z.array(
    z.object({
      folder: z.string(),
      title: z.string(),
      phase: z.enum(["specify", "clarify", "plan", "tasks", "implement", "done"]),
      tasks: z.object({ completed: z.number(), total: z.number() }),
      spec_directory: z.string(),
      branch: z.string().optional(),
      worktree: z.string().optional(),
      problem: z.string().optional(),
    }),
  ),
});

const Trees = z.object({
  worktrees: z.array(
    z.object({
      path: z.string(),
      branch: z.string().optional(),
      main: z.boolean(),
      detached: z.boolean(),
      locked: z.string().optional(),
      prunable: z.string().optional(),
      status: z
        .object({
          modified: z.number(),
          staged: z.number(),
          untracked: z.number(),
          ahead: z.number(),
          behind: z.number(),
        })
        .optional(),
    }),
  ),
});

/** Names only: there at once, while the documents are still being read. */
export async function featureNames({ workspace }: Runtime): Promise<FeatureRow[]> {
  const unknown = {
    phase: undefined,
    tasks: { completed: 0, total: 0 },
    title: "",
    branch: undefined,
    worktree: undefined,
  };
  const features = await allFeatures(workspace);
  return features.map(({ folder, directory }) => ({ folder, directory, ...unknown, problem: undefined }));
}

export async function featureRows(runtime: Runtime): Promise<Result<FeatureRow[]>> {
  const answer = await ask(runtime, listFeatures, {}, Features);
  if (!answer.ok) return answer;
  return ok(
    answer.value.features.map(
      ({ folder, phase, tasks, title, spec_directory, branch, worktree, problem }) => ({
        folder,
        phase,
        tasks,
        title,
        directory: spec_directory,
        branch,
        worktree,
        problem,
      }),
    ),
  );
}

export async function treeRows(runtime: Runtime): Promise<Result<TreeRow[]>> {
  const answer = await ask(runtime, listTrees, {}, Trees);
  if (!answer.ok) return answer;
  return ok(
    answer.value.worktrees.map(({ path, branch, main, detached, locked, prunable, status }) => {
      return { path, branch, main, detached, locked, prunable, status };
    }),
  );
}
