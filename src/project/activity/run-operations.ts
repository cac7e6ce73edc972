import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printableLine } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, writing } from "../../operation/operation.ts";
import { shownId } from "../../specs/ids.ts";
import { featureAt } from "../../workflow/feature.ts";
import { steps } from "../../workflow/phase.ts";
import { collectWork } from "../work/collect.ts";
import { findWork } from "../work/find.ts";
import type { WorkItem } from "../work/item.ts";
import { type LiveRun, liveRuns } from "./live-runs.ts";
import { isLogOf } from "./runs.ts";

const forPage = { never: "it is for the page, whose process the run belongs to", command: "work run" };

const Started = z.object({ id: z.string(), work: z.string(), step: z.string() });

export const startRun = operation({
  name: "start_run",
  title: "Start a run",
  summary: "Starts a step of a change or feature with the configured agent and returns at once.",
  icon: "play",
  // The agent may do anything that the person allows it.
  effects: { ...writing, openWorld: true },
  served: forPage,
  cli: forPage,
  input: z.object({
    work: z.string().describe("Id or path of the change or feature"),
    step: z.enum(steps).optional().describe("The step (default: the next one)"),
    description: z.string().max(20_000).optional().describe("What it is for (specify)"),
  }),
  output: Started,
  run: async (context, { work: name, step, description }) => {
    const works = await collectWork(context, { review: "none" });
    if (!works.ok) return works;
    const work = findWork(works.value, name);
    if (!work.ok) return work;
    const chosen = step === undefined ? nextStep(work.value.item) : ok(step);
    if (!chosen.ok) return chosen;
    const { item, workspace, folder } = work.value;
    if (item.kind === "scratch_pad") return noSteps(item);
    const feature = featureAt(workspace, folder);
    const busy = liveRuns(context)
      .list()
      .find((run) => run.ended === undefined && run.work === feature.folder);
    if (busy) return alreadyRunning(busy);
    const args = description === undefined ? {} : { description };
    const { id } = liveRuns(context).start(context, feature, chosen.value, args);
    return ok({ id, work: item.id, step: chosen.value });
  },
  text: ({ work, step }) => `Started ${step} of ${printableLine(work)}.`,
});

export const cancelRun = operation({
  name: "cancel_run",
  title: "Cancel a run",
  summary: "Asks the agent of a run to stop; the second time, it is ended.",
  icon: "play",
  effects: writing,
  served: forPage,
  cli: forPage,
  input: z.object({ id: z.string().describe("Id of the run") }),
  output: Started,
  run: async (context, { id }) => {
    const run = runNamed(context, id);
    if (!run.ok) return run;
    liveRuns(context).cancel(run.value);
    return ok({ id, work: run.value.work, step: run.value.step });
  },
  text: ({ work, step }) => `Canceling ${step} of ${printableLine(work)}.`,
});

export const answerRun = operation({
  name: "answer_run",
  title: "Answer a question of a run",
  summary: "Answers a question that a run waits for.",
  icon: "play",
  effects: { ...writing, openWorld: true },
  served: forPage,
  cli: forPage,
  input: z.object({
    question: z.string().describe("Id of the question"),
    answer: z.enum(["yes", "yes_for_run", "no"]),
    values: z.record(z.string(), z.string()).default({}).describe("What was typed into each field of a form"),
    text: z.string().max(200_000).default("").describe("The text that was asked for"),
  }),
  output: z.object({ answered: z.boolean() }),
  run: async (context, { question, ...answer }) => {
    const answered = liveRuns(context).answer(question, answer);
    return answered.ok ? ok({ answered: true }) : answered;
  },
  text: () => "Answered.",
});

function runNamed(context: Context, id: string): Result<LiveRun> {
  const run = liveRuns(context)
    .list()
    .find((each) => each.ended === undefined && (each.id === id || isLogOf(id, each)));
  if (run) return ok(run);
  const message = `\`${shownId(id)}\` is not a run of this page, or it has ended.`;
  const remedy = "A run that was started elsewhere is canceled where it was started.";
  return fail(fault("path_not_found", message, remedy, { subject: { id } }));
}

function nextStep({ id, next_step, state }: WorkItem): Result<(typeof steps)[number]> {
  const step = steps.find(
    (each) => each === (next_step ?? (state === "in_progress" ? "implement" : undefined)),
  );
  if (step !== undefined) return ok(step);
  const message =
    state === "done" ? `All tasks of \`${id}\` are done.` : `The next step of \`${id}\` is not known.`;
  return fail(fault("invalid_argument", message, `Name one of: ${steps.join(", ")}.`, { subject: { id } }));
}

function noSteps({ id, label }: WorkItem): Result<never> {
  const message = `\`${id}\` is a ${label}, which has no steps to run.`;
  return fail(fault("invalid_argument", message, "Its tasks can be checked off.", { subject: { id } }));
}

function alreadyRunning({ step, work }: LiveRun): Result<never> {
  const message = `${step} of \`${work}\` is still running.`;
  return fail(fault("locked", message, "Wait for it, or cancel it.", { subject: { work } }));
}
