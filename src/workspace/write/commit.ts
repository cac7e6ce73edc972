import type { Result } from "../../kernel/result.ts";
import type { Workspace } from "../paths/root.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { type CommitReport, executePlan } from "./execute.ts";
import { cancelled, errnoFault } from "./faults.ts";
import { type Claim, type CommitOptions, withPlanLocks } from "./locks/plan-locks.ts";
import { type LocatedEdit, locateEdits, type WritePlan } from "./plan.ts";

export type { CommitReport } from "./execute.ts";
export type { CommitOptions } from "./locks/plan-locks.ts";
export type { Edit, WritePlan } from "./plan.ts";

/**
 * The only writer of user files. All edits of the plan are applied or none is, even if the process is killed in the
 * middle. A file that is not what the plan expects stops the plan with `write_conflict`.
 *
 * @example commit(workspace, { label: "add note", edits: [{ kind: "write", path, content, expect: "absent" }] })
 */
export async function commit(
  workspace: Workspace,
  plan: WritePlan,
  options: CommitOptions = {},
  disk: Disk = nodeDisk,
): Promise<Result<CommitReport>> {
  return withLockedPlan(workspace, plan, options, disk, (located) =>
    executePlan(workspace, plan, located, options, disk),
  );
}

/** Locates the edits of a plan, locks their paths and runs `work`. */
export async function withLockedPlan(
  workspace: Workspace,
  plan: WritePlan,
  options: CommitOptions,
  disk: Disk,
  work: (located: readonly LocatedEdit[]) => Promise<Result<CommitReport>>,
): Promise<Result<CommitReport>> {
  if (options.signal?.aborted) return cancelled();
  try {
    const located = await locateEdits(workspace, plan);
    if (!located.ok) return located;
    return await withPlanLocks(workspace, claimOf(located.value), options, disk, () => work(located.value));
  } catch (error) {
    return errnoFault(error, plan.label, "nothing was changed", workspace.root);
  }
}

function claimOf(edits: readonly LocatedEdit[]): Claim {
  return {
    paths: edits.flatMap((edit) => ("source" in edit ? [edit.source, edit.target] : [edit.target])),
    tree: edits.some(({ edit }) => edit.kind === "move" || edit.kind === "remove-folder"),
  };
}
