import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { nearest } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem, taskProgress, toggleTask } from "../../markdown/tasks.ts";
import { operation, writing } from "../../operation/operation.ts";
import { listFolder, readText } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { updateFile } from "../../workspace/write/update-file.ts";
import { activeFeature } from "../active-feature.ts";
import { inFeature, readDocuments } from "../documents.ts";
import { allFeatures, type Feature, findFeature } from "../feature.ts";

export const toggle = operation({
  name: "tasks_toggle",
  title: "Toggle a task",
  summary: "Ticks or unticks one task of tasks.md, or one line of a checklist, and changes nothing else.",
  icon: "check",
  effects: writing,
  served: { never: "agents edit tasks.md as they work" },
  cli: { words: "tasks toggle", positionals: ["id"] },
  input: z.object({
    id: z.string().describe("Id of the task, such as T012, or of a checklist line, such as CHK003"),
    spec: z
      .string()
      .optional()
      .describe("A path, a folder under specs/, or its number (default: the active feature)"),
    done: z.boolean().optional().describe("Tick it (--done) or untick it (--no-done), whatever it is now"),
  }),
  output: z.object({
    id: z.string(),
    description: z.string(),
    done: z.boolean(),
    file: z.string(),
    line: z.number(),
    progress: z.object({ completed: z.number(), total: z.number() }),
  }),
  run: async (context, { id, spec, done }) => {
    const feature = await featureOf(context.workspace, spec);
    if (!feature.ok) return feature;
    const file = await fileWith(feature.value, id);
    if (!file.ok) return file;
    let after: { task: TaskItem; items: readonly TaskItem[] } | undefined;
    // Found again in the text under lock: another program may have moved the line.
    const written = await updateFile(
      feature.value.workspace,
      file.value,
      (text) => {
        const task = findTask(text, id);
        if (!task) return notThere(id, readTasks(readMarkdown(text)));
        const toggled = toggleTask(text, task.line, done);
        const items = toggled.ok ? readTasks(readMarkdown(toggled.value)) : [];
        const now = items.find((item) => item.line === task.line);
        if (now) after = { task: now, items };
        return toggled;
      },
      { signal: context.signal, tool: "tasks toggle" },
    );
    if (!written.ok) return written;
    if (!after) return notThere(id, []);
    const { task, items } = after;
    context.touched(file.value);
    return ok({
      id: task.id ?? id,
      description: task.description,
      done: task.done,
      file: file.value,
      line: task.line,
      progress: taskProgress(items),
    });
  },
  text: ({ id, description, done, progress, file }) =>
    `[${done ? "x" : " "}] ${id} ${description}\n${file}: ${progress.completed}/${progress.total}`,
});

/** The feature that is named; else the active one; else, where none is active, the only one. */
async function featureOf(workspace: Workspace, spec: string | undefined): Promise<Result<Feature>> {
  if (spec !== undefined) return findFeature(workspace, spec, workspace.root);
  const active = await activeFeature(workspace);
  if (active.ok || active.fault.code === "feature_not_found") return active;
  const [only, ...others] = await allFeatures(workspace);
  return only && others.length === 0 ? ok(only) : active;
}

/** tasks.md, or the checklist that has the id. */
async function fileWith(feature: Feature, id: string): Promise<Result<WorkspacePath>> {
  const tasks = inFeature(feature, "tasks.md");
  const lists = await listFolder(feature.workspace, inFeature(feature, "checklists"));
  const paths = [
    tasks,
    ...(lists.ok ? lists.value.filter(({ kind }) => kind === "file").map(({ path }) => path) : []),
  ];
  for (const path of paths) {
    const file = await readText(feature.workspace, path);
    if (file.ok && findTask(file.value.text, id)) return ok(path);
  }
  const documents = await readDocuments(feature);
  return documents.ok ? notThere(id, documents.value.items) : documents;
}

function findTask(text: string, id: string): TaskItem | undefined {
  return readTasks(readMarkdown(text)).find((task) => task.id?.toLowerCase() === id.toLowerCase());
}

function notThere(id: string, items: readonly TaskItem[]): Result<never> {
  const ids = items.flatMap((item) => item.id ?? []);
  const near = nearest(id, ids);
  const remedy =
    near.length > 0
      ? `Did you mean ${near.join(" or ")}?`
      : ids.length > 0
        ? `There are ${ids[0]} to ${ids.at(-1)}.`
        : "Run `hewto run tasks` first.";
  return fail(fault("task_not_found", `No task has the id \`${id}\`.`, remedy, { subject: { id } }));
}
