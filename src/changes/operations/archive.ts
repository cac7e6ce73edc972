import * as z from "zod";
import { localDate } from "../../kernel/calendar.ts";
import { clipText } from "../../kernel/clip.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, writing } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import type { Surface } from "../../operation/surface.ts";
import { SpecFinding } from "../../specs/findings.ts";
import { checkoutOf } from "../../workspace/git/checkout.ts";
import { type Archived, archiveChange as archive } from "../archive/archive.ts";
import { reasonLines } from "../archive/plan.ts";
import type { Effect } from "../delta/apply.ts";
import { redline } from "../delta/redline.ts";
import type { Assessment, Outcome } from "../review/assess.ts";
import { driftNotes } from "../review/review.ts";

const changeId = z.string().describe("Change id");
const allowOpenTasks = z.boolean().default(false).describe("Archive even if tasks are unfinished");

const Input = z.object({
  change_id: changeId,
  mode: z.enum(["preview", "persist"]).default("preview").describe("Whether to write"),
  allow_open_tasks: allowOpenTasks,
});

const Output = z.object({
  change_id: z.string(),
  mode: z.enum(["preview", "persist"]),
  persisted: z.boolean().describe("Whether anything was written"),
  already_archived: z.boolean().describe("The change was archived before; nothing is left to do"),
  archived_as: z.string().describe("Folder of the archived change; empty when archiving is refused"),
  refused: z
    .array(SpecFinding)
    .optional()
    .describe("Why archiving this change would be refused; a preview only"),
  specs: z.array(
    z.object({
      spec_id: z.string(),
      path: z.string(),
      action: z.enum(["created", "updated", "deleted", "unchanged"]),
    }),
  ),
  redlines: z.array(
    z.object({
      spec_id: z.string(),
      requirement: z.string(),
      operation: z.enum(["added", "modified", "removed", "renamed"]),
      from: z.string().optional(),
      kept: z.array(z.string()).describe("Scenarios that others added or changed since, which stay"),
      diff: z.string().describe("Lines: `- ` removed, `+ ` added, two spaces unchanged"),
    }),
  ),
  totals: z.object({
    added: z.number().int(),
    modified: z.number().int(),
    removed: z.number().int(),
    renamed: z.number().int(),
  }),
  open_tasks: z.array(z.object({ line: z.number().int(), text: z.string() })),
  notes: z.array(z.string()).optional().describe("What could not be checked"),
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
    "`preview` (the default) writes nothing and gives a redline per requirement, and the reasons in `refused` when the change does not fit; `persist` writes all specs and moves the change in one step that cannot be half done, or refuses as a whole.",
  icon: "change",
  effects: { ...writing, destructive: true, idempotent: true },
  served: "extras",
  cli: {
    words: "changes archive",
    examples: ["changes archive add-login --dry-run"],
    positionals: ["change_id"],
    input: z.object({
      change_id: changeId,
      dry_run: z.boolean().default(false).describe("Show what would be written, and write nothing"),
      allow_open_tasks: allowOpenTasks,
    }),
    toInput: ({ dry_run, ...given }) => ({
      ...given,
      mode: dry_run ? ("preview" as const) : ("persist" as const),
    }),
  },
  input: Input,
  output: Output,
  exitCode: ({ refused }) => (refused === undefined ? 0 : 1),
  run,
  text: (output, _input, surface) => archiveText(output, surface),
  human: (output, _given, style, surface) => archiveText(output, surface, style),
});

async function run(context: Context, input: z.infer<typeof Input>): Promise<Result<Output>> {
  const { workspace, clock, signal, touched } = context;
  const { change_id: id, mode, allow_open_tasks: allowOpenTasks } = input;
  const archived = await archive(workspace, { id, mode, allowOpenTasks, today: localDate(clock()), signal });
  if (!archived.ok) return archived;
  if (archived.value.kind === "planned" && mode === "persist") {
    const { outcomes, archivedAs } = archived.value.archive;
    for (const { path } of outcomes) touched(path);
    touched(archivedAs);
  }
  return ok({ ...outputOf(archived.value, id, mode), ...(await checkoutOf(workspace)) });
}

