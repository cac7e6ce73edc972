import { join } from "node:path";
import { count } from "../../kernel/text.ts";
import { removeDeadCopies } from "../../workspace/copy/leftovers.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { findLeftovers, type Leftover } from "../../workspace/write/journal/leftovers.ts";
import { recover } from "../../workspace/write/journal/recover.ts";
import type { DoctorFinding } from "./finding.ts";

/** Files below `.hewto/` that Hewto set aside or ignores, with the reason and what to do. */
export async function leftoverFindings(workspace: Workspace): Promise<DoctorFinding[]> {
  await recover(workspace);
  const copies = await removeDeadCopies();
  const found = (await findLeftovers(workspace)).map((entry) => findingOf(workspace, entry));
  return copies === 0 ? found : [...found, removedCopies(copies)];
}

function removedCopies(copies: number): DoctorFinding {
  const message = `Removed ${count(copies, "copy", "copies")} of projects that an interrupted \`hewto prove\` left behind.`;
  return { area: "workspace", severity: "note", message, remedy: "" };
}

function findingOf(workspace: Workspace, { path, kind, owner }: Leftover): DoctorFinding {
  const absolute = join(workspace.root, path);
  const finding = (severity: DoctorFinding["severity"], message: string, remedy: string) =>
    ({ area: "workspace", severity, message, remedy }) as const;
  switch (kind) {
    case "foreign plan":
      return finding(
        "warning",
        `${path} has changes that your Hewto did not write: they came with the repository, or from another account, machine or version. They were not applied.`,
        `Look at its plan.json, then delete ${absolute}.`,
      );
    case "old files":
      return finding(
        "warning",
        `${path} has the files from before an interrupted change. They were not restored because the files have been edited since.`,
        `Copy what you need, then delete ${absolute}.`,
      );
    case "unsaved text":
      return finding(
        "note",
        `${path} is text that was not saved when the terminal app exited.`,
        `Copy what you need, then delete ${absolute}.`,
      );
    case "other owner":
      return finding(
        "warning",
        `${path} belongs to another user (id ${owner}), so Hewto ignores it.`,
        `If you do not know that user, delete ${absolute}. Otherwise ask them to run a Hewto command here.`,
      );
    case "old index":
      return finding(
        "note",
        `${path} is no longer used: the index is in your cache folder.`,
        `Delete ${absolute}.`,
      );
  }
}
