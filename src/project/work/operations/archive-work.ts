import * as z from "zod";
import { archiveChange } from "../../../changes/operations/archive.ts";
import { Require } from "../../../changes/operations/archive-links.ts";
import { fault, type Suggestion } from "../../../kernel/fault.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import { operation, writing } from "../../../operation/operation.ts";
import { collectWork } from "../collect.ts";
import { findWork } from "../find.ts";
import type { Work, WorkItem } from "../item.ts";

/** OpenSpec and Spec Oxide archive a finished change. spec-kit and SpecMan have no archive. */
export const archiveWork = operation({
  name: "work_archive",
  title: "Archive work",
  summary: "Applies a change to the specs and moves it to the archive.",
  details: "Features and scratch pads have no archive: the command says what their own tools do instead.",
  icon: "workflow",
  effects: { ...writing, destructive: true },
  preview: { dry_run: true },
  served: { never: "agents call archive_change, which previews first" },
  cli: {
    words: "work archive",
    positionals: ["id", "further..."],
    examples: ["work archive add-login --dry-run", "work archive add-login add-logout"],
  },
  input: z.object({
    id: z.string().describe("Id or path of the change"),
    further: z.array(z.string()).default([]).describe("More changes to archive, each by itself"),
    dry_run: z.boolean().default(false).describe("Show what would be written, and write nothing"),
    allow_open_tasks: z.boolean().default(false).describe("Archive even if tasks are unfinished"),
    skip_specs: z.boolean().default(false).describe("Move the change and leave the specs as they are"),
    reason: z.string().optional().describe("Why the specs are skipped; recorded with the change"),
    require: Require,
  }),
  output: archiveChange.output,
  exitCode: (output) => archiveChange.exitCode?.(output) ?? 0,
  run: async (context, { id, further, dry_run, ...input }) => {
    const works = await collectWork(context, { review: "none" });
    if (!works.ok) return works;
    const ids: string[] = [];
    for (const name of [id, ...further]) {
      const change = changeNamed(works.value, name);
      if (!change.ok) return change;
      ids.push(change.value);
    }
    const [change_id = id, ...others] = ids;
    const mode = dry_run ? "preview" : "persist";
    const archived = await context.call(archiveChange, { ...input, change_id, further: others, mode });
    // An archived change is not in flight, and its archive says so better than "not found" does.
    if (archived.ok || archived.fault.code !== "change_not_found") return archived;
    const work = findWork(works.value, change_id);
    return work.ok ? archived : work;
  },
  text: (output, input, surface) => archiveChange.text(output, archiveInput(output, input), surface),
  human: (output, input, style, surface) =>
    archiveChange.human?.(output, { ...archiveInput(output, input), ...input }, style, surface) ?? "",
});

/** The id of a change in flight; a name that is not in flight stays as it is. */
function changeNamed(works: readonly Work[], name: string): Result<string> {
  const work = findWork(works, name);
  if (!work.ok) return work.fault.code === "work_not_found" ? ok(name) : work;
  return work.value.item.kind === "change" ? ok(work.value.item.id) : noArchive(work.value.item);
}

interface Given {
  readonly further: string[];
  readonly allow_open_tasks: boolean;
  readonly skip_specs: boolean;
  readonly reason?: string | undefined;
  readonly require?: z.infer<typeof Require>;
}

function archiveInput({ change_id, mode }: Output, given: Given) {
  const { further, allow_open_tasks, skip_specs, reason, require } = given;
  return { change_id, mode, further, allow_open_tasks, skip_specs, reason, require };
}

type Output = z.infer<typeof archiveChange.output>;

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
