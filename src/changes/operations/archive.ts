import * as z from "zod";
import { localDate } from "../../kernel/calendar.ts";
import { type Fault, fault, faultText } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, writing } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import type { Surface } from "../../operation/surface.ts";
import { SpecFinding } from "../../specs/findings.ts";
import { openProject } from "../../specs/project.ts";
import { checkoutOf } from "../../workspace/git/checkout.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { type Archived, type ArchiveRequest, archiveChanges } from "../archive/archive.ts";
import { findArchivedChange, findArchivedChanges } from "../archive/archived.ts";
import { type ArchivePlan, reasonLines } from "../archive/plan.ts";
import { findChange, findChanges } from "../library.ts";
import type { Assessment, Outcome } from "../review/assess.ts";
import { driftNotes } from "../review/review.ts";
import { archiveLinks, type Links, linkFields, linkLines, Require } from "./archive-links.ts";
import { Redline } from "./change-shape.ts";
import { redlineLines, redlinesOf } from "./redlines.ts";

const fields = {
  change_id: z.string().describe("Change id"),
  further: z
    .array(z.string())
    .default([])
    .describe("More changes to archive in the same call, each by itself"),
  allow_open_tasks: z.boolean().default(false).describe("Archive even if tasks are unfinished"),
  skip_specs: z.boolean().default(false).describe("Move the change and leave the specs as they are"),
  reason: z.string().optional().describe("Why the specs are skipped; recorded with the change"),
  require: Require,
};

const Input = z.object({
  ...fields,
  mode: z.enum(["preview", "persist"]).default("preview").describe("Whether to write"),
});
type Input = z.infer<typeof Input>;

const Item = z.object({
  change_id: z.string(),
  mode: z.enum(["preview", "persist"]),
  persisted: z.boolean().describe("Whether anything was written"),
  already_archived: z.boolean().describe("The change was archived before; nothing is left to do"),
  archived_as: z.string().describe("Folder of the archived change; empty when archiving is refused"),
  refused: z
    .array(SpecFinding)
    .optional()
    .describe("Why archiving this change would be refused; a preview only"),
  error: z
    .object({ code: z.string(), message: z.string() })
    .optional()
    .describe("Why this one of several was not archived"),
  specs: z.array(
    z.object({
      spec_id: z.string(),
      path: z.string(),
      action: z.enum(["created", "updated", "deleted", "unchanged"]),
    }),
  ),
  redlines: z.array(Redline),
  totals: z.object({
    added: z.number().int(),
    modified: z.number().int(),
    removed: z.number().int(),
    renamed: z.number().int(),
  }),
  open_tasks: z.array(z.object({ line: z.number().int(), text: z.string() })),
  skipped_specs: z.string().optional().describe("The reason why the specs were left as they are"),
  notes: z.array(z.string()).optional().describe("What could not be checked"),
  ...linkFields,
});
type Item = z.infer<typeof Item>;

const Output = Item.extend({
  further: z.array(Item).optional(),
  root: z.string().describe("The workspace that was or would be written"),
  branch: z.string().optional(),
});
type Output = z.infer<typeof Output>;

/** A model previews first and persists when a person has agreed; the command writes, as people expect of a verb. */
export const archiveChange = operation({
  name: "archive_change",
  title: "Archive change",
  summary: "Applies the deltas of a change to the specs and moves the change to the archive.",
  details:
    "`preview` (the default) writes nothing and shows a redline per requirement, or in `refused` why the change does not fit; `persist` writes everything in one step, or refuses as a whole.",
  icon: "change",
  seldom: ["further", "require"],
  effects: { ...writing, destructive: true, idempotent: true },
  preview: { mode: "preview" },
  served: "extras",
  cli: {
    words: "changes archive",
    examples: [
      "changes archive add-login --dry-run",
      "changes archive add-login add-logout",
      "changes archive add-login --require passed",
      "changes archive old-idea --skip-specs --reason 'superseded by add-login'",
    ],
    positionals: ["change_id", "further..."],
    input: z.object({
      ...fields,
      dry_run: z.boolean().default(false).describe("Show what would be written, and write nothing"),
    }),
    toInput: ({ dry_run, ...given }) => ({
      ...given,
      mode: dry_run ? ("preview" as const) : ("persist" as const),
    }),
  },
  input: Input,
  output: Output,
  exitCode: ({ further = [], ...first }) => ([first, ...further].some(hasFailed) ? 1 : 0),
  run,
  text: (output, _input, surface) => archiveText(output, surface),
  human: (output, _given, style, surface) => archiveText(output, surface, style),
});

