import * as z from "zod";
import { clip, clipLine } from "../../kernel/clip.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import { taskProgress } from "../../markdown/tasks.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import type { Surface } from "../../operation/surface.ts";
import { shownId } from "../../specs/ids.ts";
import { openProject } from "../../specs/project.ts";
import { type ArchivedEntry, findArchivedChanges } from "../archive/archived.ts";
import { type ChangeEntry, findChanges, loadSummary, repeatsId } from "../library.ts";
import { lastTouched } from "../modified.ts";
import { reviewChanges } from "../review/review.ts";
import { taskBar } from "./task-bar.ts";

const Listed = z.object({
  id: z.string(),
  title: z.string(),
  task_progress: z.object({ completed: z.number().int(), total: z.number().int() }),
});

const Row = Listed.extend({
  why: z.string().optional().describe("The first paragraph of the proposal's Why"),
  modified: z.string().optional().describe("When the change was last touched"),
  valid: z.boolean().optional().describe("With `review`: whether it is valid"),
  blocked_by: z.array(z.string()).optional().describe("With `review`: changes to archive first"),
  archived_on: z.string().optional(),
  path: z.string().optional().describe("Folder of an archived change"),
});
type Row = z.infer<typeof Row>;

const sort = z.enum(["name", "recent", "progress"]).default("name").describe("Order of the list");
const archived = z.boolean().default(false).describe("The archived changes instead, newest first");
const limit = z.number().int().min(1).max(1000).default(100).describe("How many archived changes");
const Input = z.object({
  sort,
  archived,
  limit,
  review: z.boolean().default(false).describe("Also say which are valid and which are blocked; slower"),
});

export const listChanges = operation({
  name: "list_changes",
  title: "List changes",
  summary: "Lists the active change proposals with their task progress.",
  icon: "change",
  effects: reading,
  input: Input,
  output: z.object({
    changes: z.array(Row),
    left_out: z.number().int().optional().describe("Archived changes beyond the limit"),
  }),
  dropIn: { input: z.object({}), output: z.object({ changes: z.array(Listed) }) },
  cli: {
    words: "changes list",
    examples: ["changes list --sort recent", "changes list --archived"],
    input: z.object({ sort, archived, limit }),
    // A person wants to see what is wrong; an agent asks for it when it matters.
    toInput: (given) => ({ ...given, review: !given.archived }),
  },
  run: async (context, input) => {
    if (input.archived) return ok(await archivedRows(context, input.limit));
    const rows = await activeRows(context, input);
    return rows.ok ? ok({ changes: rows.value }) : rows;
  },
  text: ({ changes, left_out = 0 }, { archived }, surface) => {
    const noun = archived ? "archived change" : "active change";
    if (changes.length === 0) return `No ${noun}s.`;
    const lines = changes.map((row) => {
      const { id, title, task_progress: tasks } = row;
      const marks = [`${tasks.completed}/${tasks.total} tasks`, ...marksOf(row).map(({ text }) => text)];
      return `- ${id}: ${title} (${marks.join(", ")})`;
    });
    return [`${count(changes.length + left_out, noun)}:`, ...lines, ...moreLine(left_out, surface)].join(
      "\n",
    );
  },
  human: ({ changes, left_out = 0 }, { archived }, style, surface) => {
    if (changes.length === 0) return archived ? "No archived changes." : "No active changes.";
    const width = Math.max(...changes.map(({ id }) => shownId(id).length));
    const rows = changes.map((row) => rowForPeople(row, width, style));
    return [...rows, ...moreLine(left_out, surface)].join("\n");
  },
});

function moreLine(leftOut: number, surface: Surface): string[] {
  return leftOut === 0
    ? []
    : [`… ${leftOut} older; see them with ${surface.argument(listChanges, "limit")}.`];
}

