import { basename, join } from "node:path";
import type { Fault } from "../../../kernel/fault.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import { ok, type Result } from "../../../kernel/result.ts";
import { isOwnedByUser } from "../../paths/ownership.ts";
import type { Workspace } from "../../paths/root.ts";
import { stateRoot } from "../../state/folder.ts";
import { type Disk, ifExists, nodeDisk } from "../disk.ts";
import { errnoFault } from "../faults.ts";
import { type LockOptions, withLock } from "../locks/lock.ts";
import {
  clearJournal,
  closeJournal,
  decideUndo,
  isUndoDecided,
  journalId,
  readPlan,
  setAside,
  undoPlan,
} from "./journal.ts";
import { type JournalPlan, pathsOf } from "./plan.ts";
import { finishSteps, type Journal, statesOf } from "./steps.ts";

/** What became of the plans that dead processes left behind, each by its label. */
export interface Recovery {
  readonly finished: readonly string[];
  readonly undone: readonly string[];
  /** How many are still being carried out by a living process; they were left alone. */
  readonly busy: number;
  /** Why a plan could not be settled now; it stays in the journal. */
  readonly failed: readonly Fault[];
  /** Where plans are now that this user's Hewto did not write. Nothing of them was carried out. */
  readonly setAside: readonly string[];
}

/** How the folders of such plans are called in `.hewto/rescued`. */
export const foreignPrefix = "foreign-plan-";

/** One sentence about a plan that was set aside, for whoever runs the command that found it. */
export function setAsideNote(place: string): string {
  return `Set aside ${place}: your Hewto did not write it, so nothing in it was applied. Run \`hewto doctor\` for details.`;
}

interface SettledPlan {
  readonly end: "finished" | "undone" | "set aside";
  /** The plan's label; for one that was set aside, its new place. */
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
  try {
    return await recoverPlans(await journalsOf(workspace, disk), options);
  } catch (error) {
    const { fault } = errnoFault(error, "recover", "the journal could not be looked at", workspace.root);
    return { finished: [], undone: [], busy: 0, failed: [fault], setAside: [] };
  }
}

/** The same for some plans only. */
export async function recoverPlans(journals: readonly Journal[], options: LockOptions): Promise<Recovery> {
  const settled: SettledPlan[] = [];
  const failed: Fault[] = [];
  let busy = 0;
  for (const journal of journals) {
    const end = await recoverUnderLock(journal, options);
    if (end.ok && end.value !== undefined) settled.push(end.value);
    else if (!end.ok && end.fault.code === "locked") busy++;
    else if (!end.ok) failed.push(end.fault);
  }
  const labels = (end: SettledPlan["end"]): string[] =>
    settled.filter((plan) => plan.end === end).map((plan) => plan.label);
  return {
    finished: labels("finished"),
    undone: labels("undone"),
    busy,
    failed,
    setAside: labels("set aside"),
  };
}

/** The plans in the journal, dead or alive, that change one of these paths or something above or below it. */
export async function unfinishedPlansOn(
  workspace: Workspace,
  paths: readonly string[],
  disk: Disk,
): Promise<Journal[]> {
  const touching: Journal[] = [];
  for (const journal of await journalsOf(workspace, disk)) {
    const plan = await readPlan(journal);
    const theirs = typeof plan === "string" ? [] : pathsOf(plan);
    if (theirs.some((path) => paths.some((ours) => overlaps(path, ours)))) touching.push(journal);
  }
  return touching;
}

function recoverUnderLock(journal: Journal, options: LockOptions): Promise<Result<SettledPlan | undefined>> {
  const asking = { tool: "recover", subject: "An unfinished plan", waitMs: 0, ...options };
  return withLock(`${journal.folder}.lock`, asking, () => recoverJournal(journal), journal.disk);
}

async function recoverJournal(journal: Journal): Promise<Result<SettledPlan | undefined>> {
  try {
    const plan = await readPlan(journal);
    if (plan === "foreign") return ok(await setForeignAside(journal));
    if (plan !== "none") return ok(await finishOrUndo(journal, plan));
    await clearJournal(journal);
    return ok(undefined);
  } catch (error) {
    const note = "an unfinished plan stays in the journal";
    return errnoFault(error, "recover", note, journal.workspace.root);
  }
}

/** Out of the way of the next command, which would find it again; where that is not possible it is ignored. */
async function setForeignAside(journal: Journal): Promise<SettledPlan | undefined> {
  try {
    const place = await setAside(journal, `${foreignPrefix}${basename(journal.folder)}`);
    return { end: "set aside", label: place };
  } catch {
    return undefined;
  }
}

/** Forward if nothing is in the way, else back: a plan that was never acknowledged may end either way. */
async function finishOrUndo(journal: Journal, plan: JournalPlan): Promise<SettledPlan> {
  const { label } = plan;
  if (!(await isUndoDecided(journal)) && (await tryToFinish(journal, plan))) {
    await clearJournal(journal);
    return { end: "finished", label };
  }
  await undoPlan(journal, plan);
  return { end: "undone", label };
}

async function tryToFinish(journal: Journal, plan: JournalPlan): Promise<boolean> {
  try {
    const states = await statesOf(journal, plan);
    const inTheWay = states.some((state) => state.applied === "no" && state.foreign);
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

async function journalsOf(workspace: Workspace, disk: Disk): Promise<Journal[]> {
  const folder = join(stateRoot(workspace), "journal");
  const names = (await ifExists(disk.readdir(folder))) ?? [];
  const ids = names.map((name) => name.replace(/\.lock$/, "")).filter((name) => journalId.test(name));
  if (ids.length === 0) return [];
  const real = await disk.realpath(folder);
  // Plans behind a link are another workspace's, whatever this one's folder says.
  if (real !== folder && workspace.state === undefined) return [];
  if (!isOwnedByUser(await disk.lstat(real))) return [];
  const journals: Journal[] = [];
  for (const id of [...new Set(ids)].sort(byCodePoint)) {
    const entry = await ifExists(disk.lstat(join(real, id)));
    // A lock may be there without its folder. What another user left behind is for them to finish.
    if (entry === undefined || (entry.isDirectory() && isOwnedByUser(entry)))
      journals.push({ workspace, folder: join(real, id), disk });
  }
  return journals;
}

function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
