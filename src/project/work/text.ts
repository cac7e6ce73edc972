import { repeatsId } from "../../changes/library.ts";
import { localDate } from "../../kernel/calendar.ts";
import { clipLine } from "../../kernel/clip.ts";
import { printableLine } from "../../kernel/text.ts";
import type { Style } from "../../operation/style.ts";
import type { WorkItem } from "./item.ts";

const cells = 10;
const widestId = 44;

/** Rows for a terminal: id, bar, date, what is notable, and the title where it says more than the id. */
export function workRows(items: readonly WorkItem[], style: Style): string[] {
  const width = Math.min(widestId, Math.max(0, ...items.map(({ id }) => id.length)));
  const digits = Math.max(0, ...items.map((item) => tally(item).length));
  const labels = new Set(items.map(({ label }) => label));
  return items.map((item) => {
    const id = clipLine(printableLine(item.id), width).padEnd(width);
    const head = `${style.bold(id)}  ${bar(item, style)} ${tally(item).padStart(digits)}  ${dateOf(item)}`;
    const label = labels.size > 1 ? style.dim(item.label) : "";
    const space = style.width - width - cells - digits - 16 - marksOf(item).join(", ").length;
    const title = space > 20 ? style.dim(clipLine(titleBeyondId(item), space)) : "";
    return [head, label, paintedMarks(item, style), title].filter((part) => part !== "").join("  ");
  });
}

/** The same for a reader without colors. */
export function workLine(item: WorkItem): string {
  const marks = marksOf(item).map((mark) => `, ${mark}`);
  const step = item.next_step === undefined ? "" : `, next step ${item.next_step}`;
  const title = titleBeyondId(item);
  return `- ${item.id} (${item.label}): ${stateWords[item.state]}${step}, ${tally(item)} tasks, ${dateOf(item)}${byWhom(item)}${placeOf(item)}${marks.join("")}${title === "" ? "" : `: ${title}`}`;
}

function byWhom({ authors = [] }: WorkItem): string {
  return authors.length === 0 ? "" : ` by ${printableLine(authors.join(", "))}`;
}

function placeOf({ worktree }: WorkItem): string {
  return worktree === undefined ? "" : ` in the worktree ${printableLine(worktree)}`;
}

const stateWords = {
  drafting: "drafting",
  ready: "ready",
  in_progress: "in progress",
  done: "done",
} as const;

/** What is notable about an item, the worst first. */
export function marksOf({ valid, blocked_by, overlaps, state }: WorkItem): string[] {
  return [
    ...(valid === false ? ["invalid"] : []),
    ...(blocked_by.length > 0 ? [`blocked by ${shortList(blocked_by)}`] : []),
    ...(state === "done" ? ["done"] : []),
    ...(overlaps.length > 0 ? [`overlaps ${shortList(overlaps)}`] : []),
  ];
}

function paintedMarks(item: WorkItem, style: Style): string {
  const paint = (mark: string) => {
    if (mark === "invalid") return style.bad(mark);
    return mark === "done" ? style.good(mark) : style.warn(mark);
  };
  return marksOf(item).map(paint).join(", ");
}

function shortList(ids: readonly string[]): string {
  const [first = "", ...others] = ids.map(printableLine);
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** A title that only repeats the id in words says nothing new. */
export function titleBeyondId({ id, title }: Pick<WorkItem, "id" | "title">): string {
  return repeatsId(title, id) ? "" : printableLine(title);
}

function bar({ progress: { completed, total } }: WorkItem, style: Style): string {
  const filled = total === 0 ? 0 : Math.floor((completed * cells) / total);
  return style.good("█".repeat(filled)) + style.dim("░".repeat(cells - filled));
}

function tally({ progress: { completed, total } }: WorkItem): string {
  return `${completed}/${total}`;
}

export function dateOf({ modified }: Pick<WorkItem, "modified">): string {
  return localDate(new Date(modified));
}
