import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { type ReviewSummary, summarizeReview } from "../../reviews/summary.ts";
import { findSpecs } from "../../specs/library.ts";
import { openProject } from "../../specs/project.ts";
import { parentPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Work } from "../work/item.ts";

export const StatusReviews = z.object({
  open_comments: z.number().int(),
  on: z.array(z.string()).describe("Work and specs with open comments, at most 3"),
  approved: z.number().int().describe("Work and specs with an approval of what they are now"),
  stale_approvals: z.array(z.string()).describe("Changed after their approval, at most 3"),
});
export type StatusReviews = z.infer<typeof StatusReviews>;

type Reviewed = ReviewSummary & {
  readonly id: string;
  /** The newest approval that was not withdrawn. */
  readonly newest: ReviewSummary["approvals"][number] | undefined;
};

const maxIds = 3;

/** Open comments and approvals of everything; undefined where there is no review. */
export async function statusReviews(
  workspace: Workspace,
  works: readonly Work[],
): Promise<StatusReviews | undefined> {
  const items = [
    ...works.map(({ item, workspace, folder }) => ({ id: item.id, workspace, folder, documents: undefined })),
    ...(await specFolders(workspace)),
  ];
  const reviewed: Reviewed[] = [];
  for (const { id, workspace, folder, documents } of items) {
    const review = await summarizeReview(workspace, folder, documents);
    if (review)
      reviewed.push({ id, ...review, newest: review.approvals.find(({ state }) => state !== "withdrawn") });
  }
  if (reviewed.length === 0) return undefined;
  const ids = (wanted: (review: Reviewed) => boolean) =>
    reviewed
      .filter(wanted)
      .map(({ id }) => id)
      .sort(byCodePoint);
  return {
    open_comments: reviewed.reduce((sum, { open_comments }) => sum + open_comments, 0),
    on: clip(
      ids(({ open_comments }) => open_comments > 0),
      maxIds,
    ).shown,
    approved: ids(({ newest }) => newest?.state === "current").length,
    stale_approvals: clip(
      ids(({ newest }) => newest?.state === "stale"),
      maxIds,
    ).shown,
  };
}

async function specFolders(workspace: Workspace) {
  const { layouts } = await openProject(workspace);
  const specs = await findSpecs(workspace, layouts);
  return specs.map(({ id, path }) => {
    const folder = parentPath(path);
    return { id, workspace, folder, documents: [path.slice(folder.length + 1)] };
  });
}