function outputOf(archived: Archived, id: string, mode: Output["mode"]): Omit<Output, "root" | "branch"> {
  const nothing = {
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
  if (archived.kind === "already")
    return { ...nothing, already_archived: true, archived_as: archived.archivedAs };
  const { assessment } = archived;
  if (archived.kind === "refused")
    return { ...nothing, ...effectsOf(assessment, assessment.outcomes), refused: [...archived.reasons] };
  const { archivedAs, outcomes } = archived.archive;
  return {
    ...nothing,
    ...effectsOf(assessment, outcomes),
    persisted: mode === "persist",
    archived_as: archivedAs,
  };
}

function effectsOf({ change, findings }: Assessment, outcomes: readonly Outcome[]) {
  const effects = outcomes.flatMap(({ capability, applied }) =>
    applied.effects.map((effect) => ({ spec_id: capability, effect })),
  );
  const notes = driftNotes(findings);
  const totalOf = (operation: Effect["operation"]) =>
    effects.filter(({ effect }) => effect.operation === operation).length;
  return {
    change_id: change.entry.id,
    specs: outcomes.map((outcome) => ({
      spec_id: outcome.capability,
      path: outcome.path,
      action: actionOf(outcome),
    })),
    redlines: effects.map(({ spec_id, effect }) => redlineOf(spec_id, effect)),
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

function actionOf({ before, applied }: Outcome): Output["specs"][number]["action"] {
  if (applied.text === before?.text || applied.effects.length === 0) return "unchanged";
  if (applied.text === undefined) return "deleted";
  return before ? "updated" : "created";
}

const maxDiff = 20_000;

function redlineOf(spec_id: string, { operation, name, from, before, after, kept }: Effect) {
  const diff = clipText(redline(before, after), maxDiff);
  return { spec_id, requirement: name, operation, from, kept: [...kept], diff };
}

function archiveText(output: Output, surface: Surface, style?: Style): string {
  const { change_id, archived_as, specs, redlines, totals, open_tasks } = output;
  if (output.already_archived)
    return `${change_id} is already archived as ${archived_as}; nothing was written.`;
  const lines: string[] = [];
  for (const { spec_id, requirement, operation, from, kept, diff } of output.persisted ? [] : redlines) {
    const name = from === undefined ? requirement : `${from} → ${requirement}`;
    lines.push(`${spec_id}: ${operation} "${printable(name)}"`, paint(printable(diff), style));
    if (kept.length > 0) lines.push(`  (kept from the spec: ${kept.join(", ")})`);
    lines.push("");
  }
  const notes = (output.notes ?? []).map((note) => `Note: ${printable(note)}`);
  if (output.refused !== undefined) {
    const head = `${change_id} cannot be archived yet (${count(output.refused.length, "error")}); nothing was written.`;
    return [...lines, head, reasonLines(output.refused), ...notes].join("\n");
  }
  const written = specs.filter((spec) => spec.action !== "unchanged");
  lines.push(...written.map(({ path, action }) => `${action} ${path}`));
  const sums = `${totals.added} added, ${totals.modified} modified, ${totals.removed} removed, ${totals.renamed} renamed`;
  const undo = surface.recommend({ operation: "changes_undo", args: { change_id }, to: "undo this" });
  lines.push(
    output.persisted
      ? `Archived ${change_id} as ${archived_as}: ${sums}. ${undo}`.trimEnd()
      : `Would archive ${change_id} as ${archived_as}: ${sums}. Nothing was written.`,
  );
  if (!output.persisted && open_tasks.length > 0)
    lines.push(
      `${count(open_tasks.length, "open task")} would block it; pass ${surface.argument(archiveChange, "allow_open_tasks")} to override.`,
    );
  return [...lines, ...notes].join("\n");
}

function paint(diff: string, style: Style | undefined): string {
  if (style === undefined) return diff;
  const line = (text: string) =>
    text.startsWith("+ ") ? style.good(text) : text.startsWith("- ") ? style.bad(text) : style.dim(text);
  return diff.split("\n").map(line).join("\n");
}
