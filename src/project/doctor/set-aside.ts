import { join } from "node:path";
import type { Workspace } from "../../workspace/paths/root.ts";
import { findLeftovers, type Leftover } from "../../workspace/write/journal/leftovers.ts";
import { recover } from "../../workspace/write/journal/recover.ts";
import type { DoctorFinding } from "./finding.ts";

/** What Hewto has put out of the way in this workspace or does not use, each with the reason and what to do. */
export async function setAsideFindings(workspace: Workspace): Promise<DoctorFinding[]> {
  await recover(workspace);
  return (await findLeftovers(workspace)).map((entry) => findingOf(workspace, entry));
}

function findingOf(workspace: Workspace, { path, kind, owner }: Leftover): DoctorFinding {
  const place = join(workspace.root, path);
  const finding = (severity: DoctorFinding["severity"], message: string, remedy: string) =>
    ({ area: "workspace", severity, message, remedy }) as const;
  switch (kind) {
    case "foreign plan":
      return finding(
        "warning",
        `${path} holds changes that your Hewto did not write: the folder came with the repository, or from another account, machine or version. Nothing in it was applied.`,
        `Look at plan.json in it, then delete ${place}.`,
      );
    case "old files":
      return finding(
        "warning",
        `${path} holds files as they were before an interrupted change. They could not be restored because the files were edited since.`,
        `Take what you need from it, then delete ${place}.`,
      );
    case "unsaved text":
      return finding(
        "note",
        `${path} is text that was not saved when the terminal app ended.`,
        `Take what you need from it, then delete ${place}.`,
      );
    case "other owner":
      return finding(
        "warning",
        `${path} belongs to another user (id ${owner}), so Hewto ignores it.`,
        `If you do not know that user, delete ${place}. Otherwise let them run a Hewto command here.`,
      );
    case "old index":
      return finding(
        "note",
        `${path} is no longer used: the index is in your cache folder.`,
        `Delete ${place}.`,
      );
  }
}
