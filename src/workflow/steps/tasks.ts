import { ok, type Result } from "../../kernel/result.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks } from "../../markdown/tasks.ts";
import { checkTasks } from "../read/check-tasks.ts";
import { readSpec } from "../read/spec-document.ts";
import { detectStack } from "../read/stack.ts";
import { resolveTemplate, type Template } from "../templates/resolve.ts";
import { ownTemplates } from "../templates/texts.ts";
import { extendTasks, type TasksInput, tasksText } from "../write/tasks-text.ts";
import { compose } from "./compose.ts";
import {
  type DocumentDraft,
  headOf,
  LOCAL,
  type OpenStep,
  openStep,
  resultOf,
  type StepContext,
  writeDocuments,
} from "./step.ts";

/** Writes the task list, or extends the one that exists. */
export async function listFeatureTasks(context: StepContext, directory: string) {
  context.report(5, "Reading specification and plan");
  const opened = await openStep(context, "tasks", directory);
  if (!opened.ok) return opened;
  const { feature, documents, spec } = opened.value;
  const input: TasksInput = {
    spec: readSpec(spec),
    stack: await detectStack(feature.workspace),
    head: headOf(context, feature, ""),
    hasContracts: documents.files.has("contracts/operations.md"),
  };
  const template = await resolveTemplate(feature.workspace, "tasks-template");
  context.report(30, "Ordering the work");
  const list = await tasksFor(context, opened.value, input, template);
  if (!list.ok) return list;
  context.report(85, "Writing the task list");
  const files = await writeDocuments(context, opened.value, [list.value], {
    step: "tasks",
    update: "tasks.md",
  });
  if (!files.ok) return files;
  context.report(100, "Task list written");
  const items = readTasks(readMarkdown(list.value.text));
  const stories: Record<string, number> = {};
  for (const { story } of items) if (story) stories[story] = (stories[story] ?? 0) + 1;
  return ok({
    ...(await resultOf(context, "tasks", feature, files.value, "implement")),
    total: items.length,
    parallel: items.filter((item) => item.parallel).length,
    stories,
    template: template.source,
  });
}

async function tasksFor(
  context: StepContext,
  { feature, documents }: OpenStep,
  input: TasksInput,
  template: Template,
): Promise<Result<DocumentDraft>> {
  if (documents.tasks !== undefined)
    return ok({ name: "tasks.md", text: extendTasks(documents.tasks, input) ?? documents.tasks, by: LOCAL });
  const stories = input.spec.stories.map(({ number }) => number);
  const texts = Object.fromEntries([...documents.files].map(([name, file]) => [name, file.text]));
  return compose(context, {
    step: "tasks",
    workspace: feature.workspace,
    name: "tasks.md",
    template,
    ownTemplate: ownTemplates["tasks-template"],
    material: { documents: texts },
    check: (text, own) => checkTasks(text, stories, own),
    byRule: (text) => tasksText(text, input),
    progress: 60,
  });
}
