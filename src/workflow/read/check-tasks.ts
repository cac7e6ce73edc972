import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem } from "../../markdown/tasks.ts";
import { repeated, requirementsOf, unless } from "./check-spec.ts";
import { remainingPlaceholders } from "./placeholders.ts";

/**
 * What is wrong with a tasks.md, which lists `- [ ] T001 [P] [US1] Description with path` in phases. A project's own
 * template may have no phases, no stories, and checklists in addition to the tasks.
 */
export function checkTasks(text: string, stories: readonly number[], template?: string): string[] {
  const requires = requirementsOf(template);
  const hasPhases = requires(/^## Phase \d/m);
  const all = readTasks(readMarkdown(text));
  const tasks = allowsChecklists(template) ? all.filter((task) => phaseOf(task) !== undefined) : all;
  const withId = tasks.filter((task) => isTaskId(task.id));
  const covered = new Set(tasks.flatMap((task) => task.story ?? []));
  return [
    ...unless(
      !requires(/^# Tasks: /m) || /^# Tasks: \S/m.test(text),
      "The title must be `# Tasks: <feature>`.",
    ),
    ...remainingPlaceholders(text).map((each) => `The placeholder ${each} is not filled in.`),
    ...unless(tasks.length > 0, "There are no tasks."),
    ...tasks
      .filter((task) => !isTaskId(task.id))
      .map((task) => `Line ${task.line}: a task needs an id such as T001 after its checkbox.`),
    ...repeated(withId.flatMap((task) => task.id ?? [])),
    ...outOfOrder(withId),
    ...(hasPhases ? tasks.flatMap(phaseProblems) : []),
    ...tasks
      .filter((task) => task.description.trim() === "")
      .map((task) => `Line ${task.line}: the task has no description.`),
    ...(requires(/\[US\d+\]/) ? stories : [])
      .filter((number) => !covered.has(`US${number}`))
      .map((number) => `User Story ${number} has no task marked [US${number}].`),
  ];
}

/** Whether a template has phases and, outside them, checkboxes that are not tasks. */
function allowsChecklists(template: string | undefined): boolean {
  const phases = readTasks(readMarkdown(template ?? "")).map(phaseOf);
  return phases.includes(undefined) && phases.some((phase) => phase !== undefined);
}

function phaseOf({ headings }: TaskItem): string | undefined {
  return headings.find((heading) => /^Phase [\dN]/i.test(heading));
}

function isTaskId(id: string | undefined): boolean {
  return id !== undefined && /^T\d{3,}$/.test(id);
}

/** Every task in a story's phase names its story; other tasks name none. */
function phaseProblems(task: TaskItem): string[] {
  const phase = phaseOf(task);
  if (phase === undefined) return [`Line ${task.line}: the task is not in a \`## Phase N: …\`.`];
  const story = /User Story (\d+)/i.exec(phase)?.[1];
  if (story !== undefined && task.story !== `US${story}`)
    return [`Line ${task.line}: a task of User Story ${story} needs [US${story}].`];
  if (story === undefined && task.story !== undefined)
    return [`Line ${task.line}: [${task.story}] is outside the phase of its story.`];
  return [];
}

function outOfOrder(tasks: readonly TaskItem[]): string[] {
  let highest = 0;
  for (const { id = "", line } of tasks) {
    const number = Number(id.slice(1));
    if (number < highest) return [`Line ${line}: ${id} comes after a higher number.`];
    highest = number;
  }
  return [];
}
