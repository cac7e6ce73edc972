import type { Feature } from "../feature.ts";
import { type AgentTask, isReview } from "../phase.ts";
import type { Verdict } from "./model.ts";
import { prepareReview } from "./review-verdict.ts";
import { takeSnapshot } from "./snapshot.ts";
import { type AgentAnswer, judgeRun } from "./verdict.ts";

/** Judges a finished run by the files. */
export type Judge = (answer: AgentAnswer) => Promise<Verdict>;

/** Records the state before a run, for the verdict after it. */
export async function prepareJudge(
  task: AgentTask,
  feature: Feature,
  args: Readonly<Record<string, unknown>>,
): Promise<Judge> {
  if (isReview(task)) return prepareReview(task, feature, args);
  const before = await takeSnapshot(task, feature);
  return async (answer) => {
    const after = await takeSnapshot(task, feature, before);
    return judgeRun({ step: task, feature, args, before, after, answer });
  };
}
