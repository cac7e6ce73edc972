import * as z from "zod";
import { printableLine } from "../../../kernel/text.ts";
import { operation, writing } from "../../../operation/operation.ts";
import { chooseWork } from "../choose.ts";
import { TaskProgress } from "../item.ts";
import { tickTask } from "../tick.ts";

export const TickedTask = z.object({
  work: z.string(),
  id: z.string().describe("Id of the task, or its file and line"),
  description: z.string(),
  done: z.boolean(),
  file: z.string(),
  line: z.number().int(),
  progress: TaskProgress,
});
export type TickedTask = z.infer<typeof TickedTask>;

export const tickTaskOperation = operation({
  name: "tick_task",
  title: "Tick a task",
  summary: "Checks or unchecks one task of a change, feature or scratch pad.",
  details: "A name that fits several tasks is refused with the candidates.",
  icon: "check",
  effects: { ...writing, idempotent: true },
  seldom: ["expected"],
  cli: {
    words: "work tick",
    positionals: ["task"],
    examples: ["work tick 1.2 --work add-login", "work tick T012 --no-done"],
  },
  input: z.object({
    task: z.string().describe("Id, such as `1.2` or `T012`, or file and line, such as `tasks.md:12`"),
    work: z
      .string()
      .optional()
      .describe("Id of the change, feature or scratch pad (default: the only one with such a task)"),
    done: z.boolean().default(true).describe("False unchecks it"),
    expected: z.string().optional().describe("Text of the task as you saw it; another one is a conflict"),
  }),
  output: TickedTask,
  run: async (context, { task, work: name, done, expected }) => {
    const work = await chooseWork(context, name, task);
    if (!work.ok) return work;
    const ticked = await tickTask(work.value, { task, done, expected, signal: context.signal });
    if (ticked.ok) context.touched(ticked.value.file);
    return ticked;
  },
  text: tickedText,
});

export function tickedText({ id, description, done, progress, file }: TickedTask): string {
  const { completed, total } = progress;
  return `[${done ? "x" : " "}] ${printableLine(id)} ${printableLine(description)}\n${file}: ${completed}/${total}`;
}
