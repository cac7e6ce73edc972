import { basename, join } from "node:path";
import { randomHex } from "../../../kernel/hash.ts";
import { ok, type Result } from "../../../kernel/result.ts";
import type { Workspace } from "../../paths/root.ts";
import { modeForNewFile, stateDirectory } from "../../state/folder.ts";
import { seal, unseal } from "../../state/signature.ts";
import { inFolders } from "../anchor.ts";
import { cannotLink, createFile, writeSynced } from "../atomic.ts";
import { type Disk, ifExists, makeFolder, removeTree, syncFolder } from "../disk.ts";
import { cancelled, writeFault } from "../faults.ts";
import { withLock } from "../locks/lock.ts";
import { JournalPlan } from "./plan.ts";
import {
  applySteps,
  hasMarker,
  type Journal,
  newFile,
  oldFile,
  signaturePurpose,
  undoSteps,
  writeMarker,
} from "./steps.ts";

export interface RunOptions {
  readonly signal?: AbortSignal;
  readonly tool?: string;
  readonly requestId?: string;
}

const planFile = "plan.json";
const undoMarker = "undo";
const maxPlanBytes = 64 * 1024 * 1024;

/** The name of a plan in the journal, and of the lock that its process holds while it runs. */
export const journalId = /^[0-9a-f]{16}$/;

/**
 * Applies a plan of several steps, all or none. First everything that is needed to finish or undo it is written to the
 * journal and synced. From the moment `plan.json` exists, the next Hewto process finishes the plan after a crash. The
 * plan is done when `plan.json` is deleted.
 */
export async function runJournaled(
  workspace: Workspace,
  plan: JournalPlan,
  contents: ReadonlyMap<number, Uint8Array>,
  options: RunOptions,
  disk: Disk,
): Promise<Result<void>> {
  const journals = await stateDirectory(workspace, "journal", disk);
  const id = randomHex(8);
  const journal = { workspace, folder: join(journals, id), disk };
  const owner = { ...options, waitMs: 0 };
  return withLock(
    join(journals, `${id}.lock`),
    owner,
    async () => {
      const staged = await stageOrClear(journal, plan, contents, options.signal);
      return staged.ok ? applyOrUndo(journal, plan) : staged;
    },
    disk,
  );
}

/** A journal's plan: "none" when it has not started or is done, "foreign" when this user's Hewto did not write it. */
export async function readPlan(journal: Journal): Promise<JournalPlan | "none" | "foreign"> {
  const path = join(journal.folder, planFile);
  const entry = await ifExists(journal.disk.lstat(path));
  if (entry === undefined) return "none";
  if (!entry.isFile() || entry.size > maxPlanBytes) return "foreign";
  const bytes = await ifExists(journal.disk.readFile(path));
  if (bytes === undefined) return "none";
  const text = unseal(
    journal.workspace,
    signaturePurpose(journal, planFile),
    new TextDecoder().decode(bytes),
  );
  if (text === undefined) return "foreign";
  // A signed plan of another version of Hewto may have another format.
  return JournalPlan.safeParse(JSON.parse(text)).data ?? "foreign";
}

/** Marks the plan for undo: a process that finds it later undoes it too. */
export async function decideUndo(journal: Journal): Promise<void> {
  await writeMarker(journal, undoMarker);
}

export function isUndoDecided(journal: Journal): Promise<boolean> {
  return hasMarker(journal, undoMarker);
}

/** Ends a plan: without `plan.json` the rest of the folder has no effect. */
export async function closeJournal(journal: Journal): Promise<void> {
  await ifExists(journal.disk.unlink(join(journal.folder, planFile)));
  // All changes are on disk already. If this fails, a crash of the machine could restore `plan.json`, which would then
  // describe the state that is already there.
  await syncFolder(journal.folder, journal.disk).catch(() => undefined);
}

/** Removes the rest of a journal. The plan goes first: without the other files it could do harm. */
export async function clearJournal(journal: Journal): Promise<void> {
  try {
    await ifExists(journal.disk.unlink(join(journal.folder, planFile)));
    await inFolders([journal.folder], journal.disk, (disk) => removeTree(journal.folder, disk));
  } catch {
    // The next recovery tries again.
  }
}

