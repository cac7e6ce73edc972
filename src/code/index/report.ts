import { sortedBy } from "../../kernel/order.ts";
import type { WalkProblem } from "../../workspace/walk/walk.ts";
import type { FileNote } from "./analyze.ts";
import type { Plan } from "./plan.ts";

/** What an update did. `seen = indexed + unchanged + skipped + failed`. */
export interface UpdateReport {
  readonly seen: number;
  readonly indexed: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly skipped: number;
  readonly failed: number;
  /** Files that were left out or not read, failures first, and parsers that gave up on a file. */
  readonly errors: readonly FileNote[];
}

/** What became of the files that had to be read. */
export interface Outcome {
  indexed: number;
  /** Read, and found to be what the index has. */
  same: number;
  readonly failed: FileNote[];
  readonly skipped: FileNote[];
  readonly notes: FileNote[];
}

export function noOutcome(): Outcome {
  return { indexed: 0, same: 0, failed: [], skipped: [], notes: [] };
}

export function reportOf(plan: Plan, problems: readonly WalkProblem[], outcome: Outcome): UpdateReport {
  const refused = plan.refused.map(({ path, reason = "" }) => ({ path, reason }));
  const skippedBefore = plan.refused.filter((record) => record.state === "skipped").length;
  const skipped = outcome.skipped.length + skippedBefore;
  const failed = outcome.failed.length + plan.refused.length - skippedBefore + problems.length;
  const unchanged = plan.unchanged - plan.refused.length + outcome.same;
  // Threads end in any order; the report does not depend on it.
  const { failed: failures, skipped: omissions, notes } = outcome;
  const errors = [failures, omissions, notes].flatMap((list) => sortedBy(list, ({ path }) => path));
  return {
    seen: outcome.indexed + unchanged + skipped + failed,
    indexed: outcome.indexed,
    unchanged,
    removed: plan.missing.length,
    skipped,
    failed,
    errors: [...problems.map(({ path, reason }) => ({ path, reason })), ...errors, ...refused],
  };
}
