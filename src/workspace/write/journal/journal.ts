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

/** The name of a plan in the journal, and of the lock that its owner holds while it lives. */
export const journalId = /^[0-9a-f]{16}$/;

/**
 * Carries out a plan of several steps, all or none. First everything that finishing or undoing needs is put
 * into the journal and made durable; from the moment `plan.json` is there, a crash is finished by whoever
 * comes next. Only when `plan.json` is gone again is the plan done.
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

/** A journal's plan: "none" when it had not begun or is done, "foreign" when this user's Hewto did not write it. */
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
  // A plan of another version of Hewto may be signed and not make sense to this one.
  return JournalPlan.safeParse(JSON.parse(text)).data ?? "foreign";
}

/** From here on the plan is only undone, also by whoever finds it later. */
export async function decideUndo(journal: Journal): Promise<void> {
  await writeMarker(journal, undoMarker);
}

export function isUndoDecided(journal: Journal): Promise<boolean> {
  return hasMarker(journal, undoMarker);
}

/** The end of a plan: without `plan.json` the rest of the folder means nothing. */
export async function closeJournal(journal: Journal): Promise<void> {
  await ifExists(journal.disk.unlink(join(journal.folder, planFile)));
  // All places are on disk already. Should this fail, a crash of the machine could bring the file back, and
  // it would say what is true anyway.
  await syncFolder(journal.folder, journal.disk).catch(() => undefined);
}

/** Removes what is left of a journal. The plan goes first: without the rest it could do harm. */
export async function clearJournal(journal: Journal): Promise<void> {
  try {
    await ifExists(journal.disk.unlink(join(journal.folder, planFile)));
    await inFolders([journal.folder], journal.disk, (disk) => removeTree(journal.folder, disk));
  } catch {
    // The next recovery tries again.
  }
}

/** Undoes a plan and ends its journal; what could not be put back, because someone wrote there, is kept. */
export async function undoPlan(journal: Journal, plan: JournalPlan): Promise<void> {
  const { leftAside } = await undoSteps(journal, plan);
  if (leftAside) {
    await setAside(journal, basename(journal.folder));
    return;
  }
  await closeJournal(journal);
  await clearJournal(journal);
}

/** Takes a journal out of the way without throwing anything of it away; gives where it is now. */
export async function setAside(journal: Journal, name: string): Promise<string> {
  const rescued = await stateDirectory(journal.workspace, "rescued", journal.disk);
  const isTaken = (await ifExists(journal.disk.lstat(join(rescued, name)))) !== undefined;
  const place = join(rescued, isTaken ? `${name}-${randomHex(4)}` : name);
  await journal.disk.rename(journal.folder, place);
  return place;
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
  for (const [index, step] of plan.steps.entries()) {
    if (step.kind !== "write") continue;
    const target = join(journal.workspace.root, step.path);
    await inFolders([target, newFile(journal, index)], journal.disk, async (disk) => {
      const now = step.before === null ? undefined : await disk.lstat(target);
      const mode = modeForNewFile(step.path);
      await writeSynced(newFile(journal, index), contents.get(index) ?? "", disk, now, mode);
      if (now !== undefined) await backUp(target, oldFile(journal, index), disk);
    });
  }
  await syncFolder(journal.folder, journal.disk);
}

/** A second name keeps the old file itself, with its mode, owner and times; a copy is the next best. */
async function backUp(target: string, kept: string, disk: Disk): Promise<void> {
  try {
    await disk.link(target, kept);
  } catch (error) {
    if (!cannotLink(error)) throw error;
    await writeSynced(kept, await disk.readFile(target), disk, await disk.lstat(target));
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
    await decideUndo(journal).catch(() => undefined); // a full disk must not keep us from undoing
    await undoPlan(journal, plan);
  } catch {
    const note = "it could not be undone at once either, and will be by the next Hewto command";
    return writeFault(error, journal, plan.label, note);
  }
  return writeFault(error, journal, plan.label);
}
