import * as z from "zod";
import { count } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
import { ImplementedTask, implementFeature, RemainingTask } from "../steps/implement.ts";
import { stepResult } from "../steps/step.ts";
import { generating, nextText, reachedBy, specDirectory, stepContext } from "./step.ts";

export const implement = operation({
  name: "speckit.implement",
  title: "Implement",
  summary: "Work through the task list",
  details:
    "With a language model, does the open tasks in order, writes the files of each and checks it off, and stops at the first failure. Without one, fails with the tasks in the order to do them. task_filter: a comma-separated list of T012, T010-T020, US2, phase:3, P, or text from a task.",
  icon: "play",
  effects: generating,
  generates: true,
  taskSupport: "optional",
  cli: reachedBy("run implement"),
  input: z.object({
    spec_directory: specDirectory,
    task_filter: z.string().optional().describe("Optional filter for specific tasks to implement"),
  }),
  output: z.object({
    ...stepResult,
    selected: z.number(),
    completed: z.array(ImplementedTask),
    left: z.array(RemainingTask),
    gates: z.string(),
  }),
  run: (context, { spec_directory, task_filter }) =>
    implementFeature(stepContext(context), spec_directory, task_filter),
  text: (output, _input, surface) => {
    const { selected, completed, left, gates, spec_directory } = output;
    return [
      left.length === 0
        ? `All ${count(selected, "selected task")} of ${spec_directory} are done.`
        : `${count(completed.length, "task")} done, ${left.length} left for a person.`,
      ...completed.map(({ id, description }) => `- [X] ${id} ${description}`),
      ...left.map(({ id, description, reason }) => `- [ ] ${id} ${description} (${reason})`),
      gates,
      nextText(output, surface),
    ]
      .filter((line) => line !== "")
      .join("\n");
  },
});
