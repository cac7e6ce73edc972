import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks } from "../../markdown/tasks.ts";
import type { Context } from "../../operation/context.ts";
import { operation, writing } from "../../operation/operation.ts";
import { checkTasks } from "../read/check-tasks.ts";
import { readSpec } from "../read/spec-document.ts";
import { detectStack } from "../read/stack.ts";
import { resolveTemplate } from "../templates/resolve.ts";
import { extendTasks, type TasksInput, tasksText } from "../write/tasks-text.ts";
import { compose } from "./compose.ts";
import {
  filesText,
  headOf,
  LOCAL,
  nextText,
  type OpenStep,
  openStep,
  report,
  specDirectory,
  stepAnswer,
  stepShape,
  type Wanted,
  writeDocuments,
} from "./step.ts";

export const tasks = operation({
  name: "speckit.tasks",
  title: "Tasks",
  summary: "Generate the ordered task list",
  details:
    "Writes tasks.md: setup, foundation, one phase for each user story by priority, polish. A list that is already there only gets phases for stories that it lacks; ticked boxes stay ticked.",
  icon: "workflow",
  effects: { ...writing, openWorld: ({ hasProvider }) => hasProvider },
  generates: true,
  taskSupport: "optional",
  cli: { never: "`hewto run tasks` calls it, or the agent that is configured instead" },
  input: z.object({ spec_directory: specDirectory }),
  output: z.object({
    ...stepShape,
    total: z.number(),
    parallel: z.number(),
    stories: z.record(z.string(), z.number()),
    template: z.string(),
  }),
  run: async (context, { spec_directory }) => {
    report(context, 5, "Reading specification and plan");
    const opened = await openStep(context, "tasks", spec_directory);
    if (!opened.ok) return opened;
    const { feature, documents } = opened.value;
    const spec = readSpec(documents.spec ?? "");
    const stack = await detectStack(feature.workspace);
    const hasContracts = documents.files.has("contracts/operations.md");
    const input = { spec, stack, head: headOf(context, feature, ""), hasContracts };
    const template = await resolveTemplate(feature.workspace, "tasks-template");
    report(context, 30, "Ordering the work");
    const list = await tasksFor(context, opened.value, input, template);
    if (!list.ok) return list;
    report(context, 85, "Writing the task list");
    const files = await writeDocuments(context, opened.value, [list.value], {
      step: "tasks",
      update: "tasks.md",
    });
    if (!files.ok) return files;
    report(context, 100, "Task list written");
    const items = readTasks(readMarkdown(list.value.text));
    const stories: Record<string, number> = {};
    for (const { story } of items) if (story) stories[story] = (stories[story] ?? 0) + 1;
    const answer = await stepAnswer(context, "tasks", feature, files.value, "implement");
    return ok({
      ...answer,
      total: items.length,
      parallel: items.filter((item) => item.parallel).length,
      stories,
      template: template.source,
    });
  },
  text: (output) => {
    const [list] = output.files;
    const verb = { created: "created", updated: "extended", unchanged: "already complete" }[
      list?.action ?? "unchanged"
    ];
    const stories = Object.entries(output.stories)
      .map(([story, tasks]) => `${story}: ${tasks}`)
      .join(", ");
    return [
      `Task list ${verb}: ${list?.path}`,
      `${count(output.total, "task")}, ${output.parallel} of them parallel${stories ? ` (${stories})` : ""}.`,
      filesText(output.files),
      nextText(output),
    ].join("\n");
  },
});

async function tasksFor(
  context: Context,
  { documents }: OpenStep,
  input: TasksInput,
  template: { text: string; source: string },
): Promise<Result<Wanted>> {
  const stories = input.spec.stories.map(({ number }) => number);
  if (documents.tasks !== undefined) {
    return ok({ name: "tasks.md", text: extendTasks(documents.tasks, input) ?? documents.tasks, by: LOCAL });
  }
  const texts = Object.fromEntries([...documents.files].map(([name, file]) => [name, file.text]));
  return compose(context, {
    step: "tasks",
    name: "tasks.md",
    template,
    material: { documents: texts },
    check: (text, own) => checkTasks(text, stories, own),
    byRule: () => tasksText(template.text, input),
    progress: 60,
  });
}
