import * as z from "zod";
import { count } from "../../kernel/text.ts";
import type { WorkItem } from "../work/item.ts";

/** A step worth taking now. `operation` is for agents and people alike; `command` where only people can take it. */
export const NextStep = z.object({
  operation: z.string().optional(),
  args: z.record(z.string(), z.unknown()).optional(),
  command: z.string().optional().describe("For a person to run, without `hewto`"),
  to: z.string().describe("What it is for"),
});
export type NextStep = z.infer<typeof NextStep>;

export interface Situation {
  /** The last written first. */
  readonly work: readonly WorkItem[];
  readonly errors: number;
  readonly isIndexed: boolean;
  readonly isEmpty: boolean;
  readonly unchecked: number;
  readonly openComments: number;
}

const maxSteps = 4;

/** What to do next, the most useful first. */
export function nextSteps(situation: Situation): NextStep[] {
  const { work, errors, isIndexed, isEmpty, unchecked, openComments } = situation;
  if (isEmpty) return [{ command: "init", to: "set up specs and the index" }];
  const steps = [...workSteps(work)];
  if (openComments > 0)
    steps.unshift({
      operation: "list_review_comments",
      command: "reviews list",
      to: `answer ${count(openComments, "open comment")}`,
    });
  if (errors > 0) steps.unshift({ command: "check", to: `list ${count(errors, "error")} with their fixes` });
  else if (unchecked > 0) steps.push({ command: "check", to: "check what was left out here" });
  if (!isIndexed)
    steps.push({
      operation: "index_codebase",
      args: { path: "." },
      command: "index",
      to: "make the code searchable",
    });
  return steps.slice(0, maxSteps);
}

function workSteps(work: readonly WorkItem[]): NextStep[] {
  const steps: NextStep[] = [];
  const changes = work.filter(({ kind }) => kind === "change");
  const finished = changes.filter(
    (item) => item.state === "done" && item.valid !== false && item.blocked_by.length === 0,
  );
  const [archivable] = finished;
  if (archivable) {
    const others = finished.length > 1 ? `; ${finished.length - 1} more can be archived too` : "";
    steps.push({
      operation: "work_archive",
      args: { id: archivable.id },
      command: `work archive ${archivable.id}`,
      to: `archive it: all tasks are done${others}`,
    });
  }
  const open = work.find(
    ({ state, valid }) => (state === "in_progress" || state === "ready") && valid !== false,
  );
  if (open)
    steps.push(
      showStep(open, `continue it: ${count(open.progress.total - open.progress.completed, "open task")}`),
    );
  const invalid = work.find(({ valid }) => valid === false);
  if (invalid) steps.push(showStep(invalid, "see why it is invalid"));
  const draft = work.find(({ next_step }) => next_step !== undefined && next_step !== "implement");
  if (draft) steps.push({ command: `run ${draft.next_step} ${draft.id}`, to: "take its next step" });
  return steps;
}

function showStep({ id }: WorkItem, to: string): NextStep {
  return { operation: "show_work", args: { id }, command: `work show ${id}`, to };
}
