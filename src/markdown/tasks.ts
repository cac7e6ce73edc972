import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { isBlankChar, listMarkerEnd } from "./blocks/block-starts.ts";
import { LineCursor } from "./blocks/cursor.ts";
import { type Line, visibleText } from "./blocks/line.ts";
import { type MarkdownDocument, readMarkdown } from "./document.ts";
import { headingPaths } from "./heading-paths.ts";
import { readTaskText } from "./task-text.ts";

export interface TaskItem {
  /** 1-based. */
  readonly line: number;
  /** Columns of indentation. */
  readonly indent: number;
  /** `-`, `*`, `+`, `1.`, `1)`. */
  readonly marker: string;
  /** Only `x` and `X` are done. */
  readonly done: boolean;
  /** The mark in the box, without spaces; empty for an open box. */
  readonly mark: string;
  /** The offset in the whole text of the character that `toggleTask` changes. */
  readonly boxOffset: number;
  /** The first line after the box, trimmed, comments left out. */
  readonly text: string;
  /** Wrapped lines that follow, joined with spaces. */
  readonly continuation: string;
  /** A leading id, such as `1.2`, `T001` or `CHK003`. */
  readonly id?: string;
  /** `[P]`: may run in parallel with others. */
  readonly parallel: boolean;
  /** `US1` of `[US1]`. */
  readonly story?: string;
  /** The first line without id and tags. */
  readonly description: string;
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
}

/**
 * The one reader of task lists. A list marker at any indentation, then a box with at most one character in
 * it: `[ ]`, `[x]`, `[]`, `[~]`, `[ x ]`. Open work is never lost: an unknown mark is an open task. A box of
 * one character that a target follows (`[A](url)`, `[1][ref]`) is a link. Boxes in fences, comments and raw
 * HTML do not count; those in indented code do, because indentation alone hides no task.
 */
export function readTasks(document: MarkdownDocument): TaskItem[] {
  const tasks: TaskItem[] = [];
  const pathAt = headingPaths(document);
  for (const [index, line] of document.lines.entries()) {
    const box = boxOf(line);
    if (box === undefined) continue;
    const text = visibleText(line, box.end).trim();
    tasks.push({
      line: line.number,
      indent: new LineCursor().start(line.text).indent,
      marker: box.marker,
      done: box.mark === "x" || box.mark === "X",
      mark: box.mark,
      boxOffset: line.offset + box.markIndex,
      text,
      continuation: continuationOf(document.lines, index),
      ...readTaskText(text),
      headings: pathAt(line.number),
    });
  }
  return tasks;
}

export function taskProgress(items: readonly Pick<TaskItem, "done">[]): { completed: number; total: number } {
  return { completed: items.filter((item) => item.done).length, total: items.length };
}

/**
 * Ticks or unticks the task on a line and changes nothing else: one character is replaced (or, in `[]`, put
 * in). With `done`, a task that already is so stays as it is.
 */
export function toggleTask(text: string, line: number, done?: boolean): Result<string> {
  const tasks = readTasks(readMarkdown(text));
  const task = tasks.find((item) => item.line === line);
  if (task === undefined) return fail(noTask(line, tasks));
  if (task.done === done) return ok(text);
  const mark = task.done ? " " : "x";
  const length = text[task.boxOffset] === "]" ? 0 : Math.max(1, task.mark.length);
  return ok(text.slice(0, task.boxOffset) + mark + text.slice(task.boxOffset + length));
}

interface Box {
  readonly marker: string;
  readonly mark: string;
  /** Where the mark is, or would be. */
  readonly markIndex: number;
  /** After the closing bracket. */
  readonly end: number;
}

function boxOf(line: Line): Box | undefined {
  if (line.kind !== "prose" && line.kind !== "indented-code") return undefined;
  const { text } = line;
  const start = skipBlanks(text, 0);
  const markerEnd = listMarkerEnd(text, start);
  if (markerEnd < 0) return undefined;
  const open = skipBlanks(text, markerEnd);
  // `*[x]*` is emphasis; the other markers are meant even where the blank was forgotten.
  if (text[open] !== "[" || (text[start] === "*" && open === markerEnd)) return undefined;
  const inside = skipBlanks(text, open + 1);
  const mark = text[inside] === "]" ? "" : String.fromCodePoint(text.codePointAt(inside) ?? 0x5d);
  const close = skipBlanks(text, inside + mark.length);
  if (text[close] !== "]") return undefined;
  const padded = close > open + 1;
  const followed = text[close + 1] === "(" || text[close + 1] === "[";
  if (followed && (mark !== "" || !padded)) return undefined;
  if (line.comments.some((comment) => comment.start <= close)) return undefined;
  const markIndex = mark === "" ? open + 1 : inside;
  return { marker: text.slice(start, markerEnd), mark, markIndex, end: close + 1 };
}

function continuationOf(lines: readonly Line[], index: number): string {
  const parts: string[] = [];
  for (let at = index + 1; ; at++) {
    const line = lines[at];
    if (line === undefined || line.role !== "continuation" || boxOf(line) !== undefined) break;
    parts.push(visibleText(line, line.content).trim());
  }
  return parts.filter((part) => part !== "").join(" ");
}

function skipBlanks(text: string, from: number): number {
  let index = from;
  while (isBlankChar(text, index)) index++;
  return index;
}

function noTask(line: number, tasks: readonly TaskItem[]) {
  const near = [...tasks].sort(
    (a, b) => Math.abs(a.line - line) - Math.abs(b.line - line) || a.line - b.line,
  )[0];
  const remedy =
    near === undefined
      ? "The document has no tasks."
      : `The nearest task is on line ${near.line}: ${near.text}`;
  return fault("task_not_found", `There is no task on line ${line}.`, remedy, { subject: { line } });
}
