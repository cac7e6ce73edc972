import type { TaskItem } from "../../markdown/tasks.ts";
import type { ChecklistState } from "../documents.ts";

/** The checklists of a feature as a table; an open checklist blocks the implementation. */
export function gateTable(checklists: readonly ChecklistState[]): string {
  if (checklists.length === 0) return "No checklists.";
  const rows = checklists.map(
    ({ name, completed, total }) =>
      `| ${name} | ${completed}/${total} | ${total === 0 ? "no items" : completed === total ? "pass" : "OPEN"} |`,
  );
  return ["| checklist | done | gate |", "|---|---|---|", ...rows].join("\n");
}

export function openGates(checklists: readonly ChecklistState[]): ChecklistState[] {
  return checklists.filter(({ completed, total }) => completed < total);
}

/** Open tasks in order; consecutive tasks of a phase that can run in parallel form one group. */
export function orderedGroups(tasks: readonly TaskItem[]): TaskItem[][] {
  const groups: TaskItem[][] = [];
  for (const task of tasks) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    const isSameGroup =
      previous?.parallel && task.parallel && previous.headings.join("/") === task.headings.join("/");
    if (last && isSameGroup) last.push(task);
    else groups.push([task]);
  }
  return groups;
}

export function groupText(group: readonly TaskItem[], number: number): string {
  const rows = group.map(
    (task) => `${task.id ?? ""} ${task.story ? `[${task.story}] ` : ""}${task.description}`,
  );
  if (rows.length === 1) return `${number}. ${rows[0]}`;
  return [`${number}. In parallel:`, ...rows.map((row) => `   - ${row}`)].join("\n");
}
