import { basename, join, resolve } from "node:path";
import { fault, type Suggestion } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { git } from "../workspace/git/command.ts";
import { configValue, gitConfig } from "../workspace/git/config.ts";
import { type GitStatus, gitStatus } from "../workspace/git/queries.ts";
import { findRepository, repositoryAt } from "../workspace/git/repository.ts";
import { isWithin, type WorkspacePath } from "../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../workspace/paths/root.ts";
import { hasNumber, parseFeatureName } from "./feature-name.ts";
import { hideFromStatus } from "./hide-from-status.ts";
import { featureFolders } from "./settings.ts";

/** One checkout of the repository. */
export interface Worktree {
  readonly path: string;
  readonly branch?: string | undefined;
  readonly head?: string | undefined;
  readonly detached: boolean;
  readonly main: boolean;
  readonly locked?: string | undefined;
  readonly prunable?: string | undefined;
}

/** All checkouts as git lists them, the main one first; none if the folder is not in a repository. */
export async function listWorktrees(workspace: Workspace): Promise<Result<Worktree[]>> {
  const facts = await gitStatus(workspace);
  if (!facts.repository) return ok([]);
  const listed = await git(["worktree", "list", "--porcelain", "-z"], { cwd: workspace.root });
  if (!listed.ok) return listed;
  const blocks = listed.value.stdout.split("\0\0").filter((block) => block.trim() !== "");
  const all = blocks.flatMap((block, index) => worktreeOf(block, index === 0));
  return ok(await Promise.all(all.map((each) => (each.main ? withCheckout(each, facts) : each))));
}

/** In a submodule, git lists the repository folder as the main checkout; this finds the folder of the files. */
async function withCheckout(main: Worktree, { commonDir, isWorktree, root }: GitStatus): Promise<Worktree> {
  if (commonDir === undefined || main.path !== commonDir) return main;
  if (!isWorktree) return { ...main, path: root ?? main.path };
  const repository = findRepository(root ?? commonDir);
  const config = repository ? await gitConfig(repository, commonDir, process.env) : undefined;
  const checkout = config?.ok ? configValue(config.value, "core.worktree") : undefined;
  return checkout === undefined ? main : { ...main, path: resolve(commonDir, checkout) };
}

