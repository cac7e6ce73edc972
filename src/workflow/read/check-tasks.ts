import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem } from "../../markdown/tasks.ts";
import { askedBy, repeated, unless } from "./check-spec.ts";
import { leftPlaceholders } from "./placeholders.ts";

/**
 * What keeps a text from being a tasks.md: `- [ ] T001 [P] [US1] Description with path`, in phases. A project's own
 * template may do without phases, without stories, and with checklists beside the tasks.
 */
export function checkTasks(text: string, stories: readonly number[], template?: string): string[] {
  const asks = askedBy(template);
  const hasPhases = asks(/^## Phase \d/m);
  const all = readTasks(readMarkdown(text));
  const tasks = allowsChecklists(template) ? all.filter((task) => phaseOf(task) !== undefined) : all;
  const numbered = tasks.filter((task) => isTaskId(task.id));
  const covered = new Set(tasks.flatMap((task) => task.story ?? []));
  return [
    ...unless(!asks(/^# Tasks: /m) || /^# Tasks: \S/m.test(text), "The title must be `# Tasks: <feature>`."),
    ...leftPlaceholders(text).map((left) => `The placeholder ${left} is not filled in.`),
    ...unless(tasks.length > 0, "There is no task."),
    ...tasks
      .filter((task) => !isTaskId(task.id))
      .map((task) => `Line ${task.line}: a task needs an id such as T001 after its box.`),
    ...repeated(numbered.flatMap((task) => task.id ?? [])),
    ...outOfOrder(numbered),
    ...(hasPhases ? tasks.flatMap(phaseProblems) : []),
    ...tasks
      .filter((task) => task.description.trim() === "")
      .map((task) => `Line ${task.line}: the task says nothing.`),
    ...(asks(/\[US\d+\]/) ? stories : [])
      .filter((number) => !covered.has(`US${number}`))
      .map((number) => `User Story ${number} has no task marked [US${number}].`),
  ];
}

/** Whether a template has phases and, outside them, boxes that are not tasks. */
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

/** Inside a story's phase every task names its story; elsewhere none does. */
function phaseProblems(task: TaskItem): string[] {
  const phase = phaseOf(task);
  if (phase === undefined) return [`Line ${task.line}: the task is in no \`## Phase N: …\`.`];
  const story = /User Story (\d+)/i.exec(phase)?.[1];
  if (story !== undefined && task.story !== `US${story}`)
    return [`Line ${task.line}: a task of User Story ${story} needs [US${story}].`];
  if (story === undefined && task.story !== undefined)
    return [`Line ${task.line}: [${task.story}] stands outside the phase of its story.`];
  return [];
}

function outOfOrder(tasks: readonly TaskItem[]): string[] {
  const numbers = tasks.map((task) => Number(task.id?.slice(1)));
  const wrong = tasks.find((_, index) => (numbers[index] ?? 0) < (numbers[index - 1] ?? 0));
  return wrong ? [`Line ${wrong.line}: ${wrong.id} comes after a higher number.`] : [];
}
