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
 * The only writer of a person's files. All edits of the plan happen or none does, also when the process is
 * killed in the middle; a file that is not what the plan expects stops everything with `write_conflict`.
 *
 * @example commit(workspace, { label: "add note", edits: [{ kind: "write", path, content, expect: "absent" }] })
 */
export async function commit(
  workspace: Workspace,
  plan: WritePlan,
  options: CommitOptions = {},
  disk: Disk = nodeDisk,
): Promise<Result<CommitReport>> {
  return withLockedPlan(workspace, plan, options, disk, (placed) =>
    executePlan(workspace, plan, placed, options, disk),
  );
}

/** Finds the places of a plan, takes them, and lets `work` do with them what it wants. */
export async function withLockedPlan(
  workspace: Workspace,
  plan: WritePlan,
  options: CommitOptions,
  disk: Disk,
  work: (placed: readonly LocatedEdit[]) => Promise<Result<CommitReport>>,
): Promise<Result<CommitReport>> {
  if (options.signal?.aborted) return cancelled();
  try {
    const placed = await locateEdits(workspace, plan);
    if (!placed.ok) return placed;
    return await withPlanLocks(workspace, claimOf(placed.value), options, disk, () => work(placed.value));
  } catch (error) {
    return errnoFault(error, plan.label, "nothing was changed", workspace.root);
  }
}

function claimOf(edits: readonly LocatedEdit[]): Claim {
  return {
    paths: edits.flatMap((placed) => ("source" in placed ? [placed.source, placed.target] : [placed.target])),
    tree: edits.some(({ edit }) => edit.kind === "move" || edit.kind === "remove-folder"),
  };
}
