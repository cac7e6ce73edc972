import * as z from "zod";
import { count, printable } from "../../kernel/text.ts";
import { operation, writing } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import { reasonLines } from "../archive.ts";
import { ArchiveShape, archive } from "./archive-policy.ts";

const changeId = z.string().describe("Id of the change, as list_changes gives it");
const allowOpenTasks = z.boolean().default(false).describe("Archive although tasks are open");

const common = {
  title: "Archive change",
  summary: "Applies the deltas of a change to the specs and moves the change to the archive.",
  icon: "change",
  output: ArchiveShape,
  exitCode: ({ refused }: ArchiveShape) => (refused === undefined ? 0 : 1),
  text: (output: ArchiveShape) => archiveText(output),
} as const;

/** The tool: a model previews first and persists when a person has agreed. */
export const archiveChange = operation({
  ...common,
  name: "archive_change",
  details:
    "`preview` (the default) writes nothing and gives a redline per requirement, and the reasons in `refused` when the change does not fit; `persist` writes all specs and moves the change in one step that cannot be half done, or refuses as a whole.",
  effects: { ...writing, destructive: true, idempotent: true },
  served: "extras",
  input: z.object({
    change_id: changeId,
    mode: z.enum(["preview", "persist"]).default("preview").describe("Whether to write"),
    allow_open_tasks: allowOpenTasks,
  }),
  run: (context, input) =>
    archive(context, { id: input.change_id, mode: input.mode, allowOpenTasks: input.allow_open_tasks }),
});

/** The command: writes unless told not to, as people expect of a verb. */
export const archiveCommand = operation({
  ...common,
  name: "changes_archive",
  effects: { ...writing, destructive: true, idempotent: true },
  served: "never",
  cli: {
    words: "changes archive",
    examples: ["changes archive add-login --dry-run"],
    positionals: ["change_id"],
  },
  input: z.object({
    change_id: changeId,
    dry_run: z.boolean().default(false).describe("Show what would be written, and write nothing"),
    allow_open_tasks: allowOpenTasks,
  }),
  run: (context, input) =>
    archive(context, {
      id: input.change_id,
      mode: input.dry_run ? "preview" : "persist",
      allowOpenTasks: input.allow_open_tasks,
    }),
  human: (output, _input, style) => archiveText(output, style),
});

function archiveText(output: ArchiveShape, style?: Style): string {
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
  lines.push(
    output.persisted
      ? `Archived ${change_id} as ${archived_as}: ${sums}. Undo with \`hewto changes undo ${change_id}\`.`
      : `Would archive ${change_id} as ${archived_as}: ${sums}. Nothing was written.`,
  );
  if (!output.persisted && open_tasks.length > 0)
    lines.push(
      `${count(open_tasks.length, "open task")} would block it; pass allow_open_tasks (--allow-open-tasks) to override.`,
    );
  return [...lines, ...(output.notes ?? []).map((note) => `Note: ${printable(note)}`)].join("\n");
}

function paint(diff: string, style: Style | undefined): string {
  if (style === undefined) return diff;
  const line = (text: string) =>
    text.startsWith("+ ") ? style.good(text) : text.startsWith("- ") ? style.bad(text) : style.dim(text);
  return diff.split("\n").map(line).join("\n");
}
