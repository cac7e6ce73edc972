import { clip } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { sha256 } from "../../kernel/hash.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import type { SpecFinding } from "../../specs/findings.ts";
import { exists, type TextFile } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Edit, WritePlan } from "../../workspace/write/plan.ts";
import { baseRecordPath } from "../base/base-record.ts";
import { below } from "../library.ts";
import type { Assessment, Outcome } from "../review/assess.ts";
import { storedRecord, type UndoRecord, undoFolder } from "./undo-record.ts";

export interface ArchivePlan {
  readonly plan: WritePlan;
  /** Where the change goes. */
  readonly archivedAs: WorkspacePath;
  readonly outcomes: readonly Outcome[];
  readonly files: readonly FileChange[];
}

/** A file that an archive changes besides specs: a source with a tag, a record of links. */
export interface FileChange {
  readonly path: WorkspacePath;
  /** Undefined for a new file. */
  readonly before: Pick<TextFile, "text" | "sha256"> | undefined;
  /** Undefined for a file that is deleted. */
  readonly after: string | undefined;
}

export interface PlanOptions {
  /** The user's local date. */
  readonly today: string;
  readonly skipSpecs?: { readonly reason: string } | undefined;
  readonly files?: readonly FileChange[];
}

/** Why a change was archived without its deltas; part of the change, committed with it. */
const noteName = ".hewto-archive.json";

/**
 * What archiving would write: every spec, the undo record, and finally the move of the change. Nothing is planned
 * when anything does not fit.
 */
export async function planArchive(
  workspace: Workspace,
  assessment: Assessment,
  { today, skipSpecs, files = [] }: PlanOptions,
): Promise<Result<ArchivePlan>> {
  const refusal = refusalOf(assessment);
  if (refusal !== undefined) return refusal;
  const { change, outcomes } = assessment;
  const { layout, path, name } = change.entry;
  const archivedName = await freeName(workspace, layout.archive, datedName(name, today));
  const archivedAs = below(layout.archive, archivedName);
  const edits = [...outcomes.flatMap((outcome) => editsOf(outcome)), ...files.flatMap(fileEdit)];
  const record: UndoRecord = {
    version: 1,
    change: change.entry.id,
    from: path,
    to: archivedAs,
    specs: [...recordsOf(outcomes), ...files.map(undoOf)],
  };
  const recordPath = below(undoFolder, `${archivedName}.${layout.name}.json`);
  edits.push({ kind: "write", path: recordPath, content: storedRecord(workspace, record), expect: "any" });
  const base = baseRecordPath(change);
  if (await exists(workspace, base)) edits.push({ kind: "delete", path: base, expect: "any" });
  if (skipSpecs !== undefined) {
    const content = `${JSON.stringify({ version: 1, skip_specs: true, reason: skipSpecs.reason }, undefined, 2)}\n`;
    edits.push({ kind: "write", path: archiveNotePath(path), content, expect: "any" });
  }
  edits.push({ kind: "move", from: path, to: archivedAs });
  return ok({ plan: { label: `archive ${change.entry.id}`, edits }, archivedAs, outcomes, files });
}

export function archiveNotePath(folder: WorkspacePath): WorkspacePath {
  return below(folder, noteName);
}

/** Why archive refuses a change; nothing when it does not. */
export function refusalReasons({ findings }: Pick<Assessment, "findings">): SpecFinding[] {
  // OpenSpec calls a change that waits for another one valid; the other one must still be archived first.
  return findings.filter(({ severity, rule }) => severity === "error" || rule === "change-blocked");
}

const maxReasons = 20;

/** A change that does not fit is refused as a whole, with every reason. */
function refusalOf(assessment: Assessment): Failure | undefined {
  const { change, outcomes } = assessment;
  const errors = refusalReasons(assessment);
  if (errors.length === 0) return undefined;
  const isConflict = outcomes.some(({ applied }) => applied.misfits.some((misfit) => misfit.isConflict));
  const { id } = change.entry;
  const message = `The change \`${id}\` cannot be archived; nothing was written.\n${reasonLines(errors)}\n`;
  return fail(
    fault(isConflict ? "archive_conflict" : "archive_refused", message, "Fix these and try again.", {
      subject: { change_id: id },
      details: { errors },
      suggest: suggestion(id, errors),
    }),
  );
}

