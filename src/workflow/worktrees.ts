import { basename, join, resolve } from "node:path";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { git } from "../workspace/git/command.ts";
import { configValue, gitConfig } from "../workspace/git/config.ts";
import { type GitStatus, gitStatus } from "../workspace/git/queries.ts";
import { findRepository, repositoryAt } from "../workspace/git/repository.ts";
import { isWithin, type WorkspacePath } from "../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../workspace/paths/root.ts";
import { hasNumber, parseFeatureName } from "./feature-name.ts";
import { hideFromStatus } from "./hide-from-status.ts";
import { placesOf } from "./settings.ts";

/** One checkout of the repository; the first in the list is the main one. */
export interface Worktree {
  readonly path: string;
  readonly branch?: string;
  readonly head?: string;
  readonly detached: boolean;
  readonly main: boolean;
  readonly locked?: string;
  readonly prunable?: string;
}

/** All checkouts, as git lists them. A folder that is no repository has none. */
export async function listWorktrees(workspace: Workspace): Promise<Result<Worktree[]>> {
  const facts = await gitStatus(workspace);
  if (!facts.repository) return ok([]);
  const listed = await git(["worktree", "list", "--porcelain", "-z"], { cwd: workspace.root });
  if (!listed.ok) return listed;
  const blocks = listed.value.stdout.split("\0\0").filter((block) => block.trim() !== "");
  const all = blocks.flatMap((block, index) => worktreeOf(block, index === 0));
  return ok(await Promise.all(all.map((each) => (each.main ? withCheckout(each, facts) : each))));
}

/** Where the repository lies apart from its files, as in a submodule, git lists that place and not the files'. */
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
  const [branch, head, locked, prunable] = ["branch", "HEAD", "locked", "prunable"].map((key) =>
    fields.get(key),
  );
  return [
    {
      path,
      ...(branch === undefined ? {} : { branch: branch.replace(/^refs\/heads\//, "") }),
      ...(head === undefined ? {} : { head }),
      detached: fields.has("detached"),
      main,
      ...(locked === undefined ? {} : { locked }),
      ...(prunable === undefined ? {} : { prunable }),
    },
  ];
}

/** The worktree of a branch: the one that is there, else a new one in `.worktrees/<branch>`, or where told. */
export async function addWorktree(
  workspace: Workspace,
  branch: string,
): Promise<Result<{ worktree: Worktree; created: boolean }>> {
  const all = await worktreesOrFault(workspace);
  if (!all.ok) return all;
  const there = all.value.find((each) => each.branch === branch);
  if (there) return ok({ worktree: there, created: false });
  const main = all.value.find((each) => each.main)?.path ?? workspace.root;
  const named = await git(["check-ref-format", "--branch", branch], { cwd: main });
  if (!named.ok)
    return fail(
      fault(
        "invalid_argument",
        `\`${branch}\` cannot be the name of a branch.`,
        "Use letters, digits and hyphens.",
      ),
    );
  const places = await placesOf(workspace);
  if (!places.ok) return places;
  const link = await committedLink(main, places.value.worktrees);
  if (link !== undefined) return refuseLink(link);
  await hideFromStatus(main, places.value.worktrees);
  const path = join(main, places.value.worktrees, branch);
  const known = await git(["show-ref", "--verify", "--quiet", `refs/heads/${branch}`], { cwd: main });
  // A branch that only a remote has is tracked: that is what git does with a bare name.
  const place = known.ok
    ? ["--", path, branch]
    : ["-b", branch, "--", path, ...(await remoteOf(main, branch))];
  const made = await git(["worktree", "add", "--quiet", ...place], { cwd: main, writes: true });
  if (!made.ok) {
    // The branch comes before the files: where these fail, a branch that we made goes again. `-d` loses nothing.
    if (!known.ok) await git(["branch", "-d", "--quiet", "--", branch], { cwd: main, writes: true });
    return made.fault.code === "git_failed" ? addFailed(branch, made.fault.message) : made;
  }
  return ok({ worktree: { path, branch, detached: false, main: false }, created: true });
}

/** A link on the way that is part of the repository: its author would choose where files are written. */
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
      `\`${link}\` is a link that is part of the repository, so no worktree is made behind it.`,
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

/** Removes a worktree that nobody works in; its branch stays. */
export async function removeWorktree(
  workspace: Workspace,
  name: string,
  force: boolean,
): Promise<Result<Worktree>> {
  const all = await worktreesOrFault(workspace);
  if (!all.ok) return all;
  const found = findWorktree(all.value, name, workspace.root);
  if (!found.ok) return found;
  const wanted = found.value;
  if (wanted.main) return busy(wanted, "is the main checkout", "Remove another one.");
  if (isWithin(wanted.path, workspace.root))
    return busy(wanted, "is the one you are in", "Go to the main checkout first.");
  const removed = await git(["worktree", "remove", ...(force ? ["--force"] : []), "--", wanted.path], {
    cwd: workspace.root,
    writes: true,
    otherRepository: repositoryAt(wanted.path),
  });
  if (removed.ok) return ok(wanted);
  return busy(
    wanted,
    `cannot be removed: ${removed.fault.message}`,
    "Commit or stash what is in it, or add --force to lose it.",
  );
}

/** The worktree that a person means: its branch, its path, its folder, or the number or slug of its feature. */
function findWorktree(all: readonly Worktree[], name: string, from: string): Result<Worktree> {
  const featuresOf = ({ branch = "", path }: Worktree) => [branch, basename(path)].map(parseFeatureName);
  const readings: ((each: Worktree) => boolean)[] = [
    ({ branch }) => branch === name,
    ({ path }) => path === resolve(from, name),
    ({ path }) => basename(path) === name,
    (each) => featuresOf(each).some((feature) => hasNumber(feature, name)),
    (each) => featuresOf(each).some((feature) => feature?.slug === name),
  ];
  const fitting = readings.map((fits) => all.filter(fits)).find((list) => list.length > 0) ?? [];
  if (fitting.length > 1) {
    const paths = fitting.map(({ path }) => path).join(", ");
    return fail(fault("ambiguous_id", `\`${name}\` fits several worktrees: ${paths}.`, "Name the path."));
  }
  if (fitting[0]) return ok(fitting[0]);
  const known = all.filter(({ main }) => !main).map(({ branch, path }) => branch ?? path);
  const remedy = known.length > 0 ? `There are: ${known.join(", ")}.` : "There are none.";
  return fail(fault("path_not_found", `No worktree fits \`${name}\`.`, remedy));
}

/** The workspaces in which a feature may live: this one, and every checkout of its repository. */
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
      "This folder is not in a git repository, so it has no worktrees.",
      "Run `git init` first, or work without worktrees.",
    ),
  );
}

