import * as z from "zod";
import { clipText } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import type { Problem } from "../../kernel/finding.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { type TaskItem, taskProgress } from "../../markdown/tasks.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { shapeRequirement } from "../../specs/operations/shapes.ts";
import { openProject } from "../../specs/project.ts";
import { findArchived } from "../archive/archived.ts";
import type { Delta } from "../delta/delta.ts";
import { type Change, type ChangeDocument, findChange, findChanges, loadChange } from "../library.ts";
import {
  type ChangeSection,
  ChangeShape,
  type DeltaShape,
  sections,
  type TasksShape,
} from "./change-shape.ts";
import { changeText } from "./change-text.ts";

function inputWith<T extends z.ZodType>(section: T) {
  return z.object({
    change_id: z.string().describe("Change id"),
    section: section.optional().describe("Only this part of the change"),
  });
}

export const getChange = operation({
  name: "get_change",
  title: "Get change",
  summary: "Gives a change proposal: proposal, tasks, design and the parsed requirement deltas.",
  details: "With a section, only that part.",
  icon: "change",
  effects: reading,
  input: inputWith(z.enum(sections)),
  // Spox has no verification.md.
  dropIn: { input: inputWith(z.enum(sections).exclude(["verification"])) },
  output: ChangeShape,
  cli: { words: "changes show", positionals: ["change_id"] },
  run: async (context, { change_id, section }) => {
    const change = await openChange(context, change_id);
    if (!change.ok) return change;
    return section === undefined ? ok(wholeChange(change.value)) : onlySection(change.value, section);
  },
  text: (change) => changeText(change),
});

export async function openChange(context: Context, id: string): Promise<Result<Change>> {
  const project = await openProject(context.workspace);
  const entry = findChange(await findChanges(context.workspace, project.layouts), id);
  if (entry.ok) return ok(await loadChange(context.workspace, entry.value, project.vocabulary));
  const archived = await findArchived(context.workspace, project.layouts, id);
  if (archived === undefined) return entry;
  return fail({ ...entry.fault, remedy: `It is archived; read it in \`${archived}\`.` });
}

function wholeChange(change: Change): ChangeShape {
  const { entry, title, proposal, tasks, design, verification } = change;
  const problems = [proposal, tasks].flatMap(absenceOf);
  const documents = [proposal, tasks, design, verification, ...change.deltas];
  problems.push(...documents.flatMap(flawsOf));
  return {
    id: entry.id,
    title,
    proposal: markdownOf(proposal) ?? "",
    tasks: shapeTasks(change),
    ...optional("design", markdownOf(design)),
    ...optional("verification", markdownOf(verification)),
    deltas: shapeDeltas(change),
    ...(problems.length === 0 ? {} : { problems }),
  };
}

function onlySection(change: Change, section: ChangeSection): Result<ChangeShape> {
  const { id } = change.entry;
  if (section === "deltas") return ok({ id, deltas: shapeDeltas(change) });
  if (section === "tasks" && change.tasks.file !== undefined) return ok({ id, tasks: shapeTasks(change) });
  const markdown = section === "tasks" ? undefined : markdownOf(change[section]);
  if (markdown !== undefined) return ok({ id, [section]: markdown });
  const { problem } = change[section];
  const message =
    problem === undefined
      ? `The change \`${id}\` has no ${section}: it has no ${section}.md.`
      : `The ${section} of the change \`${id}\` cannot be read: ${problem.message} ${problem.fix ?? ""}`.trim();
  const there = sections.filter((each) => each === "deltas" || change[each].file !== undefined);
  return fail(
    fault("change_section_absent", message, `It has: ${there.join(", ")}.`, {
      subject: { change_id: id, section },
    }),
  );
}

function shapeTasks({ tasks }: Change): TasksShape {
  const items = tasks.items.map((task) => {
    const { id, done, line } = task;
    return { ...(id === undefined ? {} : { id }), text: taskText(task), done, line };
  });
  return { markdown: markdownOf(tasks) ?? "", ...taskProgress(tasks.items), items };
}

/** All of the task but its number, which is a field of its own. */
function taskText({ parallel, story, description, continuation }: TaskItem): string {
  const tags = [parallel ? "[P]" : "", story === undefined ? "" : `[${story}]`];
  return [...tags, description, continuation].filter((part) => part !== "").join(" ");
}

function shapeDeltas(change: Change): Record<string, DeltaShape> {
  return Object.fromEntries(change.deltas.map(({ capability, delta }) => [capability, shapeDelta(delta)]));
}

function shapeDelta({ added, modified, removed, renamed }: Delta): DeltaShape {
  return {
    added: added.map(shapeRequirement),
    modified: modified.map(shapeRequirement),
    removed: removed.map(({ line: _line, ...removal }) => removal),
    renamed: renamed.map(({ from, to }) => ({ from, to })),
  };
}

const longestDocument = 400_000;

function markdownOf({ file }: ChangeDocument): string | undefined {
  return file === undefined ? undefined : clipText(file.text.replace(/^\uFEFF/, ""), longestDocument);
}

function absenceOf({ path, file, problem }: ChangeDocument): Problem[] {
  const isAbsent = file === undefined && problem === undefined;
  return isAbsent ? [{ rule: "document", line: 1, message: `${path}: The file is missing.` }] : [];
}

/** Why the document could not be read, or not as its author meant it. */
function flawsOf({ file, problem }: ChangeDocument): Problem[] {
  const bytes = (file?.problems ?? []).map(({ line, message, fix }) => ({
    rule: "document",
    line,
    message,
    fix,
  }));
  return problem === undefined ? bytes : [{ ...problem, rule: "document" }];
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  const entry: { [P in K]?: string } = {};
  if (value !== undefined) entry[key] = value;
  return entry;
}
