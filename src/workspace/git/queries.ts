import { join } from "node:path";
import { at } from "../../kernel/array.ts";
import { type Fault, fault } from "../../kernel/fault.ts";
import { sortedBy } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { activeOverlay } from "../files/overlay.ts";
import { listedPath, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { git } from "./command.ts";
import { findRepository, type GitRepository, readSmall } from "./repository.ts";

export interface GitStatus {
  readonly repository: boolean;
  /** The folder of the checkout, which can be above the workspace's root. */
  readonly root?: string;
  /** Also set before the first commit; absent on a detached head. */
  readonly branch?: string;
  /** The commit; absent before the first one. */
  readonly head?: string;
  readonly detached: boolean;
  readonly commonDir?: string;
  /** Whether this is a linked worktree, not the main checkout. */
  readonly isWorktree: boolean;
}

export interface ChangedFile {
  readonly path: WorkspacePath;
  readonly status: "added" | "modified" | "deleted";
}

/** Branch, commit and location of the repository. Reads git's files, and runs git only when they are not enough. */
export async function gitStatus(workspace: Workspace): Promise<GitStatus> {
  const repository = findRepository(workspace.root);
  if (repository === undefined) return { repository: false, detached: false, isWorktree: false };
  const { checkout, gitDir, commonDir } = repository;
  const common = { repository: true, root: checkout, commonDir, isWorktree: gitDir !== commonDir };
  const headText = readSmall(join(gitDir, "HEAD"))?.trim() ?? "";
  const ref = /^ref: (.+)$/.exec(headText)?.[1];
  if (ref === undefined) return { ...common, head: headText, detached: true };
  const head = readRef(repository, ref);
  const isPlain = ref !== "refs/heads/.invalid" && (head === undefined || /^[0-9a-f]{40,64}$/.test(head));
  if (!isPlain) return { ...common, ...(await readHeadFromGit(checkout)) };
  return { ...common, branch: branchName(ref), head, detached: false };
}

/** The commits at which the history of a shallow clone ends: earlier commits are missing here. */
export function shallowCommits(workspace: Workspace): ReadonlySet<string> {
  const repository = findRepository(workspace.root);
  const text = repository === undefined ? undefined : readSmall(join(repository.commonDir, "shallow"));
  return new Set(text?.split("\n").filter((line) => line !== ""));
}

/** The text of a file at a revision; undefined when it did not exist. */
export async function fileAtRevision(
  workspace: Workspace,
  revision: string,
  path: WorkspacePath,
): Promise<Result<string | undefined>> {
  const cwd = workspace.root;
  const listed = await git(["ls-tree", "-z", "--end-of-options", revision, "--", path], { cwd });
  if (!listed.ok) return listed;
  const entry = /^\d+ (\w+) ([0-9a-f]+)\t/.exec(listed.value.stdout);
  if (entry === null) return ok(undefined);
  const [, type, id = ""] = entry;
  if (type !== "blob") {
    const message = `\`${path}\` is not a file at ${revision}.`;
    return fail(fault("not_a_file", message, "Name a file.", { path }));
  }
  const blob = await git(["cat-file", "blob", id], { cwd });
  return blob.ok ? ok(blob.value.stdout) : blob;
}

/**
 * Files below the workspace's root that differ from a commit, in the working tree: staged or not, new
 * files that are not ignored included. A rename is a deletion and an addition.
 */
export async function changedSince(workspace: Workspace, ref: string): Promise<Result<ChangedFile[]>> {
  const cwd = workspace.root;
  if (findRepository(cwd) === undefined) return noRepository(cwd);
  const diffArgs = ["diff", "--name-status", "-z", "--no-renames", "--relative"];
  const diff = await git([...diffArgs, "--end-of-options", ref, "--", "."], { cwd });
  if (!diff.ok) return diff.fault.code === "git_failed" ? unknownRevision(diff.fault, ref) : diff;
  const untracked = await git(["ls-files", "--others", "--exclude-standard", "-z", "--", "."], { cwd });
  if (!untracked.ok) return untracked;
  const changes = new Map<string, ChangedFile["status"]>();
  const fields = diff.value.stdout.split("\0");
  for (let index = 0; index + 1 < fields.length; index += 2)
    changes.set(at(fields, index + 1), statusOf(at(fields, index)));
  // A file that was removed from the index but is still on disk is not deleted.
  for (const path of untracked.value.stdout.split("\0")) {
    if (path !== "") changes.set(path, changes.has(path) ? "modified" : "added");
  }
  // git looks at the disk; what an editor has not saved differs too.
  for (const path of activeOverlay()?.unsavedBelow(cwd) ?? [])
    if (!changes.has(path)) changes.set(path, "modified");
  const files: ChangedFile[] = [];
  for (const [text, status] of changes) {
    const path = listedPath(text);
    if (path === undefined) return strangePath(text);
    files.push({ path, status });
  }
  return ok(sortedBy(files, (file) => file.path));
}

/**
 * Of the files at or below some paths, those that differ from HEAD, staged or not; new files are left out. Two
 * comparisons, because `git diff HEAD -- PATH` takes 1.5 s in a checkout of 50,000 files, and these take 10 ms each.
 */
export async function editedSinceHead(
  workspace: Workspace,
  paths: readonly WorkspacePath[],
): Promise<Result<ReadonlySet<string>>> {
  const edited = new Set<string>();
  for (const from of [[], ["--cached"]]) {
    const args = ["diff", ...from, "--name-only", "-z", "--relative", "--", ...paths];
    const diff = await git(args, { cwd: workspace.root });
    if (!diff.ok) return diff;
    for (const path of diff.value.stdout.split("\0")) if (path !== "") edited.add(path);
  }
  return ok(edited);
}

/**
 * The commit where this branch left another one, for a comparison that must not be wrong: a shallow clone that ends
 * before that commit is a failure.
 */
export async function branchPoint(workspace: Workspace, ref: string): Promise<Result<string>> {
  const cwd = workspace.root;
  if (findRepository(cwd) === undefined) return noRepository(cwd);
  const base = await git(["merge-base", "--end-of-options", ref, "HEAD"], { cwd });
  if (base.ok) return ok(base.value.stdout.trim());
  if (base.fault.code !== "git_failed") return base;
  const known = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`], {
    cwd,
  });
  if (!known.ok)
    return unknownRevision(
      { ...base.fault, message: `git does not know the revision \`${printable(ref)}\`.`, remedy: "" },
      printable(ref),
    );
  if (shallowCommits(workspace).size === 0) return ok(ref);
  const message = `This clone is shallow and does not reach the commit where the branch left \`${printable(ref)}\`.`;
  return fail(fault("git_failed", message, "Fetch the whole history: in CI, set fetch-depth: 0."));
}

