import * as z from "zod";
import { count } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
import { openChange } from "../changes/change-step.ts";
import { listChangeTasks } from "../changes/plan-change.ts";
import { stepResult } from "../steps/step.ts";
import { listFeatureTasks } from "../steps/tasks.ts";
import { filesText, generating, nextText, reachedBy, specDirectory, stepContext } from "./step.ts";

export const tasks = operation({
  name: "speckit.tasks",
  title: "Tasks",
  summary: "Generate the ordered task list",
  details:
    "Writes tasks.md: setup, foundation, one phase per user story by priority, polish. An existing list only gets phases for stories that it lacks; tasks that are checked off stay so.",
  icon: "workflow",
  effects: generating,
  generates: true,
  taskSupport: "optional",
  cli: reachedBy("run tasks"),
  input: z.object({ spec_directory: specDirectory }),
  output: z.object({
    ...stepResult,
    total: z.number(),
    parallel: z.number(),
    stories: z.record(z.string(), z.number()),
    template: z.string(),
  }),
  run: async (context, { spec_directory }) => {
    const step = stepContext(context);
    const change = await openChange(step, "tasks", spec_directory);
    if (!change.ok) return change;
    return change.value === undefined
      ? listFeatureTasks(step, spec_directory)
      : listChangeTasks(step, change.value);
  },
  text: (output, _input, surface) => {
    const [list] = output.files;
    const state = { created: "created", updated: "extended", unchanged: "already complete" }[
      list?.action ?? "unchanged"
    ];
    const stories = Object.entries(output.stories)
      .map(([story, tasks]) => `${story}: ${tasks}`)
      .join(", ");
    return [
      `Task list ${state}: ${list?.path}`,
      `${count(output.total, "task")}, ${output.parallel} of them parallel${stories ? ` (${stories})` : ""}.`,
      filesText(output.files),
      nextText(output, surface),
    ].join("\n");
  },
});
