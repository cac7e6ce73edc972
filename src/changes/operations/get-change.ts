import * as z from "zod";
import { clip, clipText } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import type { Problem } from "../../kernel/finding.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { type TaskItem, taskProgress } from "../../markdown/tasks.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { shownId } from "../../specs/ids.ts";
import { shapeRequirement } from "../../specs/operations/shapes.ts";
import { openProject } from "../../specs/project.ts";
import { readText } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { findArchivedChange, findArchivedChanges } from "../archive/archived.ts";
import { refusalReasons } from "../archive/plan.ts";
import type { Delta } from "../delta/delta.ts";
import { findFiles } from "../files.ts";
import { type Change, type ChangeDocument, findChange, findChanges, loadChange } from "../library.ts";
import { reviewChange } from "../review/review.ts";
import {
  type ChangeSection,
  ChangeShape,
  ContractShape,
  type DeltaShape,
  sections,
  type TasksShape,
} from "./change-shape.ts";
import { changeText } from "./change-text.ts";
import { redlinesOf } from "./redlines.ts";

function contractInput<T extends z.ZodType>(section: T) {
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
  input: contractInput(z.enum(sections)).extend({
    file: z.string().optional().describe("Only this file of the change, as `files` lists it"),
    diff: z.boolean().optional().describe("Only what archiving would change, as redlines, valid or not"),
  }),
  // Spox has no verification.md.
  dropIn: { input: contractInput(z.enum(sections).exclude(["verification"])), output: ContractShape },
  output: ChangeShape,
  cli: {
    words: "changes show",
    examples: ["changes show add-login --diff", "changes show add-login --file decisions.md"],
    positionals: ["change_id"],
  },
  run: async (context, { change_id, section, file, diff }) => {
    const opened = await openChange(context, change_id);
    if (!opened.ok) return opened;
    const { change, archivedAs } = opened.value;
    if (section !== undefined) return onlySection(change, section);
    if (file !== undefined) return onlyFile(context.workspace, change, file);
    if (diff === true) return onlyRedlines(context, change, archivedAs);
    const files = await fileNames(context.workspace, change);
    const blockedBy = archivedAs === undefined ? await blockersOf(context, change) : [];
    return ok({
      ...wholeChange(change),
      files,
      archived_as: archivedAs,
      blocked_by: blockedBy.length === 0 ? undefined : [...blockedBy],
    });
  },
  text: (change) => changeText(change),
  human: (change, _given, style) => changeText(change, style),
});

interface OpenedChange {
  readonly change: Change;
  /** Set for a change that is in the archive. */
  readonly archivedAs: WorkspacePath | undefined;
}

async function openChange(context: Context, id: string): Promise<Result<OpenedChange>> {
  const { workspace } = context;
  const { layouts, vocabulary } = await openProject(workspace);
  const active = findChange(await findChanges(workspace, layouts), id);
  if (active.ok)
    return ok({ change: await loadChange(workspace, active.value, vocabulary), archivedAs: undefined });
  const archived = findArchivedChange(await findArchivedChanges(workspace, layouts), id);
  if (archived === undefined) return active;
  // In Spec Oxide a change that was archived is gone.
  if (context.flags["spec-rules"] === "spox")
    return fail({ ...active.fault, remedy: `It is archived; read it in \`${archived.path}\`.` });
  return ok({ change: await loadChange(workspace, archived, vocabulary), archivedAs: archived.path });
}

const maxFiles = 1000;

/** Relative to the folder of the change. */
async function fileNames(workspace: Workspace, { entry }: Change): Promise<string[]> {
  const paths = await findFiles(workspace, entry.path);
  return paths.slice(0, maxFiles).map((path) => path.slice(entry.path.length + 1));
}

/** The name is compared with the files that are there, and never made into a path. */
async function onlyFile(workspace: Workspace, change: Change, name: string): Promise<Result<ChangeShape>> {
  const { id, path: folder } = change.entry;
  const paths = await findFiles(workspace, folder);
  const path = paths.find((each) => each === name || each === `${folder}/${name}`);
  const names = paths.map((each) => each.slice(folder.length + 1));
  if (path === undefined) {
    const message = `The change \`${id}\` has no file \`${shownId(name)}\`.`;
    const there = clip(names, 50);
    const remedy = `It has: ${there.shown.join(", ")}${there.leftOut > 0 ? `, and ${there.leftOut} more` : ""}.`;
    return fail(fault("change_section_absent", message, remedy, { subject: { change_id: id, file: name } }));
  }
  const file = await readText(workspace, path, { lossy: true });
  if (!file.ok) return file;
  return ok({ id, file: { path, text: clipText(file.value.text, maxDocumentLength) } });
}

async function blockersOf(
  { workspace, flags }: Context,
  { entry, deltas }: Change,
): Promise<readonly string[]> {
  const isPlain = deltas.every(
    ({ delta }) => delta.modified.length + delta.removed.length + delta.renamed.length === 0,
  );
  if (isPlain || flags["spec-rules"] === "spox") return [];
  const reviewed = await reviewChange(await openProject(workspace), { id: entry.id });
  return reviewed.ok ? reviewed.value.blockedBy : [];
}

async function onlyRedlines(
  context: Context,
  change: Change,
  archivedAs: WorkspacePath | undefined,
): Promise<Result<ChangeShape>> {
  const { id } = change.entry;
  if (archivedAs !== undefined) {
    const message = `The change \`${id}\` is archived: its text is in the specs already.`;
    const remedy = `Compare the specs in git: \`git log -p -- ${change.entry.layout.specs}\`.`;
    return fail(fault("archive_refused", message, remedy, { subject: { change_id: id } }));
  }
  const reviewed = await reviewChange(await openProject(context.workspace), { id });
  if (!reviewed.ok) return reviewed;
  const assessment = reviewed.value;
  const { outcomes, blockedBy } = assessment;
  const refused = refusalReasons(assessment);
  return ok({
    id,
    redlines: redlinesOf(outcomes),
    ...(refused.length === 0 ? {} : { refused }),
    ...(blockedBy.length === 0 ? {} : { blocked_by: [...blockedBy] }),
  });
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
    return { id, text: taskText(task), done, line };
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

const maxDocumentLength = 400_000;

function markdownOf({ file }: ChangeDocument): string | undefined {
  return file === undefined ? undefined : clipText(file.text.replace(/^\uFEFF/, ""), maxDocumentLength);
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
