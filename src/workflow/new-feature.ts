import { join } from "node:path";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { listFolder } from "../workspace/files/files.ts";
import { git } from "../workspace/git/command.ts";
import { gitStatus } from "../workspace/git/queries.ts";
import { joinPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../workspace/paths/root.ts";
import { stateDirectory } from "../workspace/state/folder.ts";
import { commit } from "../workspace/write/commit.ts";
import { ensureFolder } from "../workspace/write/ensure-folder.ts";
import { withLock } from "../workspace/write/locks/lock.ts";
import { type Feature, featureAt, featuresIn } from "./feature.ts";
import { nextNumber, parseFeatureName, slugOf } from "./feature-name.ts";
import { featureFolders } from "./settings.ts";
import { addWorktree, checkouts, discardWorktree, listWorktrees } from "./worktrees.ts";

export interface NewFeature {
  readonly description: string;
  /** Create it on its own branch, in its own worktree. */
  readonly worktree?: boolean;
}

/** A feature whose folder was just created. */
export interface CreatedFeature extends Feature {
  /** The folders that were created for it, outermost first. */
  readonly folders: readonly WorkspacePath[];
  /** The workspace from which a worktree and a branch were created for it. */
  readonly worktreeOf?: Workspace | undefined;
  /** git's exclude file, if a line for the worktrees was added. */
  readonly excluded?: string | undefined;
}

/**
 * Creates the folder of a new feature. Its number is the highest of all checkouts and branches plus one; a lock keeps
 * two runs from taking the same number.
 */
export async function newFeature(workspace: Workspace, request: NewFeature): Promise<Result<CreatedFeature>> {
  const slug = slugOf(request.description);
  if (request.description.trim() === "") {
    return fail(
      fault("invalid_argument", "The description is empty.", "Describe the feature in a sentence or more."),
    );
  }
  const folders = await featureFolders(workspace);
  if (!folders.ok) return folders;
  const { specs } = folders.value;
  const all = await checkouts(workspace);
  const home = await lockHome(workspace);
  if (!home.ok) return home;
  return withLock(
    join(home.value, "features.lock"),
    { tool: "new feature", subject: "feature numbers" },
    async () => {
      const taken = await takenNames(workspace, all, specs);
      const folder = `${nextNumber(taken)}-${slug}`;
      const worktree = request.worktree === true ? await addWorktree(workspace, folder) : undefined;
      if (worktree?.ok === false) return worktree;
      const checkout = worktree ? await openWorkspace(worktree.value.worktree.path) : ok(workspace);
      if (!checkout.ok) return checkout;
      const path = joinPath(specs, folder);
      if (!path.ok) return path;
      const created = await ensureFolder(checkout.value, path.value);
      if (!created.ok) return created;
      if (!created.value.includes(path.value)) {
        return fail(fault("feature_exists", `The folder ${path.value} already exists.`, "Try again."));
      }
      return ok({
        ...featureAt(checkout.value, path.value),
        folders: created.value,
        worktreeOf: worktree?.value.isNewBranch ? workspace : undefined,
        excluded: worktree?.value.excluded,
      });
    },
  );
}

/** Removes what was created for a feature, if it is still unused: its empty folders, and a worktree without changes. */
export async function withdrawFeature(feature: CreatedFeature): Promise<void> {
  const { workspace, folders, folder, worktreeOf } = feature;
  for (const path of folders.toReversed()) {
    const listed = await listFolder(workspace, path);
    if (!listed.ok || listed.value.length > 0) return;
    await commit(workspace, { label: "remove an empty feature", edits: [{ kind: "remove-folder", path }] });
  }
  if (worktreeOf !== undefined) await discardWorktree(worktreeOf, folder);
}

/** Feature folders of all checkouts, and branches with the name of a feature. */
async function takenNames(
  workspace: Workspace,
  all: readonly Workspace[],
  specs: WorkspacePath,
): Promise<string[]> {
  const features = await Promise.all(all.map((each) => featuresIn(each, specs)));
  const folders = features.flat().map(({ folder }) => folder);
  const refs = await git(["for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads", "refs/remotes"], {
    cwd: workspace.root,
  });
  const branches = refs.ok ? refs.value.stdout.split("\n").map((name) => name.replace(/^[^/]+\//, "")) : [];
  return [...folders, ...branches.filter((name) => parseFeatureName(name) !== undefined)];
}

/** The folder of the lock, the same for all checkouts: in the main checkout, or in a bare repository. */
async function lockHome(workspace: Workspace): Promise<Result<string>> {
  const all = await listWorktrees(workspace);
  const { commonDir } = await gitStatus(workspace);
  const home = (all.ok ? all.value.find(({ main }) => main)?.path : undefined) ?? commonDir;
  const main = home === undefined ? undefined : await openWorkspace(home);
  try {
    return ok(await stateDirectory(main?.ok ? main.value : workspace, "locks"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(
      fault(
        "write_failed",
        `The lock folder cannot be created: ${why}.`,
        "Check the permissions of .hewto/.",
      ),
    );
  }
}
