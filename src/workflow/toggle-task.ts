import { fault } from "../kernel/fault.ts";
import { nearest } from "../kernel/nearest.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { readMarkdown } from "../markdown/document.ts";
import { readTasks, type TaskItem, taskProgress, toggleTask } from "../markdown/tasks.ts";
import { listFolder, readText } from "../workspace/files/files.ts";
import type { WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { updateFile } from "../workspace/write/update-file.ts";
import { activeFeature } from "./active-feature.ts";
import { inFeature, readDocuments } from "./documents.ts";
import { allFeatures, type Feature, findFeature } from "./feature.ts";

export interface ToggleRequest {
  readonly id: string;
  /** The feature; by default the active one, or the only one. */
  readonly spec?: string | undefined;
  /** The new state; by default the opposite of the current one. */
  readonly done?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** Checks or unchecks one task of tasks.md or one item of a checklist. */
export async function toggleById(workspace: Workspace, { id, spec, done, signal }: ToggleRequest) {
  const feature = await featureOf(workspace, spec);
  if (!feature.ok) return feature;
  const file = await fileWith(feature.value, id);
  if (!file.ok) return file;
  let toggled: { task: TaskItem; items: readonly TaskItem[] } | undefined;
  const written = await updateFile(
    feature.value.workspace,
    file.value,
    // Looks for the task again under the lock: another program may have moved the line.
    (text) => {
      const before = findTask(text, id);
      if (!before) return notFound(id, readTasks(readMarkdown(text)), feature.value);
      const changed = toggleTask(text, before.line, done);
      const items = changed.ok ? readTasks(readMarkdown(changed.value)) : [];
      const task = items.find((item) => item.line === before.line);
      if (task) toggled = { task, items };
      return changed;
    },
    { signal, tool: "tasks toggle" },
  );
  if (!written.ok) return written;
  if (!toggled) return notFound(id, [], feature.value);
  const { task, items } = toggled;
  return ok({
    id: task.id ?? id,
    description: task.description,
    done: task.done,
    file: file.value,
    line: task.line,
    progress: taskProgress(items),
  });
}

/** The named feature, or the active one, or the only one if none is active. */
async function featureOf(workspace: Workspace, spec: string | undefined): Promise<Result<Feature>> {
  if (spec !== undefined) return findFeature(workspace, spec, workspace.root);
  const active = await activeFeature(workspace);
  if (active.ok || active.fault.code === "feature_not_found") return active;
  const [only, ...others] = await allFeatures(workspace);
  return only && others.length === 0 ? ok(only) : active;
}

/** tasks.md, or the checklist that contains the id. */
async function fileWith(feature: Feature, id: string): Promise<Result<WorkspacePath>> {
  const checklists = await listFolder(feature.workspace, inFeature(feature, "checklists"));
  const files = (checklists.ok ? checklists.value : []).filter(({ kind }) => kind === "file");
  for (const path of [inFeature(feature, "tasks.md"), ...files.map((file) => file.path)]) {
    const file = await readText(feature.workspace, path);
    if (file.ok && findTask(file.value.text, id)) return ok(path);
  }
  const documents = await readDocuments(feature);
  return documents.ok ? notFound(id, documents.value.items, feature) : documents;
}

function findTask(text: string, id: string): TaskItem | undefined {
  return readTasks(readMarkdown(text)).find((task) => task.id?.toLowerCase() === id.toLowerCase());
}

function notFound(id: string, items: readonly TaskItem[], { directory }: Feature): Result<never> {
  const ids = items.flatMap((item) => item.id ?? []);
  const message = `No task has the id \`${id}\`.`;
  if (ids.length === 0)
    return fail(
      fault("task_not_found", message, "", {
        subject: { id },
        suggest: {
          operation: "speckit.tasks",
          args: { spec_directory: directory },
          to: "write the task list",
        },
      }),
    );
  const near = nearest(id, ids);
  const remedy =
    near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `The ids are ${ids[0]} to ${ids.at(-1)}.`;
  return fail(fault("task_not_found", message, remedy, { subject: { id } }));
}