function suggestion(id: string, errors: readonly SpecFinding[]) {
  const operation = "archive_change";
  // A change without deltas has nothing to fix if it was never meant to change a spec.
  if (errors.every(({ rule }) => rule === "delta-missing")) {
    const args = { change_id: id, mode: "persist", skip_specs: true, reason: "WHY" };
    return { operation, args, to: "archive it without changing a spec" };
  }
  // One next step for all of them, such as the change to archive first.
  const [first, ...others] = errors.map(({ suggest }) => suggest);
  if (first !== undefined && others.every((each) => JSON.stringify(each) === JSON.stringify(first)))
    return first;
  return {
    operation,
    args: { change_id: id, mode: "preview", dry_run: true },
    to: "see what the change would do",
  };
}

/** One finding on each line, with what to do about it. */
export function reasonLines(errors: readonly SpecFinding[]): string {
  const { shown, leftOut } = clip(errors, maxReasons);
  const lines = shown.map(({ file, line, message, fix }) =>
    printable(`- ${file}:${line}: ${message}${fix === undefined ? "" : ` ${fix}`}`)
      .split("\n")
      .map((part) => part.trim())
      .join(" "),
  );
  return [
    ...lines,
    ...(leftOut > 0 ? [`- and ${leftOut} more; validate the change to see them all`] : []),
  ].join("\n");
}

/** Open tasks block an archive unless the caller allows them. */
export function openTasksRefusal({ change }: Assessment): Failure | undefined {
  const open = change.tasks.items.filter((task) => !task.done);
  if (open.length === 0) return undefined;
  const { id } = change.entry;
  const { shown, leftOut } = clip(open, 10);
  const lines = shown.map((task) => `- line ${task.line}: ${task.text}`);
  const more = leftOut > 0 ? [`- and ${leftOut} more`] : [];
  const message = `The change \`${id}\` has ${count(open.length, "open task")}; nothing was written.\n${[...lines, ...more].join("\n")}\n`;
  const tasks = open.map(({ line, text }) => ({ line, text }));
  return fail(
    fault("archive_refused", message, "Finish them first.", {
      subject: { change_id: id },
      details: { open_tasks: tasks },
      suggest: {
        operation: "archive_change",
        args: { change_id: id, mode: "persist", allow_open_tasks: true },
        to: "archive it anyway",
      },
    }),
  );
}

function editsOf({ path, before, applied }: Outcome): Edit[] {
  const expect = before?.sha256 ?? "absent";
  if (applied.text === undefined)
    return before === undefined ? [] : [{ kind: "delete", path, expect: before.sha256 }];
  if (applied.text === before?.text) return [];
  return applied.effects.length === 0 ? [] : [{ kind: "write", path, content: applied.text, expect }];
}

function recordsOf(outcomes: readonly Outcome[]): UndoRecord["specs"] {
  return outcomes
    .filter((outcome) => editsOf(outcome).length > 0)
    .map(({ path, before, applied }) => ({
      path,
      before: before?.text ?? null,
      after: applied.text === undefined ? null : sha256(applied.text),
    }));
}

function fileEdit({ path, before, after }: FileChange): Edit[] {
  if (after !== undefined)
    return [{ kind: "write", path, content: after, expect: before?.sha256 ?? "absent" }];
  return before === undefined ? [] : [{ kind: "delete", path, expect: before.sha256 }];
}

function undoOf({ path, before, after }: FileChange): UndoRecord["specs"][number] {
  return { path, before: before?.text ?? null, after: after === undefined ? null : sha256(after) };
}

/** `2026-11-15-add-login`; an id that starts with a date keeps that one. */
function datedName(name: string, today: string): string {
  return /^\d{4}-\d{2}-\d{2}-/.test(name) ? name : `${today}-${name}`;
}

/** A second archive with the same name on the same day gets a number; nothing is overwritten. */
async function freeName(workspace: Workspace, folder: WorkspacePath, name: string): Promise<string> {
  for (let nth = 1; ; nth++) {
    const candidate = nth === 1 ? name : `${name}-${nth}`;
    if (!(await exists(workspace, below(folder, candidate)))) return candidate;
  }
}
