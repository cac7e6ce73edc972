import { printableLine } from "../kernel/text.ts";
import type { TaskItem } from "../markdown/tasks.ts";

/** A task as an issue of a code host. */
export interface Issue {
  /** `T001`, `1.2`, or the file and line of a task without an id. */
  readonly task: string;
  /** `T001: Create the table`, as spec-kit's own command writes it. */
  readonly title: string;
  /** Markdown. */
  readonly body: string;
}

/** Where a task is from. */
export interface TaskSource {
  readonly work: string;
  /** Path of the list, relative to the root. */
  readonly file: string;
}

/** GitHub refuses longer titles. */
const maxTitle = 256;

export function issueOf(task: TaskItem, { work, file }: TaskSource): Issue {
  const id = task.id ?? `${file}:${task.line}`;
  const title = `${id}: ${printableLine(task.description)}`;
  const requirements = [...new Set(`${task.text} ${task.continuation}`.match(/\b(?:FR|SC)-\d+\b/g) ?? [])];
  const facts = [
    `- Work: ${work} (\`${file}\`, line ${task.line})`,
    ...(task.headings.length > 0 ? [`- Phase: ${printableLine(task.headings.join(" / "))}`] : []),
    ...(task.story === undefined ? [] : [`- Story: ${task.story}`]),
    ...(requirements.length > 0 ? [`- Requirements: ${requirements.join(", ")}`] : []),
    ...(task.parallel ? ["- Can be done in parallel with its neighbors"] : []),
  ];
  const details = task.continuation.trim();
  const body = [task.description, ...(details === "" ? [] : [details]), facts.join("\n")].join("\n\n");
  return { task: id, title: [...title].slice(0, maxTitle).join(""), body };
}

/** The ids of tasks that titles of existing issues begin with or contain: `T001: …`, `[T001] …`, `1.2: …`. */
export function idsInTitles(titles: readonly string[]): Set<string> {
  return new Set(
    titles
      .flatMap((title) => title.match(/\bT\d{3,}\b|^\[?\d+(?:\.\d+)+(?=[\]:\s])/g) ?? [])
      .map((id) => id.replace("[", "")),
  );
}