function hasFailed({ refused, error }: Pick<Item, "refused" | "error">): boolean {
  return refused !== undefined || error !== undefined;
}

async function run(context: Context, input: Input): Promise<Result<Output>> {
  const { workspace, clock, signal, touched } = context;
  const { mode, allow_open_tasks: allowOpenTasks } = input;
  const skipSpecs = readSkip(input);
  if (!skipSpecs.ok) return skipSpecs;
  const ids = [...new Set([input.change_id, ...input.further])];
  const known = await checkIds(workspace, ids);
  if (!known.ok) return known;
  const linksOf = new Map<string, Links>();
  const companion = async (assessment: Assessment) => {
    const made = await archiveLinks(context, assessment, input.require);
    if (made.ok) linksOf.set(assessment.change.entry.path, made.value.links);
    return made;
  };
  const today = localDate(clock());
  const request = { mode, allowOpenTasks, skipSpecs: skipSpecs.value, today, signal, companion };
  const results = await archiveChanges(workspace, ids, request);
  const items: Item[] = [];
  for (const [id, result] of results) {
    // One change that fails is the failure of the call; one of several is reported with the others.
    if (!result.ok && ids.length === 1) return result;
    if (result.ok && result.value.kind === "planned" && mode === "persist")
      for (const path of writtenBy(result.value.archive)) touched(path);
    const item = result.ok ? itemOf(result.value, id, mode, linksOf) : failedItem(result.fault, id, mode);
    items.push({ ...item, skipped_specs: item.archived_as === "" ? undefined : skipSpecs.value?.reason });
  }
  const [first, ...further] = items;
  if (first === undefined) throw new Error("An archive of some changes gave none.");
  const place = await checkoutOf(workspace);
  return ok({ ...first, further: further.length === 0 ? undefined : further, ...place });
}

/** Skipping the specs loses what the change was for, so somebody has to say why. */
function readSkip({ skip_specs, reason }: Input): Result<ArchiveRequest["skipSpecs"]> {
  const said = reason?.trim() ?? "";
  if (!skip_specs && reason === undefined) return ok(undefined);
  if (skip_specs && said !== "") return ok({ reason: said });
  const message = skip_specs
    ? "Skipping the specs needs a reason, which is recorded with the change."
    : "A reason is recorded only when the specs are skipped.";
  const remedy = skip_specs ? "Give a reason." : "Leave the reason out, or skip the specs.";
  return fail(fault("invalid_argument", message, remedy, { subject: { argument: "reason" } }));
}

/** Before anything is written: a misspelled id must not leave half of a list archived. */
async function checkIds(workspace: Workspace, ids: readonly string[]): Promise<Result<void>> {
  const { layouts } = await openProject(workspace);
  const active = await findChanges(workspace, layouts);
  const archived = await findArchivedChanges(workspace, layouts);
  for (const id of ids) {
    const entry = findChange(active, id);
    if (!entry.ok && findArchivedChange(archived, id) === undefined) return entry;
  }
  return ok(undefined);
}

function writtenBy({ outcomes, files, archivedAs }: ArchivePlan): string[] {
  return [...[...outcomes, ...files].map(({ path }) => path), archivedAs];
}

function emptyItem(id: string, mode: Item["mode"]): Item {
  return {
    change_id: id,
    mode,
    persisted: false,
    already_archived: false,
    archived_as: "",
    specs: [],
    redlines: [],
    totals: { added: 0, modified: 0, removed: 0, renamed: 0 },
    open_tasks: [],
  };
}

function failedItem(problem: Fault, id: string, mode: Item["mode"]): Item {
  return { ...emptyItem(id, mode), error: { code: problem.code, message: faultText(problem) } };
}

