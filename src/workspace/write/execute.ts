import { relative, sep } from "node:path";
import { sha256 } from "../../kernel/hash.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Workspace } from "../paths/root.ts";
import { modeForNewFile } from "../state/folder.ts";
import { inFolders } from "./anchor.ts";
import { createFile, replaceFile } from "./atomic.ts";
import { type Disk, ifExists } from "./disk.ts";
import { FileChanged } from "./errors.ts";
import { cancelled, writeFault } from "./faults.ts";
import { type RunOptions, runJournaled } from "./journal/journal.ts";
import type { JournalPlan, Step } from "./journal/plan.ts";
import type { LocatedEdit, WritePlan } from "./plan.ts";
import { missingFolders, type VerifiedEdit, verifyEdit } from "./verify.ts";

export interface CommitReport {
  readonly root: string;
  /** In the order of the plan; edits without effect are left out. */
  readonly changed: Change[];
}

export interface Change {
  readonly action: "create" | "update" | "delete" | "move";
  readonly path: string;
  readonly from?: string;
}

/** Verifies and applies a plan. The caller holds the locks of all its paths. */
export async function executePlan(
  workspace: Workspace,
  plan: WritePlan,
  located: readonly LocatedEdit[],
  options: RunOptions,
  disk: Disk,
): Promise<Result<CommitReport>> {
  const verified: VerifiedEdit[] = [];
  const folders = new Set<string>();
  for (const edit of located) {
    const verification = await verifyEdit(workspace, edit, disk);
    if (!verification.ok) return verification;
    if (verification.value === undefined) continue;
    verified.push(verification.value);
    const missing = await missingFolders(workspace.root, verification.value.target, disk);
    if (!missing.ok) return missing;
    for (const folder of missing.value) folders.add(folder);
  }
  if (options.signal?.aborted) return cancelled();
  const execution = {
    workspace,
    label: plan.label,
    edits: verified,
    folders: [...folders].sort(byCodePoint),
  };
  const done = await write(execution, options, disk);
  return done.ok ? ok(report(workspace, plan, verified)) : done;
}

interface Execution {
  readonly workspace: Workspace;
  readonly label: string;
  readonly edits: readonly VerifiedEdit[];
  readonly folders: readonly string[];
}

async function write(execution: Execution, options: RunOptions, disk: Disk): Promise<Result<void>> {
  const [first, second] = execution.edits;
  if (first === undefined) return ok(undefined);
  // One file in an existing folder is one rename, which is atomic without a journal.
  if (second === undefined && first.kind === "write" && execution.folders.length === 0) {
    return writeSingleFile(execution, first, disk);
  }
  const steps = execution.edits.map((edit) => stepOf(execution.workspace, edit));
  const contents = new Map<number, Uint8Array>();
  for (const [index, edit] of execution.edits.entries()) {
    if (edit.kind === "write") contents.set(index, edit.content);
  }
  const journaled: JournalPlan = {
    version: 1,
    label: execution.label,
    folders: [...execution.folders],
    steps,
  };
  return runJournaled(execution.workspace, journaled, contents, options, disk);
}

type VerifiedWrite = Extract<VerifiedEdit, { kind: "write" }>;

async function writeSingleFile(execution: Execution, edit: VerifiedWrite, disk: Disk): Promise<Result<void>> {
  const { target, content, before } = edit;
  try {
    if (before !== null)
      await replaceFile(target, content, disk, (disk) => requireContent(target, before, disk));
    else if (!(await createFile(target, content, disk, modeForNewFile(pathIn(execution.workspace, target)))))
      throw new FileChanged(target);
    return ok(undefined);
  } catch (error) {
    const note = await restoreContent(edit, disk).catch(() => "the new text may already be in place");
    return writeFault(error, { workspace: execution.workspace, disk }, execution.label, note);
  }
}

/** The last check, so that an editor that saved in the meantime is not overwritten. */
async function requireContent(target: string, expected: Uint8Array, disk: Disk): Promise<void> {
  const now = await ifExists(disk.readFile(target));
  if (now === undefined || Buffer.compare(now, expected) !== 0) throw new FileChanged(target);
}

/** When the rename succeeded but the sync failed, the caller gets a fault, so the change is reverted. */
async function restoreContent(edit: VerifiedWrite, disk: Disk): Promise<string | undefined> {
  const { target, content, before } = edit;
  return inFolders([target], disk, async (disk) => {
    const now = await ifExists(disk.readFile(target));
    if (now === undefined || Buffer.compare(now, content) !== 0) return undefined;
    if (before === null) await disk.unlink(target);
    else await replaceFile(target, before, disk);
    return undefined;
  });
}

function pathIn(workspace: Workspace, absolute: string): string {
  return relative(workspace.root, absolute).split(sep).join("/");
}

function stepOf(workspace: Workspace, edit: VerifiedEdit): Step {
  const inRoot = (absolute: string): string => pathIn(workspace, absolute);
  if (edit.kind === "move") return { kind: "move", from: inRoot(edit.source), to: inRoot(edit.target) };
  if (edit.kind === "remove") return { kind: "remove", path: inRoot(edit.target), before: edit.before };
  const before = edit.before === null ? null : sha256(edit.before);
  return { kind: "write", path: inRoot(edit.target), before, after: sha256(edit.content) };
}

function report(workspace: Workspace, plan: WritePlan, edits: readonly VerifiedEdit[]): CommitReport {
  const order = (edit: VerifiedEdit): number => plan.edits.indexOf(edit.edit);
  const changed = [...edits].sort((a, b) => order(a) - order(b)).map(changeOf);
  return { root: workspace.root, changed };
}

function changeOf(verified: VerifiedEdit): Change {
  const { edit } = verified;
  if (edit.kind === "move") return { action: "move", path: edit.to, from: edit.from };
  if (verified.kind !== "write") return { action: "delete", path: edit.path };
  return { action: verified.before === null ? "create" : "update", path: edit.path };
}
