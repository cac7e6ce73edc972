import { ok, type Result } from "../../kernel/result.ts";
import { readText } from "../files/files.ts";
import type { WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { type CommitOptions, withLockedPlan } from "./commit.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { type CommitReport, executePlan } from "./execute.ts";
import type { Edit, WritePlan } from "./plan.ts";

export interface UpdateOptions extends CommitOptions {
  /** Start from an empty text when the file does not exist, instead of failing. */
  readonly create?: boolean;
  readonly label?: string;
}

const maxAttempts = 5;

/**
 * Reads a text file, changes it and writes it back while holding its lock, so that no concurrent caller loses its
 * change. Tries again when a program that does not use the lock wrote in between.
 *
 * @example updateFile(workspace, path, (text) => ok(text.replace("[ ] T001", "[x] T001")))
 */
export function updateFile(
  workspace: Workspace,
  path: WorkspacePath,
  change: (current: string) => Result<string>,
  options: UpdateOptions = {},
  disk: Disk = nodeDisk,
): Promise<Result<CommitReport>> {
  const label = options.label ?? `update ${path}`;
  const outline: WritePlan = { label, edits: [{ kind: "write", path, content: "", expect: "any" }] };
  return withLockedPlan(workspace, outline, options, disk, async (located) => {
    for (let attempt = 1; ; attempt++) {
      const edit = await planEdit(workspace, path, change, options.create === true);
      if (!edit.ok) return edit;
      const edits = located.map(({ target }) => ({ edit: edit.value, target }));
      const done = await executePlan(workspace, { label, edits: [edit.value] }, edits, options, disk);
      if (done.ok || done.fault.code !== "write_conflict" || attempt === maxAttempts) return done;
    }
  });
}

async function planEdit(
  workspace: Workspace,
  path: WorkspacePath,
  change: (current: string) => Result<string>,
  create: boolean,
): Promise<Result<Extract<Edit, { kind: "write" }>>> {
  const file = await readText(workspace, path);
  const isNew = !file.ok && file.fault.code === "path_not_found" && create;
  if (!file.ok && !isNew) return file;
  const content = change(file.ok ? file.value.text : "");
  if (!content.ok) return content;
  return ok({ kind: "write", path, content: content.value, expect: file.ok ? file.value.sha256 : "absent" });
}
