import { ok, type Result } from "../../kernel/result.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { allFeatures } from "../../workflow/feature.ts";
import { listFeatures } from "../../workflow/operations/features.ts";
import { listTrees } from "../../workflow/operations/worktree.ts";
import type { FeatureRow, TreeRow } from "../state/model.ts";
import { call } from "./call.ts";

/** The names of the features, which are available before their documents are read. */
export async function featureNames({ workspace }: Runtime): Promise<FeatureRow[]> {
  const notLoaded = {
    phase: undefined,
    tasks: { completed: 0, total: 0 },
    title: "",
    branch: undefined,
    worktree: undefined,
  };
  const features = await allFeatures(workspace);
  return features.map(({ folder, directory }) => ({ folder, directory, ...notLoaded, problem: undefined }));
}

export async function featureRows(runtime: Runtime): Promise<Result<FeatureRow[]>> {
  const answer = await call(runtime, listFeatures, {});
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
  const answer = await call(runtime, listTrees, {});
  if (!answer.ok) return answer;
  return ok(
    answer.value.worktrees.map(({ path, branch, main, detached, locked, prunable, status }) => {
      return { path, branch, main, detached, locked, prunable, status };
    }),
  );
}
