import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import type { TaskItem } from "../markdown/tasks.ts";

/**
 * Selects tasks by a comma-separated list of `T012`, `T010-T020`, `US2`, `phase:3`, `P`, or text from a description.
 * An item that matches nothing is an error that lists what there is.
 */
export function filterTasks(tasks: readonly TaskItem[], filter: string | undefined): Result<TaskItem[]> {
  const parts = (filter ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length === 0) return ok([...tasks]);
  const chosen = new Set<TaskItem>();
  for (const part of parts) {
    const matches = tasks.filter(predicateOf(part));
    if (matches.length === 0) return noMatch(part, tasks);
    for (const task of matches) chosen.add(task);
  }
  return ok(tasks.filter((task) => chosen.has(task)));
}

function predicateOf(part: string): (task: TaskItem) => boolean {
  const range = /^T(\d+)\s*(?:-|\.\.)\s*T?(\d+)$/i.exec(part);
  if (range) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    return (task) => numberOf(task) >= from && numberOf(task) <= to;
  }
  if (/^T\d+$/i.test(part)) return (task) => numberOf(task) === Number(part.slice(1));
  if (/^US\d+$/i.test(part)) return (task) => task.story?.toLowerCase() === part.toLowerCase();
  const phase = /^phase:\s*(\d+)$/i.exec(part)?.[1];
  if (phase !== undefined) {
    return (task) => task.headings.some((heading) => new RegExp(`^Phase ${phase}\\b`, "i").test(heading));
  }
  if (part === "P") return (task) => task.parallel;
  const text = part.toLowerCase();
  return (task) => `${task.id ?? ""} ${task.description}`.toLowerCase().includes(text);
}

function numberOf(task: TaskItem): number {
  const digits = /^T(\d+)$/i.exec(task.id ?? "")?.[1];
  return digits === undefined ? Number.NaN : Number(digits);
}

function noMatch(part: string, tasks: readonly TaskItem[]): Result<never> {
  const ids = tasks.flatMap((task) => task.id ?? []);
  const stories = [...new Set(tasks.flatMap((task) => task.story ?? []))];
  const available = [ids.length > 0 ? `${ids[0]}-${ids.at(-1)}` : "", ...stories].filter(
    (text) => text !== "",
  );
  const remedy = `Use T012, T010-T020, US2, phase:3, P, or text from a task. Available: ${available.join(", ") || "no tasks"}.`;
  return fail(
    fault("task_not_found", `No task matches \`${part}\`.`, remedy, { subject: { task_filter: part } }),
  );
}
