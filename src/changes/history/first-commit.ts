import { git } from "../../workspace/git/command.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";

export interface FirstCommit {
  readonly id: string;
  readonly date: string;
  readonly subject: string;
}

/** The commit that brought a heading into a file, for what no archived change names; undefined where git cannot tell. */
export async function firstCommitWith(
  workspace: Workspace,
  path: WorkspacePath,
  name: string,
): Promise<FirstCommit | undefined> {
  if (name === "" || name.includes("\0") || (await gitStatus(workspace)).head === undefined) return undefined;
  const log = await git(["log", "--reverse", `-S${name}`, "--format=%H%x00%cs%x00%s", "--", path], {
    cwd: workspace.root,
  });
  const [id, date, subject] = log.ok ? (log.value.stdout.split("\n")[0]?.split("\0") ?? []) : [];
  return id && date && subject !== undefined ? { id, date, subject } : undefined;
}
