import * as z from "zod";
import { count, printable } from "../../kernel/text.ts";
import { operation, writing } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import type { Surface } from "../../operation/surface.ts";
import { ArchiveShape, archive } from "../archive/archive.ts";
import { reasonLines } from "../archive/plan.ts";

const changeId = z.string().describe("Id of the change, as list_changes gives it");
const allowOpenTasks = z.boolean().default(false).describe("Archive although tasks are open");

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
  input: z.object({
    change_id: changeId,
    mode: z.enum(["preview", "persist"]).default("preview").describe("Whether to write"),
    allow_open_tasks: allowOpenTasks,
  }),
  output: ArchiveShape,
  exitCode: ({ refused }) => (refused === undefined ? 0 : 1),
  run: (context, input) =>
    archive(context, { id: input.change_id, mode: input.mode, allowOpenTasks: input.allow_open_tasks }),
  text: (output, _input, surface) => archiveText(output, surface),
  human: (output, _given, style, surface) => archiveText(output, surface, style),
});

function archiveText(output: ArchiveShape, surface: Surface, style?: Style): string {
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
  if (output.refused !== undefined) {
    const head = `${change_id} cannot be archived yet (${count(output.refused.length, "error")}); nothing was written.`;
    const notes = (output.notes ?? []).map((note) => `Note: ${printable(note)}`);
    return [...lines, head, reasonLines(output.refused), ...notes].join("\n");
  }
  const touched = specs.filter((spec) => spec.action !== "unchanged");
  lines.push(...touched.map(({ path, action }) => `${action} ${path}`));
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
  return [...lines, ...(output.notes ?? []).map((note) => `Note: ${printable(note)}`)].join("\n");
}

function paint(diff: string, style: Style | undefined): string {
  if (style === undefined) return diff;
  const line = (text: string) =>
    text.startsWith("+ ") ? style.good(text) : text.startsWith("- ") ? style.bad(text) : style.dim(text);
  return diff.split("\n").map(line).join("\n");
}