/** Undoes a plan and ends its journal. Files that cannot be restored, because another process wrote there, are kept. */
export async function undoPlan(journal: Journal, plan: JournalPlan): Promise<void> {
  const { hasLeftovers } = await undoSteps(journal, plan);
  if (hasLeftovers) {
    await setAside(journal, basename(journal.folder));
    return;
  }
  await closeJournal(journal);
  await clearJournal(journal);
}

/** Moves a journal to `.hewto/rescued`, complete. Returns its new path. */
export async function setAside(journal: Journal, name: string): Promise<string> {
  const rescued = await stateDirectory(journal.workspace, "rescued", journal.disk);
  const isTaken = (await ifExists(journal.disk.lstat(join(rescued, name)))) !== undefined;
  const target = join(rescued, isTaken ? `${name}-${randomHex(4)}` : name);
  await journal.disk.rename(journal.folder, target);
  return target;
}

async function stageOrClear(
  journal: Journal,
  plan: JournalPlan,
  contents: ReadonlyMap<number, Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Result<void>> {
  try {
    await stage(journal, plan, contents);
    if (!signal?.aborted) return ok(undefined);
  } catch (error) {
    await clearJournal(journal);
    return writeFault(error, journal, plan.label);
  }
  await clearJournal(journal);
  return cancelled();
}

async function stage(
  journal: Journal,
  plan: JournalPlan,
  contents: ReadonlyMap<number, Uint8Array>,
): Promise<void> {
  await inFolders([journal.folder], journal.disk, (disk) => makeFolder(journal.folder, disk, 0o700));
  const contentOf = (step: number): Uint8Array => {
    const content = contents.get(step);
    if (content === undefined) throw new Error(`Bug: step ${step} of "${plan.label}" has no content.`);
    return content;
  };
  for (const [index, step] of plan.steps.entries()) {
    if (step.kind !== "write") continue;
    const target = join(journal.workspace.root, step.path);
    await inFolders([target, newFile(journal, index)], journal.disk, async (disk) => {
      const now = step.before === null ? undefined : await disk.lstat(target);
      const mode = modeForNewFile(step.path);
      await writeSynced(newFile(journal, index), contentOf(index), disk, now, mode);
      if (now !== undefined) await backUp(target, oldFile(journal, index), disk);
    });
  }
  await syncFolder(journal.folder, journal.disk);
}

/** A hard link keeps the old file with its mode, owner and times; a copy is the fallback. */
async function backUp(target: string, backup: string, disk: Disk): Promise<void> {
  try {
    await disk.link(target, backup);
  } catch (error) {
    if (!cannotLink(error)) throw error;
    await writeSynced(backup, await disk.readFile(target), disk, await disk.lstat(target));
  }
}

async function writePlan(journal: Journal, plan: JournalPlan): Promise<void> {
  const text = seal(
    journal.workspace,
    signaturePurpose(journal, planFile),
    `${JSON.stringify(plan, null, 2)}\n`,
  );
  await createFile(join(journal.folder, planFile), text, journal.disk, 0o600);
  await syncFolder(join(journal.folder, ".."), journal.disk);
}

async function applyOrUndo(journal: Journal, plan: JournalPlan): Promise<Result<void>> {
  try {
    await writePlan(journal, plan);
    await applySteps(journal, plan);
    await closeJournal(journal);
  } catch (error) {
    return undoAfter(error, journal, plan);
  }
  await clearJournal(journal);
  return ok(undefined);
}

async function undoAfter(error: unknown, journal: Journal, plan: JournalPlan): Promise<Result<void>> {
  try {
    await decideUndo(journal).catch(() => undefined); // a full disk must not prevent the undo
    await undoPlan(journal, plan);
  } catch {
    const note = "it could not be undone either; the next Hewto command will undo it";
    return writeFault(error, journal, plan.label, note);
  }
  return writeFault(error, journal, plan.label);
}
