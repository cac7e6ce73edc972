import { fileLocks } from "../../artifacts/locate/specman-workspace.ts";
import { fault } from "../../kernel/fault.ts";
import { nearest } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem, taskProgress, toggleTask } from "../../markdown/tasks.ts";
import { shownId } from "../../specs/ids.ts";
import { updateFile } from "../../workspace/write/update-file.ts";
import type { Work } from "./item.ts";
import { type FiledTask, matchTasks, tasksOf } from "./tasks.ts";

export interface TickRequest {
  /** An id such as `1.2` or `T001`, or a place such as `tasks.md:12`. */
  readonly task: string;
  /** The new state; by default the opposite of the current one. */
  readonly done?: boolean | undefined;
  /** The text that the caller saw; another one is a conflict. */
  readonly expected?: string | undefined;
  readonly signal: AbortSignal;
}

/** Checks or unchecks one task of a work item and changes nothing else in its file. */
export async function tickTask(work: Work, { task: name, done, expected, signal }: TickRequest) {
  const chosen = await chooseTask(work, name);
  if (!chosen.ok) return chosen;
  const { path, task } = chosen.value;
  let ticked: { task: TaskItem; items: readonly TaskItem[] } | undefined;
  const written = await updateFile(
    work.workspace,
    path,
    // Looks for the task again under the lock: another program may have moved the line.
    (text) => {
      const before = sameTask(readTasks(readMarkdown(text)), task);
      if (before === undefined) return moved(name);
      if (expected !== undefined && before.description !== expected)
        return changed(name, expected, before.description);
      const toggled = toggleTask(text, before.line, done);
      const items = toggled.ok ? readTasks(readMarkdown(toggled.value)) : [];
      const after = items.find((item) => item.line === before.line);
      if (after) ticked = { task: after, items };
      return toggled;
    },
    {
      signal,
      tool: "tick_task",
      ...(work.item.kind === "scratch_pad" ? { lockDirectory: fileLocks } : {}),
    },
  );
  if (!written.ok) return written;
  if (ticked === undefined) return moved(name);
  return ok({
    work: work.item.id,
    id: ticked.task.id ?? `${chosen.value.file}:${ticked.task.line}`,
    description: ticked.task.description,
    done: ticked.task.done,
    file: String(path),
    line: ticked.task.line,
    progress: taskProgress(ticked.items),
  });
}

async function chooseTask(work: Work, name: string): Promise<Result<FiledTask>> {
  const tasks = await tasksOf(work);
  if (!tasks.ok) return tasks;
  const [first, ...others] = matchTasks(tasks.value, name);
  if (first === undefined) return noTask(work, name, tasks.value);
  return others.length === 0 ? ok(first) : ambiguousTask(name, [first, ...others]);
}

/** The task with the same id where that is unique, else the one that is still on its line with its text. */
function sameTask(tasks: readonly TaskItem[], { id, line, description }: TaskItem): TaskItem | undefined {
  const alike = id === undefined ? [] : tasks.filter((task) => task.id === id);
  if (alike.length === 1) return alike[0];
  return tasks.find((task) => task.line === line && task.description === description);
}

function moved(name: string): Result<never> {
  const message = `The task \`${shownId(name)}\` is no longer where it was.`;
  return fail(fault("write_conflict", message, "Look at the tasks again.", { subject: { task: name } }));
}

function changed(name: string, expected: string, current: string): Result<never> {
  const message = `The task \`${shownId(name)}\` has another text now.`;
  const details = { expected, current };
  return fail(
    fault("write_conflict", message, "Look at the tasks again.", { subject: { task: name }, details }),
  );
}

const maxCandidates = 10;

function ambiguousTask(name: string, tasks: readonly FiledTask[]): Result<never> {
  const places = tasks.map(({ file, task }) => `${file}:${task.line}`);
  const listed = tasks
    .slice(0, maxCandidates)
    .map(({ task }, at) => `\`${places[at]}\` (${shownId(task.description)})`)
    .join(", ");
  const message = `\`${shownId(name)}\` fits ${tasks.length} tasks: ${listed}.`;
  return fail(
    fault("ambiguous_id", message, "Name one by its file and line.", {
      subject: { task: name },
      details: { candidates: places },
    }),
  );
}

function noTask({ item }: Work, name: string, tasks: readonly FiledTask[]): Result<never> {
  const message = `\`${item.id}\` has no task \`${shownId(name)}\`.`;
  const ids = tasks.flatMap(({ task }) => task.id ?? []);
  const near = nearest(name, ids);
  const first = tasks[0];
  const remedy =
    first === undefined
      ? `It has no tasks yet: \`${item.path}/tasks.md\` lists them as \`- [ ] …\`.`
      : near.length > 0
        ? `Did you mean ${near.join(" or ")}?`
        : ids.length > 0
          ? `The ids are ${ids[0]} to ${ids.at(-1)}.`
          : `Its tasks have no ids: name one by its line, such as \`${first.file}:${first.task.line}\`.`;
  return fail(fault("task_not_found", message, remedy, { subject: { task: name, work: item.id } }));
}
