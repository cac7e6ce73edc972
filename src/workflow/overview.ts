import { basename } from "node:path";
import * as z from "zod";
import { byCodePoint } from "../kernel/order.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { listFolder } from "../workspace/files/files.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { walkAll } from "../workspace/walk/walk.ts";
import { activeFolder } from "./active-feature.ts";
import { readDocuments } from "./documents.ts";
import { allFeatures, type Feature } from "./feature.ts";
import { parseFeatureName } from "./feature-name.ts";
import { openQuestions } from "./phase.ts";
import { specsFolderOf } from "./settings.ts";
import { listWorktrees, type Worktree } from "./worktrees.ts";

/** A feature in the list of features. */
export const FeatureRow = z.object({
  folder: z.string(),
  number: z.string(),
  title: z.string(),
  /** The next step, or `done`. */
  phase: z.enum(["specify", "clarify", "plan", "tasks", "implement", "done"]),
  tasks: z.object({ completed: z.number(), total: z.number() }),
  spec_directory: z.string(),
  active: z.boolean(),
  branch: z.string().optional(),
  worktree: z.string().optional(),
  problem: z.string().optional(),
});
export type FeatureRow = z.infer<typeof FeatureRow>;

/** The features of the workspace and its worktrees. */
export async function featureRows(workspace: Workspace): Promise<Result<FeatureRow[]>> {
  const features = await allFeatures(workspace);
  if (features.length === 0) {
    const folder = await listFolder(workspace, await specsFolderOf(workspace));
    // An unreadable folder is an error, not an empty list.
    if (!folder.ok && folder.fault.code === "unreadable_file") return fail(folder.fault);
  }
  const repository = await repositoryOf(workspace);
  return ok(await Promise.all(features.map((feature) => rowOf(feature, repository))));
}

/** One feature with its documents, questions, checklists and next task. */
export async function featureDetails(workspace: Workspace, feature: Feature) {
  const documents = await readDocuments(feature);
  if (!documents.ok) return documents;
  const { files, items, spec = "", checklists } = documents.value;
  const next = items.find((item) => !item.done);
  return ok({
    ...(await rowOf(feature, await repositoryOf(workspace))),
    documents: [...new Set([...files.keys(), ...(await otherFiles(feature))])],
    open_questions: openQuestions(spec),
    checklists: checklists.map(({ name, completed, total }) => ({ name, completed, total })),
    next_task: next && { id: next.id ?? "", description: next.description, line: next.line },
  });
}

/** More than any feature has; a hostile folder must not make the answer endless. */
const maxFiles = 200;

/** All files of the feature's folder: teams keep contracts and documents of their own there. */
async function otherFiles({ workspace, path }: Feature): Promise<string[]> {
  const walked = await walkAll(workspace, { from: path, ignore: false });
  return (walked.ok ? walked.value : [])
    .map((entry) => entry.path.slice(path.length + 1))
    .sort(byCodePoint)
    .slice(0, maxFiles);
}

/** What the rows of all features depend on. */
interface Repository {
  readonly active: string | undefined;
  readonly worktrees: readonly Worktree[];
  readonly root: string;
}

async function repositoryOf(workspace: Workspace): Promise<Repository> {
  const worktrees = await listWorktrees(workspace);
  return {
    active: await activeFolder(workspace),
    worktrees: worktrees.ok ? worktrees.value : [],
    root: workspace.root,
  };
}

async function rowOf(feature: Feature, { active, worktrees, root }: Repository): Promise<FeatureRow> {
  const documents = await readDocuments(feature);
  const worktree = worktrees.find(
    (each) => !each.main && (each.branch === feature.folder || each.path === feature.workspace.root),
  );
  const base = {
    folder: feature.folder,
    number: parseFeatureName(feature.folder)?.number ?? "",
    spec_directory: feature.directory,
    active: feature.workspace.root === root && active !== undefined && basename(active) === feature.folder,
    branch: worktree?.branch,
    worktree: worktree?.path,
  };
  if (!documents.ok) {
    const problem = documents.fault.message;
    return { ...base, title: "", phase: "specify", tasks: { completed: 0, total: 0 }, problem };
  }
  const { title, phase, progress } = documents.value;
  return { ...base, title, phase, tasks: progress };
}
