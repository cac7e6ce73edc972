import { ok, type Result } from "../../kernel/result.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { walkAll } from "../../workspace/walk/walk.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { type CurrentEvidence, currentEvidence, unexecutedSymbols } from "./current.ts";
import { SourceTree } from "./rests/source-tree.ts";
import { readSegments } from "./store/store.ts";

export interface OpenedEvidence extends CurrentEvidence {
  /** `file#name` of symbols that a run of all tests did not execute. */
  readonly unexecuted: ReadonlySet<string>;
}

/** The stored evidence, compared with the sources as they are now. */
export async function openEvidence(
  workspace: Workspace,
  tests: readonly DiscoveredTest[],
  signal: AbortSignal,
): Promise<Result<OpenedEvidence>> {
  const segments = readSegments(workspace);
  // Without evidence the files need not be looked at.
  const walked = segments.length === 0 ? ok([]) : await walkAll(workspace, { signal });
  if (!walked.ok) return walked;
  const tree = new SourceTree(workspace, walked.value, tests);
  const current = await currentEvidence(segments, tests, tree);
  return ok({ ...current, unexecuted: await unexecutedSymbols(segments, tree) });
}
