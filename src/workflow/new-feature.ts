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
import { placesOf } from "./settings.ts";
import { addWorktree, checkouts, listWorktrees } from "./worktrees.ts";

export interface NewFeature {
  readonly description: string;
  /** Put it on a branch of its own, in a worktree of its own. */
  readonly worktree?: boolean;
}

/** A feature that was just made. */
export interface MadeFeature extends Feature {
  /** The folders that were made for it, outermost first. */
  readonly made: readonly WorkspacePath[];
}

/**
 * Makes the folder of a new feature: the highest number of all checkouts and branches plus one. A lock over
 * looking and making keeps two runs at once from taking the same number.
 */
export async function newFeature(workspace: Workspace, wanted: NewFeature): Promise<Result<MadeFeature>> {
  const slug = slugOf(wanted.description);
  if (wanted.description.trim() === "") {
    return fail(
      fault("invalid_argument", "The description is empty.", "Say in a sentence what the feature is for."),
    );
  }
  const places = await placesOf(workspace);
  if (!places.ok) return places;
  const { specs } = places.value;
  const all = await checkouts(workspace);
  const home = await lockHome(workspace);
  if (!home.ok) return home;
  return withLock(
    join(home.value, "features.lock"),
    { tool: "new feature", subject: "feature numbers" },
    async () => {
      const taken = await takenNames(workspace, all, specs);
      const folder = `${nextNumber(taken)}-${slug}`;
      const place = wanted.worktree === true ? await inWorktree(workspace, folder) : ok(workspace);
      if (!place.ok) return place;
      const path = joinPath(specs, folder);
      if (!path.ok) return path;
      const made = await ensureFolder(place.value, path.value);
      if (!made.ok) return made;
      if (!made.value.includes(path.value)) {
        return fail(fault("feature_exists", `The folder ${path.value} is already there.`, "Run it again."));
      }
      return ok({ ...featureAt(place.value, path.value), made: made.value });
    },
  );
}

/** Takes the folders of a feature away again where its first step wrote nothing into them. */
export async function withdrawFeature({ workspace, made }: MadeFeature): Promise<void> {
  for (const path of made.toReversed()) {
    const listed = await listFolder(workspace, path);
    if (!listed.ok || listed.value.length > 0) return;
    await commit(workspace, { label: "drop an empty feature", edits: [{ kind: "remove-folder", path }] });
  }
}

/** Folders of every checkout, and branches that are named like features. */
async function takenNames(
  workspace: Workspace,
  all: readonly Workspace[],
  specs: WorkspacePath,
): Promise<string[]> {
  const found = await Promise.all(all.map((each) => featuresIn(each, specs)));
  const folders = found.flat().map(({ folder }) => folder);
  const refs = await git(["for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads", "refs/remotes"], {
    cwd: workspace.root,
  });
  const branches = refs.ok ? refs.value.stdout.split("\n").map((name) => name.replace(/^[^/]+\//, "")) : [];
  return [...folders, ...branches.filter((name) => parseFeatureName(name) !== undefined)];
}

/** All checkouts of a repository must agree on the lock: it lies in the main one, or with a bare repository. */
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
      fault("write_failed", `The lock folder cannot be made: ${why}.`, "Check the permissions of .hewto/."),
    );
  }
}

async function inWorktree(workspace: Workspace, branch: string): Promise<Result<Workspace>> {
  const added = await addWorktree(workspace, branch);
  return added.ok ? openWorkspace(added.value.worktree.path) : added;
}