function worktreeOf(block: string, main: boolean): Worktree[] {
  const fields = new Map(
    block.split("\0").map((line) => {
      const space = line.indexOf(" ");
      return space < 0 ? ([line, ""] as const) : ([line.slice(0, space), line.slice(space + 1)] as const);
    }),
  );
  const path = fields.get("worktree");
  if (path === undefined || fields.has("bare")) return [];
  return [
    {
      path,
      branch: fields.get("branch")?.replace(/^refs\/heads\//, ""),
      head: fields.get("HEAD"),
      detached: fields.has("detached"),
      main,
      locked: fields.get("locked"),
      prunable: fields.get("prunable"),
    },
  ];
}

export interface AddedWorktree {
  readonly worktree: Worktree;
  readonly created: boolean;
  readonly isNewBranch: boolean;
  /** git's exclude file, if a line was added that keeps the worktrees out of `git status`. */
  readonly excluded?: string | undefined;
}

/** The worktree of a branch: an existing one, or a new one in `.worktrees/<branch>` (or the configured folder). */
export async function addWorktree(workspace: Workspace, branch: string): Promise<Result<AddedWorktree>> {
  const all = await worktreesOrFault(workspace);
  if (!all.ok) return all;
  const existing = all.value.find((each) => each.branch === branch);
  if (existing) return ok({ worktree: existing, created: false, isNewBranch: false });
  const main = all.value.find((each) => each.main)?.path ?? workspace.root;
  const nameCheck = await git(["check-ref-format", "--branch", branch], { cwd: main });
  if (!nameCheck.ok)
    return fail(
      fault(
        "invalid_argument",
        `\`${branch}\` is not a valid branch name.`,
        "Use letters, digits and hyphens.",
      ),
    );
  const folders = await featureFolders(workspace);
  if (!folders.ok) return folders;
  const link = await committedLink(main, folders.value.worktrees);
  if (link !== undefined) return refuseLink(link);
  const excluded = await hideFromStatus(main, folders.value.worktrees);
  const path = join(main, folders.value.worktrees, branch);
  const localBranch = await git(["show-ref", "--verify", "--quiet", `refs/heads/${branch}`], { cwd: main });
  // A branch that exists only on a remote is tracked, as `git switch` does.
  const target = localBranch.ok
    ? ["--", path, branch]
    : ["-b", branch, "--", path, ...(await remoteOf(main, branch))];
  const added = await git(["worktree", "add", "--quiet", ...target], { cwd: main, writes: true });
  if (!added.ok) {
    // git creates the branch before the files: if these fail, delete the branch again. `-d` loses no commits.
    if (!localBranch.ok) await git(["branch", "-d", "--quiet", "--", branch], { cwd: main, writes: true });
    return added.fault.code === "git_failed" ? addFailed(branch, added.fault.message) : added;
  }
  return ok({
    worktree: { path, branch, detached: false, main: false },
    created: true,
    isNewBranch: !localBranch.ok,
    excluded,
  });
}

/** A committed symbolic link in the path: with it, the author of a repository could choose where files are written. */
async function committedLink(main: string, folder: WorkspacePath): Promise<string | undefined> {
  const names = folder.split("/");
  const prefixes = names.map((_, index) => names.slice(0, index + 1).join("/"));
  const listed = await git(["ls-files", "--stage", "-z", "--", ...prefixes], { cwd: main });
  if (!listed.ok) return undefined;
  const links = listed.value.stdout.split("\0").filter((entry) => entry.startsWith("120000 "));
  return links.map((entry) => entry.slice(entry.indexOf("\t") + 1)).find((path) => prefixes.includes(path));
}

function refuseLink(link: string): Result<never> {
  return fail(
    fault(
      "path_escape",
      `\`${link}\` is a symbolic link in the repository. Worktrees are not created behind committed links.`,
      "Remove the link from the repository, or set worktree.directory to another folder.",
      { path: link },
    ),
  );
}

async function remoteOf(cwd: string, branch: string): Promise<string[]> {
  const refs = await git(["for-each-ref", "--format=%(refname:short)", `refs/remotes/*/${branch}`], { cwd });
  const first = refs.ok ? refs.value.stdout.split("\n")[0] : "";
  return first ? [first] : [];
}

/** Removes a worktree that is not in use; its branch stays. */
export async function removeWorktree(
  workspace: Workspace,
  name: string,
  force: boolean,
): Promise<Result<Worktree>> {
  const all = await worktreesOrFault(workspace);
  if (!all.ok) return all;
  const match = findWorktree(all.value, name, workspace.root);
  if (!match.ok) return match;
  const worktree = match.value;
  if (worktree.main) return busy(worktree, "is the main checkout", "Remove another one.");
  if (isWithin(worktree.path, workspace.root))
    return busy(worktree, "is the current one", "Go to the main checkout first.");
  const removed = await git(["worktree", "remove", ...(force ? ["--force"] : []), "--", worktree.path], {
    cwd: workspace.root,
    writes: true,
    otherRepository: repositoryAt(worktree.path),
  });
  if (removed.ok) return ok(worktree);
  return busy(worktree, `cannot be removed: ${removed.fault.message}`, "Commit or stash its changes.", {
    operation: "worktree_remove",
    args: { name, force: true },
    to: "discard them",
  });
}

/** Removes a worktree with its new branch if both are still as they were created: no changes, no commits. */
export async function discardWorktree(workspace: Workspace, branch: string): Promise<void> {
  const commits = await git(["rev-list", "--count", `refs/heads/${branch}`, "^HEAD"], {
    cwd: workspace.root,
  });
  if (!commits.ok || commits.value.stdout.trim() !== "0") return;
  const removed = await removeWorktree(workspace, branch, false);
  if (removed.ok) await git(["branch", "-d", "--quiet", "--", branch], { cwd: workspace.root, writes: true });
}

/** Finds a worktree by branch, path, folder name, or the number or slug of its feature. */
function findWorktree(all: readonly Worktree[], name: string, from: string): Result<Worktree> {
  const featuresOf = ({ branch = "", path }: Worktree) => [branch, basename(path)].map(parseFeatureName);
  const predicates: ((each: Worktree) => boolean)[] = [
    ({ branch }) => branch === name,
    ({ path }) => path === resolve(from, name),
    ({ path }) => basename(path) === name,
    (each) => featuresOf(each).some((feature) => hasNumber(feature, name)),
    (each) => featuresOf(each).some((feature) => feature?.slug === name),
  ];
  const matches = predicates.map((matching) => all.filter(matching)).find((list) => list.length > 0) ?? [];
  if (matches.length > 1) {
    const paths = matches.map(({ path }) => path).join(", ");
    return fail(fault("ambiguous_id", `\`${name}\` matches several worktrees: ${paths}.`, "Use the path."));
  }
  if (matches[0]) return ok(matches[0]);
  const names = all.filter(({ main }) => !main).map(({ branch, path }) => branch ?? path);
  const remedy = names.length > 0 ? `Worktrees: ${names.join(", ")}.` : "There are no worktrees.";
  return fail(fault("path_not_found", `No worktree matches \`${name}\`.`, remedy));
}

/** The workspaces that can contain a feature: this one, and every checkout of its repository. */
export async function checkouts(workspace: Workspace): Promise<Workspace[]> {
  const all = await listWorktrees(workspace);
  const opened = await Promise.all((all.ok ? all.value : []).map((each) => openWorkspace(each.path)));
  const others = opened.flatMap((each) =>
    each.ok && each.value.root !== workspace.root ? [each.value] : [],
  );
  return [workspace, ...others];
}

async function worktreesOrFault(workspace: Workspace): Promise<Result<Worktree[]>> {
  const all = await listWorktrees(workspace);
  if (!all.ok || all.value.length > 0) return all;
  return fail(
    fault(
      "git_failed",
      "Not a git repository, so there are no worktrees.",
      "Run `git init` first, or work without worktrees.",
    ),
  );
}

function addFailed(branch: string, why: string): Result<never> {
  const message = `The worktree for \`${branch}\` could not be created: ${why}`;
  const cause = causes.find(({ pattern }) => pattern.test(why));
  return fail(
    fault(cause?.code ?? "git_failed", message, cause?.remedy ?? "Fix what git reports, then try again."),
  );
}

const causes = [
  {
    // The only message that git prints for a full disk.
    pattern: /unable to write|No space left|Disk quota/i,
    code: "write_failed",
    remedy: "Free some space on the disk and try again. Nothing was left behind.",
  },
  {
    pattern: /Permission denied|Read-only file system|Not a directory|File exists/i,
    code: "write_failed",
    remedy: "Check the permissions, or set `worktree.directory` to another folder.",
  },
  {
    pattern: /invalid reference|not a valid object name|HEAD/i,
    code: "git_failed",
    remedy: "Create a first commit, then try again.",
  },
] as const;

function busy({ path }: Worktree, why: string, remedy: string, suggest?: Suggestion): Result<never> {
  return fail(fault("worktree_busy", `The worktree ${path} ${why}.`, remedy, { path, suggest }));
}

export interface WorktreeStatus {
  readonly modified: number;
  readonly staged: number;
  readonly untracked: number;
  readonly ahead: number;
  readonly behind: number;
}

/** Uncommitted changes of a checkout and its distance from the upstream branch, in one call of git. */
export async function worktreeStatus(path: string): Promise<Result<WorktreeStatus>> {
  const status = await git(["status", "--porcelain=v2", "--branch", "-z"], { cwd: path });
  if (!status.ok) return status;
  const lines = status.value.stdout.split("\0");
  const changed = lines.filter((line) => /^[12u] /.test(line)).map((line) => line.slice(2, 4));
  const [, ahead = "0", behind = "0"] =
    /^# branch\.ab \+(\d+) -(\d+)$/.exec(lines.find((line) => line.startsWith("# branch.ab")) ?? "") ?? [];
  return ok({
    modified: changed.filter((marks) => marks[1] !== ".").length,
    staged: changed.filter((marks) => marks[0] !== ".").length,
    untracked: lines.filter((line) => line.startsWith("? ")).length,
    ahead: Number(ahead),
    behind: Number(behind),
  });
}
