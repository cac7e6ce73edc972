import * as z from "zod";
import { operation, writing } from "../../operation/operation.ts";
import { toggleById } from "../toggle-task.ts";

export const toggle = operation({
  name: "tasks_toggle",
  title: "Toggle a task",
  summary: "Checks or unchecks one task of tasks.md, or one item of a checklist.",
  icon: "check",
  effects: writing,
  served: { never: "agents edit tasks.md themselves as they work" },
  cli: { words: "tasks toggle", positionals: ["id"] },
  input: z.object({
    id: z.string().describe("Id of the task, such as T012, or of a checklist item, such as CHK003"),
    spec: z
      .string()
      .optional()
      .describe("A path, a folder under specs/, or its number (default: the active feature)"),
    done: z
      .boolean()
      .optional()
      .describe("Check it (--done) or uncheck it (--no-done) instead of toggling it"),
  }),
  output: z.object({
    id: z.string(),
    description: z.string(),
    done: z.boolean(),
    file: z.string(),
    line: z.number(),
    progress: z.object({ completed: z.number(), total: z.number() }),
  }),
  run: async ({ workspace, signal, touched }, input) => {
    const toggled = await toggleById(workspace, { ...input, signal });
    if (toggled.ok) touched(toggled.value.file);
    return toggled;
  },
  text: ({ id, description, done, progress, file }) =>
    `[${done ? "x" : " "}] ${id} ${description}\n${file}: ${progress.completed}/${progress.total}`,
});
