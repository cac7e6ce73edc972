import { join } from "node:path";
import type { Fault } from "../kernel/fault.ts";
import { byCodePoint } from "../kernel/order.ts";
import { ok, type Result } from "../kernel/result.ts";
import { type Disk, ifThere, nodeDisk } from "./disk.ts";
import { clearJournal, closeJournal, decideUndo, isUndoDecided, journalId, readPlan } from "./journal.ts";
import { type JournalPlan, pathsOf } from "./journal-plan.ts";
import { finishSteps, type Journal, statesOf, undoSteps } from "./journal-steps.ts";
import { type LockOptions, withLock } from "./lock.ts";
import type { Workspace } from "./root.ts";
import { stateDirectory, stateFolder } from "./state.ts";
import { systemFault } from "./write-faults.ts";

/** What became of the plans that dead processes left behind, each by its label. */
export interface Recovery {
  readonly finished: readonly string[];
  readonly undone: readonly string[];
  /** How many are still being carried out by a living process; they were left alone. */
  readonly busy: number;
  /** Why a plan could not be settled now; it stays in the journal. */
  readonly failed: readonly Fault[];
}

interface Settled {
  readonly end: "finished" | "undone";
  readonly label: string;
}

/**
 * Finishes or undoes each plan whose process died in the middle. Costs one look at a folder when there is
 * nothing to do, so every command that reads the workspace can afford it at its start.
 *
 * @example await recover(workspace)
 */
export async function recover(
  workspace: Workspace,
  options: LockOptions = {},
  disk: Disk = nodeDisk,
): Promise<Recovery> {
  const settled: Settled[] = [];
  const failed: Fault[] = [];
  let busy = 0;
  for (const id of await plansInJournal(workspace, disk)) {
    const end = await settleUnderLock(workspace, id, options, disk);
    if (end.ok && end.value !== undefined) settled.push(end.value);
    else if (!end.ok && end.fault.code === "locked") busy++;
    else if (!end.ok) failed.push(end.fault);
  }
  const labels = (end: Settled["end"]): string[] =>
    settled.filter((plan) => plan.end === end).map((plan) => plan.label);
  return { finished: labels("finished"), undone: labels("undone"), busy, failed };
}

/** Whether a plan in the journal, dead or alive, changes one of these paths or something above or below it. */
export async function isTouchedByJournal(
  workspace: Workspace,
  paths: readonly string[],
  disk: Disk,
): Promise<boolean> {
  for (const id of await plansInJournal(workspace, disk)) {
    const plan = await readPlan(journalOf(workspace, id, disk));
    if (plan && pathsOf(plan).some((theirs) => paths.some((ours) => overlaps(theirs, ours)))) return true;
  }
  return false;
}

function settleUnderLock(
  workspace: Workspace,
  id: string,
  options: LockOptions,
  disk: Disk,
): Promise<Result<Settled | undefined>> {
  const journal = journalOf(workspace, id, disk);
  const asking = { tool: "recover", subject: "An unfinished plan", waitMs: 0, ...options };
  return withLock(`${journal.folder}.lock`, asking, () => settle(workspace, journal), disk);
}

async function settle(workspace: Workspace, journal: Journal): Promise<Result<Settled | undefined>> {
  try {
    const plan = await readPlan(journal);
    if (plan === undefined) await clearJournal(journal);
    if (plan === null) await setAside(workspace, journal);
    return ok(plan ? await settlePlan(workspace, journal, plan) : undefined);
  } catch (error) {
    return systemFault(error, "recover", "an unfinished plan stays in the journal", journal.root);
  }
}

/** Forward if nothing is in the way, else back: a plan that was never acknowledged may end either way. */
async function settlePlan(workspace: Workspace, journal: Journal, plan: JournalPlan): Promise<Settled> {
  const { label } = plan;
  if (!(await isUndoDecided(journal)) && (await tryToFinish(journal, plan))) {
    await clearJournal(journal);
    return { end: "finished", label };
  }
  const { leftAside } = await undoSteps(journal, plan);
  if (leftAside) {
    await setAside(workspace, journal);
  } else {
    await closeJournal(journal);
    await clearJournal(journal);
  }
  return { end: "undone", label };
}

async function tryToFinish(journal: Journal, plan: JournalPlan): Promise<boolean> {
  const states = await statesOf(journal, plan);
  const inTheWay = states.some((state) => state.applied === "no" && state.foreign);
  try {
    if (inTheWay) throw new Error("Someone changed a file that the plan had not reached yet.");
    await finishSteps(journal, plan, states);
    await closeJournal(journal);
    return true;
  } catch {
    // Whatever stopped it, undoing is the other whole state; if that fails too, its error is the one to tell.
    await decideUndo(journal).catch(() => undefined);
    return false;
  }
}

/** Keeps what could not be put back because someone has written there since: nothing is thrown away. */
async function setAside(workspace: Workspace, journal: Journal): Promise<void> {
  const rescued = await stateDirectory(workspace, "rescued", journal.disk);
  await journal.disk.rename(journal.folder, join(rescued, journal.folder.slice(-16)));
}

async function plansInJournal(workspace: Workspace, disk: Disk): Promise<string[]> {
  const folder = join(workspace.root, stateFolder, "journal");
  const names = (await ifThere(disk.readdir(folder))) ?? [];
  const ids = names.map((name) => name.replace(/\.lock$/, "")).filter((name) => journalId.test(name));
  if (ids.length === 0) return [];
  // Plans behind a link are another workspace's, whatever this one's folder says.
  return (await disk.realpath(folder)) === folder ? [...new Set(ids)].sort(byCodePoint) : [];
}

function journalOf(workspace: Workspace, id: string, disk: Disk): Journal {
  return { root: workspace.root, folder: join(workspace.root, stateFolder, "journal", id), disk };
}

function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