async function activeRows(context: Context, input: z.infer<typeof Input>): Promise<Result<Row[]>> {
  const { workspace } = context;
  const project = await openProject(workspace);
  const entries = await findChanges(workspace, project.layouts);
  const reviewed = input.review ? await reviewChanges(project) : ok([]);
  if (!reviewed.ok) return reviewed;
  const times = input.review || input.sort === "recent" ? await lastTouched(workspace, entries) : undefined;
  const rows: Row[] = [];
  for (const entry of entries) {
    const assessment = reviewed.value.find(({ change }) => change.entry.id === entry.id);
    const isInvalid = assessment?.findings.some(({ severity }) => severity === "error");
    const blockedBy = assessment?.blockedBy ?? [];
    rows.push({
      ...(await rowOf(context, entry, input.review)),
      modified: times?.get(entry)?.at.toISOString(),
      valid: isInvalid === undefined ? undefined : !isInvalid,
      blocked_by: blockedBy.length === 0 ? undefined : [...blockedBy],
    });
  }
  return ok(rows.sort(orders[input.sort]));
}

async function archivedRows(context: Context, limit: number) {
  const project = await openProject(context.workspace);
  const entries = await findArchivedChanges(context.workspace, project.layouts);
  const { shown, leftOut } = clip(entries.reverse(), limit);
  const changes: Row[] = [];
  for (const entry of shown) {
    const { archivedOn, path } = entry;
    changes.push({ ...(await rowOf(context, entry, true)), archived_on: archivedOn || undefined, path });
  }
  return { changes, left_out: leftOut === 0 ? undefined : leftOut };
}

async function rowOf(
  { workspace }: Context,
  entry: ChangeEntry | ArchivedEntry,
  withWhy: boolean,
): Promise<Row> {
  const name = "changeId" in entry ? entry.changeId : entry.name;
  const { title, why, tasks } = await loadSummary(workspace, { ...entry, name });
  const row = { id: entry.id, title, task_progress: taskProgress(tasks.items) };
  return withWhy && why !== "" ? { ...row, why } : row;
}

const byId = (a: Row, b: Row) => byCodePoint(a.id, b.id);

const orders: Readonly<Record<z.infer<typeof sort>, (a: Row, b: Row) => number>> = {
  name: byId,
  recent: (a, b) => byCodePoint(b.modified ?? "", a.modified ?? "") || byId(a, b),
  progress: (a, b) => shareDone(b) - shareDone(a) || byId(a, b),
};

function shareDone({ task_progress: { completed, total } }: Row): number {
  return total === 0 ? 0 : completed / total;
}

function marksOf(row: Row): { text: string; tone: "good" | "warn" | "bad" }[] {
  const { completed, total } = row.task_progress;
  const isDone = total > 0 && completed === total && row.archived_on === undefined;
  return [
    ...(row.valid === false ? [{ text: "invalid", tone: "bad" } as const] : []),
    ...(row.blocked_by ? [{ text: `blocked by ${row.blocked_by.join(", ")}`, tone: "warn" } as const] : []),
    ...(isDone && row.valid !== undefined ? [{ text: "done", tone: "good" } as const] : []),
  ];
}

function rowForPeople(row: Row, width: number, style: Style): string {
  const { id, title, why = "" } = row;
  const marks = marksOf(row).map(({ text, tone }) => style[tone](printable(text)));
  const day = (row.modified ?? row.archived_on ?? "").slice(0, 10);
  const changeId = id.replace(/^\d{4}-\d{2}-\d{2}-/, "").replace(/^\w+:/, "");
  // Words of the id again would say nothing.
  const said = repeatsId(title, changeId) ? why : title;
  const left = [
    style.bold(shownId(id).padEnd(width)),
    taskBar(row.task_progress, style),
    ...(row.archived_on === undefined && day !== "" ? [style.dim(day)] : []),
    ...marks,
  ];
  const taken = width + 40 + marksOf(row).reduce((sum, { text }) => sum + text.length + 2, 0);
  const room = Math.max(24, style.width - taken);
  return [...left, clipLine(printable(said).replace(/\s+/g, " "), room)].join("  ").trimEnd();
}
