import type { Fault } from "../../kernel/fault.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { storeUse } from "../../store/configured.ts";
import type { CodeIndex } from "../index/fresh.ts";
import type { Seed } from "../index/update.ts";

/** What came of a pull, for the answer. */
export interface PullReport {
  /** One sentence: what was taken, or why nothing was. */
  notice: string | undefined;
  isPulled: boolean;
}

interface SharedSeed {
  /** Undefined if the project names a store that the person has not allowed. */
  readonly seed: Seed | undefined;
  readonly report: PullReport;
}

/**
 * A place to begin an index from, when the person has configured a store: the answer never depends on it. Undefined
 * without one, and then nothing of it is loaded.
 */
export async function sharedSeed(context: Context, index: CodeIndex): Promise<SharedSeed | undefined> {
  const use = await storeUse(index.workspace, process.env);
  if (use === "none") return undefined;
  const unused = (fault: Fault) => {
    const { message, remedy } = context.wordFault(fault);
    return `The shared store was not used. ${message} ${remedy}`.trim();
  };
  if (use !== "allowed") return { seed: undefined, report: { notice: unused(use), isPulled: false } };
  const { newSeed } = await import("../remote/seed.ts");
  const report: PullReport = { notice: undefined, isPulled: false };
  const seed: Seed = async (entries, target) => {
    const pulled = await newSeed(index.workspace, entries, target);
    if (pulled === undefined) return undefined;
    if (!pulled.ok) {
      report.notice = unused(pulled.fault);
      return undefined;
    }
    const { base, files, unbelieved, snapshot } = pulled.value;
    const { ref, commit } = base.manifest;
    report.isPulled = true;
    report.notice = `Pulled ${count(files, "file")} of ${entries.length} from the shared store (${ref} ${commit.slice(0, 12)}).`;
    if (unbelieved.length > 0)
      report.notice += ` ${count(unbelieved.length, "file")} did not have the text that the store claims and ${unbelieved.length === 1 ? "was" : "were"} read here.`;
    return snapshot;
  };
  return { seed, report };
}

/** Before a search of a checkout that was never indexed: the index of the store, if there is one. */
export async function beginShared(context: Context, index: CodeIndex): Promise<void> {
  if (index.stored()) return;
  const shared = await sharedSeed(context, index);
  if (!shared) return;
  const { signal, progress } = context;
  const hasBegun = shared.seed !== undefined && (await index.begin(shared.seed, { signal, progress }));
  if (shared.report.notice !== undefined) context.log(hasBegun ? "info" : "warning", shared.report.notice);
}
