import { type ChangeEntry, findChanges, loadSummary } from "../../changes/library.ts";
import { taskProgress } from "../../markdown/tasks.ts";
import type { SpecProject } from "../../specs/project.ts";
import type { ChangeReview } from "./change-reviews.ts";
import { stateOf, type TaskProgress, type Work, type WorkItem } from "./item.ts";

/** The active changes. Without reviews it is unknown whether they are valid. */
export async function findChangeWork(
  project: SpecProject,
  reviews: readonly ChangeReview[] | undefined,
  path?: string,
): Promise<Work[]> {
  const byId = new Map(reviews?.map((review) => [review.id, review]));
  const works: Work[] = [];
  for (const entry of await findChanges(project.workspace, project.layouts)) {
    if (path !== undefined && entry.path !== path) continue;
    const item = await itemOf(project, entry, byId.get(entry.id));
    works.push({ item, workspace: project.workspace, folder: entry.path });
  }
  return works;
}

async function itemOf(
  { workspace }: SpecProject,
  entry: ChangeEntry,
  review: ChangeReview | undefined,
): Promise<WorkItem> {
  const { title, tasks, hasProposal } = await loadSummary(workspace, entry);
  const progress = taskProgress(tasks.items);
  return {
    id: entry.id,
    kind: "change",
    label: changeLabel(entry.layout),
    title,
    state: stateOf(progress),
    next_step: nextStep(hasProposal, progress),
    progress,
    valid: review?.findings.every(({ severity }) => severity !== "error"),
    blocked_by: review?.blocked_by ?? [],
    overlaps: review?.overlaps ?? [],
    modified: "",
    path: entry.path,
  };
}

/** A design is optional, so that `plan` is never the next step. */
function nextStep(hasProposal: boolean, { completed, total }: TaskProgress): string | undefined {
  if (!hasProposal) return "specify";
  if (total === 0) return "tasks";
  return completed < total ? "implement" : undefined;
}

export function changeLabel({ name }: ChangeEntry["layout"]): string {
  return name === "openspec" ? "OpenSpec change" : "Spec Oxide change";
}
