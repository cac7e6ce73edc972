import { ok, type Result } from "../../kernel/result.ts";
import { git } from "../../workspace/git/command.ts";
import { fileAtRevision, gitStatus, shallowCommits } from "../../workspace/git/queries.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { type Change, type DeltaFile, specPath } from "../library.ts";

export interface CommittedSpecs {
  /** For each change and capability, the spec as it was when the delta was last committed. */
  readonly texts: ReadonlyMap<Change, ReadonlyMap<string, string>>;
  /** Changes whose time of writing git does not know, and why. */
  readonly unknown: ReadonlyMap<Change, string>;
}

const shallow =
  "The history of this clone is shallow: whether the specs moved since the change was written was not checked.";

/**
 * Asks git what the author of each delta saw: the spec at the commit that last touched the delta. Deltas that
 * differ from their commit are skipped. A few calls of git serve all changes together.
 */
export async function specsWhenWritten(
  workspace: Workspace,
  changes: readonly Change[],
): Promise<CommittedSpecs> {
  const found = new Map<Change, Map<string, string>>();
  const unknown = new Map<Change, string>();
  const files = changes.flatMap((change) => change.deltas.map((file) => ({ change, file })));
  if (files.length === 0 || (await gitStatus(workspace)).head === undefined) return { texts: found, unknown };
  const commits = await lastCommits(
    workspace,
    files.map(({ file }) => file),
  );
  if (!commits.ok) {
    const why = `Whether the specs moved since the change was written was not checked: ${commits.fault.message}`;
    return { texts: found, unknown: new Map(changes.map((change) => [change, why])) };
  }
  const ends = shallowCommits(workspace);
  const texts = new Map<string, Promise<string | undefined>>();
  for (const { change, file } of files) {
    const commit = commits.value.get(file.path);
    if (commit === undefined) continue;
    // In a shallow clone every file seems to be added by the oldest commit.
    if (ends.has(commit)) unknown.set(change, shallow);
    const path = specPath(change, file.capability);
    const key = `${commit}:${path}`;
    const text = texts.get(key) ?? textAt(workspace, commit, path);
    texts.set(key, text);
    const then = await text;
    if (then === undefined) continue;
    const ofChange = found.get(change) ?? new Map<string, string>();
    found.set(change, ofChange.set(file.capability, then));
  }
  return { texts: found, unknown };
}

async function textAt(
  workspace: Workspace,
  commit: string,
  path: WorkspacePath,
): Promise<string | undefined> {
  const text = await fileAtRevision(workspace, commit, path);
  return text.ok ? text.value : undefined;
}

/** The commit that last touched each file, for files that are in it as they are on disk. */
async function lastCommits(
  workspace: Workspace,
  files: readonly DeltaFile[],
): Promise<Result<Map<string, string>>> {
  const cwd = workspace.root;
  const paths = files.map((file) => file.path);
  const commits = new Map<string, string>();
  const log = await git(["log", "--format=%x01%H", "--name-only", "--relative", "--", ...paths], { cwd });
  const dirty = await git(["diff", "--name-only", "-z", "--relative", "HEAD", "--", ...paths], { cwd });
  if (!log.ok) return log;
  if (!dirty.ok) return dirty;
  let commit = "";
  for (const line of log.value.stdout.split("\n")) {
    if (line.startsWith("\u0001")) commit = line.slice(1);
    else if (line !== "" && !commits.has(line)) commits.set(line, commit);
  }
  for (const path of dirty.value.stdout.split("\0")) commits.delete(path);
  return ok(commits);
}
