import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem } from "../../markdown/tasks.ts";
import { repeated, unless } from "./check-spec.ts";
import { leftPlaceholders } from "./placeholders.ts";

/** What keeps a text from being a tasks.md: `- [ ] T001 [P] [US1] Description with path`, in phases. */
export function checkTasks(text: string, stories: readonly number[]): string[] {
  const document = readMarkdown(text);
  const tasks = readTasks(document);
  const numbered = tasks.filter((task) => isTaskId(task.id));
  const covered = new Set(tasks.flatMap((task) => task.story ?? []));
  return [
    ...unless(/^# Tasks: \S/m.test(text), "The title must be `# Tasks: <feature>`."),
    ...leftPlaceholders(text).map((left) => `The placeholder ${left} is not filled in.`),
    ...unless(tasks.length > 0, "There is no task."),
    ...tasks
      .filter((task) => !isTaskId(task.id))
      .map((task) => `Line ${task.line}: a task needs an id such as T001 after its box.`),
    ...repeated(numbered.flatMap((task) => task.id ?? [])),
    ...outOfOrder(numbered),
    ...tasks.flatMap(phaseProblems),
    ...tasks
      .filter((task) => task.description.trim() === "")
      .map((task) => `Line ${task.line}: the task says nothing.`),
    ...stories
      .filter((number) => !covered.has(`US${number}`))
      .map((number) => `User Story ${number} has no task marked [US${number}].`),
  ];
}

function isTaskId(id: string | undefined): boolean {
  return id !== undefined && /^T\d{3,}$/.test(id);
}

/** Inside a story's phase every task names its story; elsewhere none does. */
function phaseProblems(task: TaskItem): string[] {
  const phase = task.headings.find((heading) => /^Phase \d+/i.test(heading));
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