function itemOf(
  archived: Archived,
  id: string,
  mode: Item["mode"],
  linksOf: ReadonlyMap<string, Links>,
): Item {
  const nothing = emptyItem(id, mode);
  if (archived.kind === "already")
    return { ...nothing, already_archived: true, archived_as: archived.archivedAs };
  const { assessment } = archived;
  if (archived.kind === "refused")
    return { ...nothing, ...effectsOf(assessment, assessment.outcomes), refused: [...archived.reasons] };
  const { archivedAs, outcomes } = archived.archive;
  const effects = effectsOf(assessment, outcomes);
  const links = linksOf.get(assessment.change.entry.path);
  const notes = [...(effects.notes ?? []), ...(links?.notes ?? [])];
  return {
    ...nothing,
    ...effects,
    ...links,
    notes: notes.length === 0 ? undefined : notes,
    persisted: mode === "persist",
    archived_as: archivedAs,
  };
}

function effectsOf({ change, findings }: Assessment, outcomes: readonly Outcome[]) {
  const redlines = redlinesOf(outcomes);
  const notes = driftNotes(findings);
  const totalOf = (operation: Redline["operation"]) =>
    redlines.filter((each) => each.operation === operation).length;
  return {
    change_id: change.entry.id,
    specs: outcomes.map((outcome) => ({
      spec_id: outcome.capability,
      path: outcome.path,
      action: actionOf(outcome),
    })),
    redlines,
    totals: {
      added: totalOf("added"),
      modified: totalOf("modified"),
      removed: totalOf("removed"),
      renamed: totalOf("renamed"),
    },
    open_tasks: change.tasks.items.filter((task) => !task.done).map(({ line, text }) => ({ line, text })),
    notes: notes.length === 0 ? undefined : notes,
  };
}

function actionOf({ before, applied }: Outcome): Item["specs"][number]["action"] {
  if (applied.text === before?.text || applied.effects.length === 0) return "unchanged";
  if (applied.text === undefined) return "deleted";
  return before ? "updated" : "created";
}

function archiveText({ further, ...first }: Output, surface: Surface, style?: Style): string {
  const items = [first, ...(further ?? [])];
  const texts = items.map((item) => itemText(item, surface, style));
  if (further === undefined) return texts.join("");
  const done = items.filter((item) => !hasFailed(item)).length;
  const verb = first.mode === "persist" ? "archived" : "can be archived";
  return [...texts, `${done} of ${items.length} changes ${verb}.`].join("\n\n");
}

function itemText(item: Item, surface: Surface, style?: Style): string {
  const { change_id, archived_as, specs, redlines, totals, open_tasks } = item;
  if (item.error !== undefined) return `${change_id}: ${printable(item.error.message)}`;
  if (item.already_archived)
    return `${change_id} is already archived as ${archived_as}; nothing was written.`;
  const lines = item.persisted ? [] : redlineLines(redlines, style);
  const notes = (item.notes ?? []).map((note) => `Note: ${printable(note)}`);
  if (item.refused !== undefined) {
    const head = `${change_id} cannot be archived yet (${count(item.refused.length, "error")}); nothing was written.`;
    return [...lines, head, reasonLines(item.refused), ...notes].join("\n");
  }
  const written = specs.filter((spec) => spec.action !== "unchanged");
  lines.push(...written.map(({ path, action }) => `${action} ${path}`));
  const sums =
    item.skipped_specs === undefined
      ? `${totals.added} added, ${totals.modified} modified, ${totals.removed} removed, ${totals.renamed} renamed`
      : "no spec was changed";
  const undo = surface.recommend({ operation: "changes_undo", args: { change_id }, to: "undo this" });
  lines.push(
    item.persisted
      ? `Archived ${change_id} as ${archived_as}: ${sums}. ${undo}`.trimEnd()
      : `Would archive ${change_id} as ${archived_as}: ${sums}. Nothing was written.`,
  );
  if (!item.persisted && open_tasks.length > 0)
    lines.push(
      `${count(open_tasks.length, "open task")} would block it; pass ${surface.argument(archiveChange, "allow_open_tasks")} to override.`,
    );
  return [...lines, ...linkLines(item, item.persisted, surface), ...notes].join("\n");
}