/** The texts of files at a revision; a file that did not exist, or is not text, is left out. */
export async function filesAtRevision(
  workspace: Workspace,
  revision: string,
  paths: readonly WorkspacePath[],
): Promise<Result<Map<WorkspacePath, string>>> {
  const texts = new Map<WorkspacePath, string>();
  for (const path of paths) {
    const text = await fileAtRevision(workspace, revision, path);
    if (!text.ok && text.fault.code !== "not_a_file") return text;
    if (text.ok && text.value !== undefined && !text.value.includes("\0")) texts.set(path, text.value);
  }
  return ok(texts);
}

function strangePath(path: string): Result<never> {
  const message = `git listed \`${printable(path)}\`, which is not a path below the workspace.`;
  return fail(fault("git_failed", message, "Check the repository with `git fsck`."));
}

function noRepository(cwd: string): Result<never> {
  const message = `${cwd} is not in a git repository, so there is nothing to compare with.`;
  return fail(fault("git_failed", message, "Run it in a clone, or omit the revision.", { path: cwd }));
}

function unknownRevision(failure: Fault, ref: string): Result<never> {
  if (failure.remedy !== "") return fail(failure);
  const remedy = `Name a branch, tag or commit that \`git log ${ref}\` finds; a shallow clone has only the newest commits (in CI, set fetch-depth: 0).`;
  return fail({ ...failure, message: at(failure.message.split("\n"), 0), remedy });
}

function readRef(repository: GitRepository, ref: string): string | undefined {
  const loose = readSmall(join(repository.gitDir, ref)) ?? readSmall(join(repository.commonDir, ref));
  if (loose !== undefined) return loose.trim();
  const packed = readSmall(join(repository.commonDir, "packed-refs"))?.split("\n") ?? [];
  return packed.find((line) => line.endsWith(` ${ref}`))?.slice(0, -ref.length - 1);
}

/** A repository with a reftable has no readable HEAD, and a ref can point to another ref. */
async function readHeadFromGit(cwd: string): Promise<Pick<GitStatus, "branch" | "head" | "detached">> {
  const ref = await git(["symbolic-ref", "--quiet", "HEAD"], { cwd });
  const commit = await git(["rev-parse", "--verify", "--quiet", "HEAD"], { cwd });
  return {
    branch: ref.ok ? branchName(ref.value.stdout.trim()) : undefined,
    head: commit.ok ? commit.value.stdout.trim() : undefined,
    detached: !ref.ok,
  };
}

function branchName(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}

function statusOf(letter: string): ChangedFile["status"] {
  return letter === "A" ? "added" : letter === "D" ? "deleted" : "modified";
}
