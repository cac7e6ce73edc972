import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem } from "../../markdown/tasks.ts";
import { type LineEdit, lastTextLine } from "./line-edits.ts";
import type { Repair } from "./scenario-repairs.ts";

/** Sections that a proposal lacks. */
export function repairProposal(text: string): Repair[] {
  const document = readMarkdown(text);
  const has = (title: string) =>
    document.headings.some(({ level, text: read }) => level === 2 && read.trim().toLowerCase() === title);
  const end = lastTextLine(document, document.lineCount);
  const add = (rule: string, title: string, hint: string): Repair => ({
    rule,
    line: 1,
    message: `Adds \`## ${title}\`.`,
    edits: [{ kind: "insert", after: end, text: `${end === 0 ? "" : "\n"}## ${title}\n\n<!-- ${hint} -->` }],
  });
  return [
    ...(has("why") ? [] : [add("proposal-why-missing", "Why", "What is wrong today, and for whom.")]),
    ...(has("what changes") ? [] : [add("proposal-what-missing", "What Changes", "What will be different.")]),
  ];
}

/** Numbers of tasks: the next free one of the group for a task without, or with that of another. */
export function repairTasks(text: string): Repair[] {
  const document = readMarkdown(text);
  const tasks = readTasks(document);
  const end = lastTextLine(document, document.lineCount);
  if (tasks.length === 0) {
    const edits: LineEdit[] = [
      { kind: "insert", after: end, text: `${end === 0 ? "" : "\n"}- [ ] 1.1 <task>` },
    ];
    return [{ rule: "tasks-empty", line: 1, message: "Adds a task.", edits }];
  }
  const used = new Set<string>();
  const taken = new Set(tasks.flatMap(({ id }) => id ?? []));
  return tasks.flatMap((task): Repair[] => {
    const group = groupOf(task) ?? lastGroup(used) ?? "1";
    const rule = ruleFor(task, used);
    if (task.id !== undefined) used.add(task.id);
    if (rule === undefined) return [];
    const id = nextNumber(group, taken);
    taken.add(id);
    const line = document.lines[task.line - 1]?.text ?? "";
    const at = line.lastIndexOf(task.text);
    const rest = task.id === undefined ? task.text : task.text.slice(task.id.length).trimStart();
    const edited = `${line.slice(0, Math.max(0, at))}${id} ${rest}`;
    if (at < 0) return [];
    const edits: LineEdit[] = [{ kind: "replace", line: task.line, text: edited }];
    return [{ rule, line: task.line, message: `Writes the number ${id}.`, edits }];
  });
}

function ruleFor(task: TaskItem, used: ReadonlySet<string>): string | undefined {
  const { id } = task;
  if (id === undefined) return "task-unnumbered";
  if (used.has(id)) return "task-duplicate";
  const group = groupOf(task);
  const isElsewhere = group !== undefined && /^\d/.test(id) && !id.startsWith(`${group}.`);
  return isElsewhere ? "task-misnumbered" : undefined;
}

function groupOf({ headings }: TaskItem): string | undefined {
  return /^(\d+)\./.exec(headings.at(-1) ?? "")?.[1];
}

function lastGroup(used: ReadonlySet<string>): string | undefined {
  return /^(\d+)\./.exec([...used].at(-1) ?? "")?.[1];
}

function nextNumber(group: string, taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`${group}.${number}`)) number++;
  return `${group}.${number}`;
}
