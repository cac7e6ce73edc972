import * as z from "zod";
import { operation, writing } from "../../operation/operation.ts";
import { chooseWork } from "../../project/work/choose.ts";
import { TickedTask, tickedText } from "../../project/work/operations/tick-task.ts";
import { tickTask } from "../../project/work/tick.ts";

export const toggle = operation({
  name: "tasks_toggle",
  title: "Toggle a task",
  summary: "Checks or unchecks one task of a feature, change or scratch pad, or one item of a checklist.",
  icon: "check",
  effects: writing,
  served: { never: "agents call tick_task" },
  cli: { words: "tasks toggle", positionals: ["id"] },
  input: z.object({
    id: z.string().describe("Id of the task, such as T012 or 1.2, or its file and line, such as tasks.md:12"),
    spec: z
      .string()
      .optional()
      .describe("Id, path or number of the work item (default: the active feature, or the only match)"),
    done: z
      .boolean()
      .optional()
      .describe("Check it (--done) or uncheck it (--no-done) instead of toggling it"),
  }),
  output: TickedTask,
  run: async (context, { id, spec, done }) => {
    const work = await chooseWork(context, spec, id);
    if (!work.ok) return work;
    const toggled = await tickTask(work.value, { task: id, done, signal: context.signal });
    if (toggled.ok) context.touched(toggled.value.file);
    return toggled;
  },
  text: tickedText,
});
