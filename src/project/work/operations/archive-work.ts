import * as z from "zod";
import { archiveChange } from "../../../changes/operations/archive.ts";
import { fault, type Suggestion } from "../../../kernel/fault.ts";
import { fail, type Result } from "../../../kernel/result.ts";
import { operation, writing } from "../../../operation/operation.ts";
import { collectWork } from "../collect.ts";
import { findWork } from "../find.ts";
import type { WorkItem } from "../item.ts";

/** OpenSpec and Spec Oxide archive a finished change. spec-kit and SpecMan have no archive. */
export const archiveWork = operation({
  name: "work_archive",
  title: "Archive work",
  summary: "Applies a change to the specs and moves it to the archive.",
  details: "Features and scratch pads have no archive: the command says what their own tools do instead.",
  icon: "workflow",
  effects: { ...writing, destructive: true },
  served: { never: "agents call archive_change, which previews first" },
  cli: {
    words: "work archive",
    positionals: ["id"],
    examples: ["work archive add-login --dry-run"],
  },
  input: z.object({
    id: z.string().describe("Id or path of the change"),
    dry_run: z.boolean().default(false).describe("Show what would be written, and write nothing"),
    allow_open_tasks: z.boolean().default(false).describe("Archive even if tasks are unfinished"),
  }),
  output: archiveChange.output,
  exitCode: (output) => archiveChange.exitCode?.(output) ?? 0,
  run: async (context, { id, dry_run, allow_open_tasks }) => {
    const works = await collectWork(context, { review: "none" });
    if (!works.ok) return works;
    const work = findWork(works.value, id);
    // An archived change is not in flight, and the archive says so better.
    const isUnknown = !work.ok && work.fault.code === "work_not_found";
    if (!work.ok && !isUnknown) return work;
    if (work.ok && work.value.item.kind !== "change") return noArchive(work.value.item);
    const archived = await context.call(archiveChange, {
      change_id: work.ok ? work.value.item.id : id,
      mode: dry_run ? "preview" : "persist",
      allow_open_tasks,
    });
    return !archived.ok && !work.ok && archived.fault.code === "change_not_found" ? work : archived;
  },
  text: (output, { allow_open_tasks }, surface) =>
    archiveChange.text(output, { change_id: output.change_id, mode: output.mode, allow_open_tasks }, surface),
  human: (output, { dry_run, allow_open_tasks }, style, surface) => {
    const given = { change_id: output.change_id, dry_run, allow_open_tasks };
    return archiveChange.human?.(output, given, style, surface) ?? "";
  },
});

function noArchive({ id, kind, label, path }: WorkItem): Result<never> {
  if (kind === "feature") {
    const message = `\`${id}\` is a ${label}, and spec-kit has no archive: a finished feature stays in \`${path}\`, where its spec is the record.`;
    return fail(fault("archive_refused", message, "Nothing needs to be done.", { subject: { id } }));
  }
  const message = `\`${id}\` is a ${label}, and SpecMan has no archive: a finished scratch pad is deleted.`;
  const suggest: Suggestion = {
    operation: "delete_artifact",
    args: { locator: `scratch://${id}` },
    to: "delete it",
  };
  return fail(fault("archive_refused", message, "", { subject: { id }, suggest }));
}
