import * as z from "zod";
import { localDate } from "../../kernel/calendar.ts";
import { clipText } from "../../kernel/clip.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { SpecFinding } from "../../specs/findings.ts";
import { openProject, type SpecProject } from "../../specs/project.ts";
import { commit } from "../../workspace/write/commit.ts";
import type { Effect } from "../delta/apply.ts";
import { redline } from "../delta/redline.ts";
import { findChanges } from "../library.ts";
import type { Assessment } from "../review/assess.ts";
import { driftNotes, reviewChanges } from "../review/review.ts";
import { findArchived } from "./archived.ts";
import { type ArchivePlan, openTasksRefusal, planArchive, refusalReasons } from "./plan.ts";

export const ArchiveShape = z.object({
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
      diff: z.string().describe("`- ` goes, `+ ` comes, two blanks stay"),
    }),
  ),
  totals: z.object({
    added: z.number().int(),
    modified: z.number().int(),
    removed: z.number().int(),
    renamed: z.number().int(),
  }),
  open_tasks: z.array(z.object({ line: z.number().int(), text: z.string() })),
  notes: z.array(z.string()).optional().describe("What could not be looked at"),
  root: z.string().describe("The workspace that was or would be written"),
  branch: z.string().optional(),
});
export type ArchiveShape = z.infer<typeof ArchiveShape>;

export interface ArchiveRequest {
  readonly id: string;
  readonly mode: "preview" | "persist";
  readonly allowOpenTasks: boolean;
}

/** Another archive may be first at a spec, then this one is planned anew on top of it; so often and no more. */
const mostAttempts = 5;

/** Plans an archive and, when asked, carries it out: all specs and the move in one journaled write. */
export async function archive(context: Context, request: ArchiveRequest): Promise<Result<ArchiveShape>> {
  for (let attempt = 1; ; attempt++) {
    const result = await archiveOnce(context, request);
    const isOvertaken = !result.ok && result.fault.code === "write_conflict";
    if (!isOvertaken || attempt === mostAttempts) return result;
  }
}

async function archiveOnce(context: Context, request: ArchiveRequest): Promise<Result<ArchiveShape>> {
  const project = await openProject(context.workspace);
  const done = await archivedBefore(context, project, request);
  if (done !== undefined) return ok(done);
  const reviewed = await reviewChanges(project, { id: request.id });
  if (!reviewed.ok) return reviewed;
  const [assessment] = reviewed.value;
  if (assessment === undefined) throw new Error("A review of one change gave none.");
  const refused = refusalReasons(assessment);
  // A reviewer wants to see what a change would do, all the more when it does not fit.
  if (refused.length > 0 && request.mode === "preview") {
    const { outcomes } = assessment;
    return ok({
      ...(await place(context)),
      ...shapeArchive(assessment, { archivedAs: "", outcomes }, request),
      refused,
    });
  }
  const planned = await planArchive(context.workspace, assessment, localDate(context.clock()));
  if (!planned.ok) return planned;
  const isPersisting = request.mode === "persist";
  const open = isPersisting && !request.allowOpenTasks ? openTasksRefusal(assessment) : undefined;
  if (open !== undefined) return open;
  if (isPersisting) {
    const committed = await commit(context.workspace, planned.value.plan, {
      signal: context.signal,
      tool: "archive_change",
    });
    if (!committed.ok) return committed;
    for (const { path } of planned.value.outcomes) context.touched(path);
    context.touched(planned.value.archivedAs);
  }
  return ok({ ...(await place(context)), ...shapeArchive(assessment, planned.value, request) });
}

/** A second archive of the same change finds nothing to do and says so. */
async function archivedBefore(
  context: Context,
  project: SpecProject,
  { id, mode }: ArchiveRequest,
): Promise<ArchiveShape | undefined> {
  const active = await findChanges(context.workspace, project.layouts);
  if (active.some((entry) => entry.id === id || entry.name === id)) return undefined;
  const archived = await findArchived(context.workspace, project.layouts, id);
  if (archived === undefined) return undefined;
  return {
    ...(await place(context)),
    change_id: id,
    mode,
    persisted: false,
    already_archived: true,
    archived_as: archived,
    specs: [],
    redlines: [],
    totals: { added: 0, modified: 0, removed: 0, renamed: 0 },
    open_tasks: [],
  };
}

function shapeArchive(
  { change, findings }: Assessment,
  { archivedAs, outcomes }: Pick<ArchivePlan, "outcomes"> & { readonly archivedAs: string },
  { mode }: ArchiveRequest,
): Omit<ArchiveShape, "root" | "branch"> {
  const effects = outcomes.flatMap(({ capability, applied }) =>
    applied.effects.map((effect) => ({ spec_id: capability, effect })),
  );
  const notes = driftNotes(findings);
  const totalOf = (operation: Effect["operation"]) =>
    effects.filter(({ effect }) => effect.operation === operation).length;
  return {
    change_id: change.entry.id,
    mode,
    persisted: mode === "persist",
    already_archived: false,
    archived_as: archivedAs,
    specs: outcomes.map(({ capability, path, before, applied }) => {
      const isSame = applied.text === before?.text || applied.effects.length === 0;
      const action = isSame
        ? "unchanged"
        : applied.text === undefined
          ? "deleted"
          : before
            ? "updated"
            : "created";
      return { spec_id: capability, path, action };
    }),
    redlines: effects.map(({ spec_id, effect }) => shapeEffect(spec_id, effect)),
    totals: {
      added: totalOf("added"),
      modified: totalOf("modified"),
      removed: totalOf("removed"),
      renamed: totalOf("renamed"),
    },
    open_tasks: change.tasks.items.filter((task) => !task.done).map(({ line, text }) => ({ line, text })),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

const longestDiff = 20_000;

function shapeEffect(spec_id: string, { operation, name, from, before, after, kept }: Effect) {
  const diff = clipText(redline(before, after), longestDiff);
  return {
    spec_id,
    requirement: name,
    operation,
    ...(from === undefined ? {} : { from }),
    kept: [...kept],
    diff,
  };
}

/** What a mutation touched, so that a person sees at once when it was the wrong checkout. */
export async function place(context: Context): Promise<{ root: string; branch?: string }> {
  // Loaded here: a list of specs need not wait for the code that starts programs.
  const { gitStatus: gitFacts } = await import("../../workspace/git/queries.ts");
  const { branch } = await gitFacts(context.workspace);
  return { root: context.workspace.root, ...(branch === undefined ? {} : { branch }) };
}
