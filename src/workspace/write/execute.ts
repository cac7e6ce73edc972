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
  /** In the order of the plan; an edit that changed nothing is not in it. */
  readonly changed: Change[];
}

export interface Change {
  readonly action: "create" | "update" | "delete" | "move";
  readonly path: string;
  readonly from?: string;
}

/** Compares and writes. The caller holds the locks of every place. */
export async function executePlan(
  workspace: Workspace,
  plan: WritePlan,
  placed: readonly LocatedEdit[],
  options: RunOptions,
  disk: Disk,
): Promise<Result<CommitReport>> {
  const ready: VerifiedEdit[] = [];
  const folders = new Set<string>();
  for (const edit of placed) {
    const examined = await verifyEdit(workspace, edit, disk);
    if (!examined.ok) return examined;
    if (examined.value === undefined) continue;
    ready.push(examined.value);
    const missing = await missingFolders(workspace.root, examined.value.target, disk);
    if (!missing.ok) return missing;
    for (const folder of missing.value) folders.add(folder);
  }
  if (options.signal?.aborted) return cancelled();
  const job = { workspace, label: plan.label, ready, folders: [...folders].sort(byCodePoint) };
  const done = await write(job, options, disk);
  return done.ok ? ok(report(workspace, plan, ready)) : done;
}

interface Execution {
  readonly workspace: Workspace;
  readonly label: string;
  readonly ready: readonly VerifiedEdit[];
  readonly folders: readonly string[];
}

async function write(job: Execution, options: RunOptions, disk: Disk): Promise<Result<void>> {
  const [first, second] = job.ready;
  if (first === undefined) return ok(undefined);
  // One file in a folder that is there is one rename, and needs no journal to be all or nothing.
  if (second === undefined && first.kind === "write" && job.folders.length === 0) {
    return writeSingleFile(job, first, disk);
  }
  const steps = job.ready.map((edit) => stepOf(job.workspace, edit));
  const contents = new Map<number, Uint8Array>();
  for (const [index, edit] of job.ready.entries()) {
    if (edit.kind === "write") contents.set(index, edit.content);
  }
  const journaled: JournalPlan = { version: 1, label: job.label, folders: [...job.folders], steps };
  return runJournaled(job.workspace, journaled, contents, options, disk);
}

type ReadyWrite = Extract<VerifiedEdit, { kind: "write" }>;

async function writeSingleFile(job: Execution, edit: ReadyWrite, disk: Disk): Promise<Result<void>> {
  const { target, content, before } = edit;
  try {
    if (before !== null)
      await replaceFile(target, content, disk, (disk) => requireContent(target, before, disk));
    else if (!(await createFile(target, content, disk, modeForNewFile(pathIn(job.workspace, target)))))
      throw new FileChanged(target);
    return ok(undefined);
  } catch (error) {
    const note = await restoreContent(edit, disk).catch(() => "the new text may be there already");
    return writeFault(error, { workspace: job.workspace, disk }, job.label, note);
  }
}

/** The last look, so that an editor that saved since the first one is not overwritten. */
async function requireContent(target: string, expected: Uint8Array, disk: Disk): Promise<void> {
  const now = await ifExists(disk.readFile(target));
  if (now === undefined || Buffer.compare(now, expected) !== 0) throw new FileChanged(target);
}

/** When the rename went through and making it durable did not, the caller hears of a failure, so undo it. */
async function restoreContent(edit: ReadyWrite, disk: Disk): Promise<string | undefined> {
  const { target, content, before } = edit;
  return inFolders([target], disk, async (disk) => {
    const now = await ifExists(disk.readFile(target));
    if (now === undefined || Buffer.compare(now, content) !== 0) return undefined;
    if (before === null) await disk.unlink(target);
    else await replaceFile(target, before, disk);
    return undefined;
  });
}

function pathIn(workspace: Workspace, place: string): string {
  return relative(workspace.root, place).split(sep).join("/");
}

function stepOf(workspace: Workspace, edit: VerifiedEdit): Step {
  const inRoot = (place: string): string => pathIn(workspace, place);
  if (edit.kind === "move") return { kind: "move", from: inRoot(edit.source), to: inRoot(edit.target) };
  if (edit.kind === "remove") return { kind: "remove", path: inRoot(edit.target), before: edit.before };
  const before = edit.before === null ? null : sha256(edit.before);
  return { kind: "write", path: inRoot(edit.target), before, after: sha256(edit.content) };
}

function report(workspace: Workspace, plan: WritePlan, ready: readonly VerifiedEdit[]): CommitReport {
  const order = (edit: VerifiedEdit): number => plan.edits.indexOf(edit.edit);
  const changed = [...ready].sort((a, b) => order(a) - order(b)).map(changeOf);
  return { root: workspace.root, changed };
}

function changeOf(ready: VerifiedEdit): Change {
  const { edit } = ready;
  if (edit.kind === "move") return { action: "move", path: edit.to, from: edit.from };
  if (ready.kind !== "write") return { action: "delete", path: edit.path };
  return { action: ready.before === null ? "create" : "update", path: edit.path };
}
