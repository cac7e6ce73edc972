import type { Result } from "../../kernel/result.ts";
import type { Workspace } from "../paths/root.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { type CommitReport, carryOut } from "./execute.ts";
import { cancelled, systemFault } from "./faults.ts";
import { type Claim, type CommitOptions, exclusively } from "./locks/plan-locks.ts";
import { type PlacedEdit, placeEdits, type WritePlan } from "./plan.ts";

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
  return commitPlanned(workspace, plan, options, disk, (placed) =>
    carryOut(workspace, plan, placed, options, disk),
  );
}

/** Finds the places of a plan, takes them, and lets `work` do with them what it wants. */
export async function commitPlanned(
  workspace: Workspace,
  plan: WritePlan,
  options: CommitOptions,
  disk: Disk,
  work: (placed: readonly PlacedEdit[]) => Promise<Result<CommitReport>>,
): Promise<Result<CommitReport>> {
  if (options.signal?.aborted) return cancelled();
  try {
    const placed = await placeEdits(workspace, plan);
    if (!placed.ok) return placed;
    return await exclusively(workspace, claimOf(placed.value), options, disk, () => work(placed.value));
  } catch (error) {
    return systemFault(error, plan.label, "nothing was changed", workspace.root);
  }
}

function claimOf(edits: readonly PlacedEdit[]): Claim {
  return {
    places: edits.flatMap((placed) =>
      "source" in placed ? [placed.source, placed.target] : [placed.target],
    ),
    tree: edits.some(({ edit }) => edit.kind === "move" || edit.kind === "remove-folder"),
  };
}
