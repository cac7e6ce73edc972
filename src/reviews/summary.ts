import * as z from "zod";
import type { WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import type { ReviewEntry } from "./entry.ts";
import { type Digests, digestsOf, readEntries } from "./folder.ts";
import { type Approval, approvalsOf, threadsOf } from "./thread.ts";

export const approvalStates = ["current", "stale", "withdrawn"] as const;

export const ReviewSummary = z.object({
  open_comments: z.number().int(),
  approvals: z
    .array(z.object({ author: z.string(), date: z.string(), state: z.enum(approvalStates) }))
    .describe("`stale`: the files changed after the approval"),
});
export type ReviewSummary = z.infer<typeof ReviewSummary>;

/** What a reader of the item must know; undefined for an item without a review. */
export async function summarizeReview(
  workspace: Workspace,
  folder: WorkspacePath,
  documents?: readonly string[],
): Promise<ReviewSummary | undefined> {
  const entries = await readEntries(workspace, folder);
  if (entries.length === 0) return undefined;
  const approvals = await judgeApprovals(entries, () => digestsOf(workspace, folder, documents));
  return {
    open_comments: threadsOf(entries).filter(({ resolved }) => !resolved).length,
    approvals: approvals.map(({ entry: { author, date }, state }) => ({ author, date, state })),
  };
}

export interface JudgedApproval extends Approval {
  readonly state: (typeof approvalStates)[number];
  /** The files that are not what was approved. */
  readonly changed: readonly string[];
}

/** The approvals, newest first, compared with the documents as they are now. */
export async function judgeApprovals(
  entries: readonly ReviewEntry[],
  digests: () => Promise<Digests>,
): Promise<JudgedApproval[]> {
  const approvals = approvalsOf(entries);
  if (approvals.length === 0) return [];
  const now = await digests();
  return approvals.map((approval) => {
    const { digest, files } = approval.entry;
    if (approval.withdrawn) return { ...approval, state: "withdrawn", changed: [] };
    if (digest === now.digest) return { ...approval, state: "current", changed: [] };
    return { ...approval, state: "stale", changed: differences(files, now.files) };
  });
}

function differences(
  before: Readonly<Record<string, string>> | undefined,
  now: Readonly<Record<string, string>>,
): string[] {
  if (before === undefined) return [];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => before[name] !== now[name]);
}
