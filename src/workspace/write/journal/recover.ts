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

/** What happened to the plans of dead processes, each by its label. */
export interface Recovery {
  readonly finished: readonly string[];
  readonly undone: readonly string[];
  /** How many are still being applied by a running process; they were not touched. */
  readonly busy: number;
  /** Why a plan could not be recovered now; it stays in the journal. */
  readonly failed: readonly Fault[];
  /** New paths of plans that this user's Hewto did not write. They were not applied. */
  readonly setAside: readonly string[];
}

/** The prefix of their folders in `.hewto/rescued`. */
export const foreignPrefix = "foreign-plan-";

/** A warning about a plan that was set aside. */
export function setAsideNote(path: string): string {
  return `Set aside ${path}: your Hewto did not write it, so nothing in it was applied. Run \`hewto doctor\` for details.`;
}

interface SettledPlan {
  readonly end: "finished" | "undone" | "set aside";
  /** The plan's label; for one that was set aside, its new path. */
  readonly label: string;
}

/**
 * Finishes or undoes each plan whose process died in the middle. When there is none, it only reads one folder, so every
 * command that reads the workspace can start with it.
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

/** The plans in the journal, running or not, that change one of these paths or a path above or below it. */
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
  const lockOptions = {
    ...options,
    tool: options.tool ?? "recover",
    subject: options.subject ?? "An unfinished plan",
    waitMs: options.waitMs ?? 0,
  };
  return withLock(`${journal.folder}.lock`, lockOptions, () => recoverJournal(journal), journal.disk);
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

/** Moves a foreign plan away, so that the next command does not find it again. A failure is ignored. */
async function setForeignAside(journal: Journal): Promise<SettledPlan | undefined> {
  try {
    const path = await setAside(journal, `${foreignPrefix}${basename(journal.folder)}`);
    return { end: "set aside", label: path };
  } catch {
    return undefined;
  }
}

/** Finishes the plan if possible, else undoes it: its caller got no answer, so both ends are correct. */
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
    if (inTheWay) throw new Error("A file changed before the plan reached it.");
    await finishSteps(journal, plan, states);
    await closeJournal(journal);
    return true;
  } catch {
    // Undo is the other consistent state. If that fails too, its error is reported.
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
  // Plans behind a link belong to another workspace.
  if (real !== folder && workspace.state === undefined) return [];
  if (!isOwnedByUser(await disk.lstat(real))) return [];
  const journals: Journal[] = [];
  for (const id of [...new Set(ids)].sort(byCodePoint)) {
    const entry = await ifExists(disk.lstat(join(real, id)));
    // A lock can exist without its folder. Plans of another user are left to that user.
    if (entry === undefined || (entry.isDirectory() && isOwnedByUser(entry)))
      journals.push({ workspace, folder: join(real, id), disk });
  }
  return journals;
}

function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