function addFailed(branch: string, why: string): Result<never> {
  const message = `The worktree for \`${branch}\` could not be made: ${why}`;
  const cause = causes.find(({ said }) => said.test(why));
  return fail(
    fault(cause?.code ?? "git_failed", message, cause?.remedy ?? "See what git said, then try again."),
  );
}

const causes = [
  {
    // Of a full disk git says no more than that.
    said: /unable to write|No space left|Disk quota/i,
    code: "write_failed",
    remedy: "Free some space on the disk and try again; nothing of it was left there.",
  },
  {
    said: /Permission denied|Read-only file system|Not a directory|File exists/i,
    code: "write_failed",
    remedy: "Check who may write there, or set `worktree.directory` to another folder.",
  },
  {
    said: /invalid reference|not a valid object name|HEAD/i,
    code: "git_failed",
    remedy: "Make a first commit, then try again.",
  },
] as const;

function busy(worktree: Worktree, why: string, remedy: string): Result<never> {
  return fail(
    fault("worktree_busy", `The worktree ${worktree.path} ${why}.`, remedy, { path: worktree.path }),
  );
}

export interface WorktreeStatus {
  readonly modified: number;
  readonly staged: number;
  readonly untracked: number;
  readonly ahead: number;
  readonly behind: number;
}

/** What is uncommitted in a checkout and how far it is from its upstream, in one call of git. */
export async function worktreeStatus(path: string): Promise<Result<WorktreeStatus>> {
  const asked = await git(["status", "--porcelain=v2", "--branch", "-z"], { cwd: path });
  if (!asked.ok) return asked;
  const lines = asked.value.stdout.split("\0");
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
