import type { Fault } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { SpecFinding } from "../../specs/findings.ts";
import { openProject, type SpecProject } from "../../specs/project.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import { findChanges } from "../library.ts";
import type { Assessment } from "../review/assess.ts";
import { reviewChange } from "../review/review.ts";
import { findArchived } from "./archived.ts";
import { type ArchivePlan, type FileChange, openTasksRefusal, planArchive, refusalReasons } from "./plan.ts";

export interface ArchiveRequest {
  readonly id: string;
  readonly mode: "preview" | "persist";
  readonly allowOpenTasks: boolean;
  /** Moves the change and leaves the specs as they are, for this reason. */
  readonly skipSpecs: { readonly reason: string } | undefined;
  /** The user's local date. */
  readonly today: string;
  readonly signal: AbortSignal;
  /** What else the archive has to say or to write: tests, tags and records of the requirements. */
  readonly companion?: ((assessment: Assessment) => Promise<Result<Companion>>) | undefined;
}

export interface Companion {
  /** An error among them refuses the archive. */
  readonly findings: readonly SpecFinding[];
  /** Written with the specs in one step, and undone with them. */
  readonly files: readonly FileChange[];
}

export type Archived =
  /** It was archived before; nothing is left to do. */
  | { readonly kind: "already"; readonly archivedAs: string }
  /** A preview of a change that does not fit, with the reasons. */
  | { readonly kind: "refused"; readonly assessment: Assessment; readonly reasons: readonly SpecFinding[] }
  /** Planned, and written when asked for. */
  | { readonly kind: "planned"; readonly assessment: Assessment; readonly archive: ArchivePlan };

/** Another archive may change a spec first; this one is then planned again on top of it, up to this often. */
const maxAttempts = 5;

/** Plans an archive and, when asked, carries it out: all specs and the move in one journaled write. */
export async function archiveChange(
  workspace: Workspace,
  request: ArchiveRequest,
): Promise<Result<Archived>> {
  for (let attempt = 1; ; attempt++) {
    const result = await archiveOnce(workspace, request);
    const isOvertaken = !result.ok && isConflict(result.fault);
    if (!isOvertaken || attempt === maxAttempts) return result;
  }
}

function isConflict({ code }: Fault): boolean {
  return code === "write_conflict";
}

async function archiveOnce(workspace: Workspace, request: ArchiveRequest): Promise<Result<Archived>> {
  const project = await openProject(workspace);
  const archivedAs = await archivedBefore(project, request.id);
  if (archivedAs !== undefined) return ok({ kind: "already", archivedAs });
  const reviewed = await reviewChange(project, { id: request.id });
  if (!reviewed.ok) return reviewed;
  const own = request.skipSpecs ? withoutSpecs(reviewed.value) : reviewed.value;
  const companion = await companionOf(request, own);
  if (!companion.ok) return companion;
  const { findings, files } = companion.value;
  const assessment = { ...own, findings: [...own.findings, ...findings] };
  const reasons = refusalReasons(assessment);
  // Reviewers want to see what a change would do, most of all when it does not fit.
  if (reasons.length > 0 && request.mode === "preview") return ok({ kind: "refused", assessment, reasons });
  const archive = await planArchive(workspace, assessment, { ...request, files });
  if (!archive.ok) return archive;
  if (request.mode === "persist") {
    const blocked = request.allowOpenTasks ? undefined : openTasksRefusal(assessment);
    if (blocked !== undefined) return blocked;
    const options = { signal: request.signal, tool: "archive_change" };
    const committed = await commit(workspace, archive.value.plan, options);
    if (!committed.ok) return committed;
  }
  return ok({ kind: "planned", assessment, archive: archive.value });
}

/** A change that does not fit, or that changes no spec, has no effect on tests and records. */
async function companionOf(
  { companion }: ArchiveRequest,
  assessment: Assessment,
): Promise<Result<Companion>> {
  const isIdle = assessment.outcomes.length === 0 || refusalReasons(assessment).length > 0;
  return companion === undefined || isIdle ? ok({ findings: [], files: [] }) : companion(assessment);
}

/** Nothing is applied, so nothing that is wrong with the deltas matters. */
function withoutSpecs({ change }: Assessment): Assessment {
  return { change, findings: [], outcomes: [], blockedBy: [], overlaps: [] };
}

async function archivedBefore({ workspace, layouts }: SpecProject, id: string): Promise<string | undefined> {
  const active = await findChanges(workspace, layouts);
  if (active.some((entry) => entry.id === id || entry.name === id)) return undefined;
  return findArchived(workspace, layouts, id);
}

/**
 * Archives several changes, each in a write of its own: one that does not fit keeps none of the others back. They
 * go in the given order, except that a change waits for those of the list that it is blocked by.
 */
export async function archiveChanges(
  workspace: Workspace,
  ids: readonly string[],
  request: Omit<ArchiveRequest, "id">,
): Promise<Map<string, Result<Archived>>> {
  const results = new Map<string, Result<Archived>>();
  let waiting = [...new Set(ids)];
  for (let hasProgress = true; hasProgress && waiting.length > 0; ) {
    hasProgress = false;
    const refused: string[] = [];
    for (const id of waiting) {
      const result = await archiveChange(workspace, { ...request, id });
      results.set(id, result);
      const isArchived = result.ok && result.value.kind !== "refused";
      if (isArchived) hasProgress = true;
      else refused.push(id);
    }
    // A preview writes nothing, so another round would say the same.
    waiting = request.mode === "preview" ? [] : refused;
  }
  return results;
}
