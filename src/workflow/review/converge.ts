import type { TaskItem } from "../../markdown/tasks.ts";
import { readSpec } from "../read/spec-document.ts";
import { insertAfter } from "../write/insert.ts";
import { coverageOf } from "./analyze.ts";

export interface Gap {
  /** `FR-003`, `T004`. */
  readonly source: string;
  readonly kind: "missing" | "partial";
  readonly text: string;
}

/** Files that a task names in backticks: `src/a.ts`, but not `npm test` or `data-model.md`. */
export function filesNamed({ text, continuation }: Pick<TaskItem, "text" | "continuation">): string[] {
  return [...`${text} ${continuation}`.matchAll(/`([^`\s]+\/[^`\s]+\.\w+)`/g)].map(([, path = ""]) => path);
}

/**
 * What the spec asks for and the code does not have, as far as files show: requirements without a task, and files that a
 * checked task names and that do not exist. Open tasks are planned work, not gaps.
 */
export function gapsOf(spec: string, tasks: readonly TaskItem[], isThere: (path: string) => boolean): Gap[] {
  const document = readSpec(spec);
  const planned = new Set(
    tasks.filter(({ headings }) => headings.some((each) => /Convergence/.test(each))).map(({ text }) => text),
  );
  const gaps = coverageOf(document, tasks)
    .filter(({ key, tasks: covering }) => covering.length === 0 && key.startsWith("FR-"))
    .map(({ key }): Gap => ({ source: key, kind: "missing", text: `Implement ${key} with tests` }));
  gaps.push(...missingFiles(tasks, isThere));
  return gaps.filter(({ text }) => ![...planned].some((known) => known.includes(text)));
}

/** Files that checked tasks name and that do not exist, each once. */
export function missingFiles(tasks: readonly TaskItem[], isThere: (path: string) => boolean): Gap[] {
  const absent = new Set<string>();
  return tasks
    .filter(({ done }) => done)
    .flatMap((task) =>
      filesNamed(task).flatMap((path): Gap[] => {
        if (isThere(path) || absent.has(path)) return [];
        absent.add(path);
        const source = /\b(?:FR|SC)-\d+/.exec(task.text)?.[0] ?? task.id ?? "tasks.md";
        const text = `Write \`${path}\`, the missing file of ${task.id ?? "a checked task"}`;
        return [{ source, kind: "missing", text }];
      }),
    );
}

/** The list of a change with a new group for the gaps; existing lines stay byte for byte. */
export function withConvergenceGroup(text: string, gaps: readonly Gap[]): string {
  const groups = [...text.matchAll(/^## (\d+)\./gm)].map(([, number]) => Number(number));
  const group = Math.max(0, ...groups) + 1;
  const lines = gaps.map(
    ({ text: what, source, kind }, index) => `- [ ] ${group}.${index + 1} ${what} per ${source} (${kind})`,
  );
  const section = `\n## ${group}. Convergence\n\n${lines.join("\n")}`;
  return insertAfter(text, text.split("\n").length, section);
}

/** The list with a new phase for the gaps; existing lines stay byte for byte. */
export function withConvergence(text: string, tasks: readonly TaskItem[], gaps: readonly Gap[]): string {
  const numbers = tasks.map(({ id }) => Number(/^T(\d+)$/.exec(id ?? "")?.[1] ?? 0));
  const next = Math.max(0, ...numbers) + 1;
  const phases = [...text.matchAll(/^## Phase (\d+)/gm)].map(([, number]) => Number(number));
  const lines = gaps.map(
    ({ text: what, source, kind }, index) =>
      `- [ ] T${String(next + index).padStart(3, "0")} ${what} per ${source} (${kind})`,
  );
  const phase = `\n## Phase ${Math.max(0, ...phases) + 1}: Convergence\n\n${lines.join("\n")}`;
  return insertAfter(text, text.split("\n").length, phase);
}
