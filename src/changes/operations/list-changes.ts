import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import { taskProgress } from "../../markdown/tasks.ts";
import { operation, reading } from "../../operation/operation.ts";
import { shownId } from "../../specs/ids.ts";
import { openProject } from "../../specs/project.ts";
import { findChanges, loadSummary } from "../library.ts";
import { taskBar } from "./task-bar.ts";

const output = z.object({
  changes: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      task_progress: z.object({ completed: z.number().int(), total: z.number().int() }),
    }),
  ),
});

export const listChanges = operation({
  name: "list_changes",
  title: "List changes",
  summary: "Lists the active change proposals with their task progress.",
  icon: "change",
  effects: reading,
  input: z.object({}),
  output,
  cli: { words: "changes list" },
  run: async (context) => {
    const project = await openProject(context.workspace);
    const changes: z.infer<typeof output>["changes"] = [];
    for (const entry of await findChanges(context.workspace, project.layouts)) {
      const { title, tasks } = await loadSummary(context.workspace, entry);
      changes.push({ id: entry.id, title, task_progress: taskProgress(tasks.items) });
    }
    return ok({ changes });
  },
  text: ({ changes }) => {
    if (changes.length === 0) return "No active changes.";
    const lines = changes.map(({ id, title, task_progress: { completed, total } }) => {
      return `- ${id}: ${title} (${completed}/${total} tasks)`;
    });
    return [`${count(changes.length, "active change")}:`, ...lines].join("\n");
  },
  human: ({ changes }, _input, style) => {
    if (changes.length === 0) return "No active changes.";
    const width = Math.max(...changes.map(({ id }) => shownId(id).length));
    return changes
      .map(({ id, title, task_progress }) => {
        return `${style.bold(shownId(id).padEnd(width))}  ${taskBar(task_progress, style)}  ${printable(title)}`;
      })
      .join("\n");
  },
});
