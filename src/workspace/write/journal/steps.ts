import { basename, dirname, join, relative } from "node:path";
import { sha256 } from "../../../kernel/hash.ts";
import { errnoOf } from "../../paths/errno.ts";
import { isWithin } from "../../paths/paths.ts";
import type { Workspace } from "../../paths/root.ts";
import { seal, unseal } from "../../state/signature.ts";
import { inFolders } from "../anchor.ts";
import { cannotLink, createFile } from "../atomic.ts";
import { type Disk, ifExists, isNotFound, makeFolder, syncFolder } from "../disk.ts";
import { FileChanged, SwappedFolder } from "../errors.ts";
import { moveEntry } from "../move.ts";
import { fingerprint, type JournalPlan, type Step } from "./plan.ts";

/** A plan's folder below `.hewto/journal`, with everything needed to finish or undo it. */
export interface Journal {
  readonly workspace: Workspace;
  readonly folder: string;
  readonly disk: Disk;
}

// The files of a journal, by the number of the step: the new bytes, the old file, the removed tree, and the marker of
// a move that goes entry by entry.
export const newFile = (journal: Journal, step: number): string => join(journal.folder, `new-${step}`);
export const oldFile = (journal: Journal, step: number): string => join(journal.folder, `old-${step}`);
export const removedTree = (journal: Journal, step: number): string => join(journal.folder, `gone-${step}`);
const partsMarker = (step: number): string => `parts-${step}`;

/** A signature is valid only for one file name in one journal. */
export function signaturePurpose(journal: Journal, name: string): string {
  return `journal ${basename(journal.folder)} ${name}`;
}

/** A signed marker in the journal: a move goes by parts, or the plan is to be undone. */
export async function writeMarker(journal: Journal, name: string): Promise<void> {
  await createFile(
    join(journal.folder, name),
    seal(journal.workspace, signaturePurpose(journal, name), ""),
    journal.disk,
    0o600,
  );
}

export async function hasMarker(journal: Journal, name: string): Promise<boolean> {
  const bytes = await readIfFile(join(journal.folder, name), journal.disk);
  if (bytes === undefined) return false;
  return (
    unseal(journal.workspace, signaturePurpose(journal, name), new TextDecoder().decode(bytes)) !== undefined
  );
}

/**
 * The progress of a step, read from the files themselves: each step is one rename, so no progress is recorded that
 * could be wrong. `foreign`: another process changed the file since.
 */
export interface StepState {
  readonly applied: "no" | "partly" | "yes";
  readonly foreign: boolean;
}

/** Applies a plan that was just staged, and syncs it to disk. */
export async function applySteps(journal: Journal, plan: JournalPlan): Promise<void> {
  for (const [index, step] of plan.steps.entries()) {
    await makeFoldersFor(journal, plan, step);
    await withStepFolders(journal, step, index, async (journal) => {
      // The last check, so that an editor that saved in the meantime is not overwritten.
      if ((await stateOf(journal, step, index)).foreign) throw new FileChanged(targetOf(journal, step));
      await apply(journal, step, index, false);
    });
  }
  await syncFolders(journal, plan);
}

/** Applies the remaining steps of a crashed plan. `states` come from `statesOf`. */
export async function finishSteps(
  journal: Journal,
  plan: JournalPlan,
  states: readonly StepState[],
): Promise<void> {
  for (const [index, step] of plan.steps.entries()) {
    const applied = states[index]?.applied;
    if (applied === "yes") continue;
    await makeFoldersFor(journal, plan, step);
    await withStepFolders(journal, step, index, async (journal) => {
      if (step.kind === "write" && !(await hasHash(newFile(journal, index), step.after, journal.disk)))
        throw new FileChanged(newFile(journal, index));
      await apply(journal, step, index, applied === "partly");
    });
  }
  await syncFolders(journal, plan);
}

/**
 * The progress of each step of a crashed plan. Steps are applied in order, so all steps before an applied one are
 * applied too; their files are not checked, because a later move may have taken them away.
 */
export async function statesOf(journal: Journal, plan: JournalPlan): Promise<StepState[]> {
  const states: StepState[] = plan.steps.map(() => ({ applied: "yes", foreign: false }));
  for (const [index, step] of [...plan.steps.entries()].reverse()) {
    const state = await withStepFolders(journal, step, index, (journal) => stateOf(journal, step, index));
    states[index] = state;
    if (state.applied !== "no" && !state.foreign) break;
  }
  return states;
}

/** Reverts the applied steps, last first. Reports whether an old file could not be restored. */
export async function undoSteps(journal: Journal, plan: JournalPlan): Promise<{ hasLeftovers: boolean }> {
  let hasLeftovers = false;
  for (const [index, step] of [...plan.steps.entries()].reverse()) {
    const isKept = await withStepFolders(journal, step, index, (journal) =>
      undoStep(journal, step, index),
    ).catch((error: unknown) => keepIfSwapped(error, journal, index));
    hasLeftovers ||= isKept;
  }
  for (const folder of [...plan.folders].reverse())
    await removeIfEmpty(inRoot(journal, folder), journal.disk);
  await syncFolders(journal, plan);
  return { hasLeftovers };
}

/** Returns whether the old file cannot be restored, because another process changed its path. */
async function undoStep(journal: Journal, step: Step, index: number): Promise<boolean> {
  const { applied, foreign } = await stateOf(journal, step, index);
  if (foreign) return applied === "yes" && step.kind !== "move";
  if (await isBackupDamaged(journal, step, index)) return true;
  if (applied !== "no") await unapply(journal, step, index, applied === "partly");
  return false;
}

/** A step whose folder was replaced by a link. If its new file is still in the journal, it was not applied; else the old file stays in the journal. */
async function keepIfSwapped(error: unknown, journal: Journal, index: number): Promise<boolean> {
  if (!(error instanceof SwappedFolder)) throw error;
  return !(await pathExists(newFile(journal, index), journal.disk));
}

/** Runs `work` with the folders of a step held open, so that they cannot be swapped between a check and a write. */
function withStepFolders<T>(
  journal: Journal,
  step: Step,
  index: number,
  work: (journal: Journal) => Promise<T>,
): Promise<T> {
  const paths =
    step.kind === "write"
      ? [inRoot(journal, step.path), newFile(journal, index)]
      : [...endpoints(journal, step, index), newFile(journal, index)];
  return inFolders(paths, journal.disk, (disk) => work({ ...journal, disk }));
}

async function stateOf(journal: Journal, step: Step, index: number): Promise<StepState> {
  if (step.kind === "write") return stateOfWrite(journal, step, index);
  const [from, to] = endpoints(journal, step, index);
  const [atFrom, atTo] = [await pathExists(from, journal.disk), await pathExists(to, journal.disk)];
  if (atFrom && atTo) {
    if (await hasMarker(journal, partsMarker(index))) return { applied: "partly", foreign: false };
    // A removed path that exists again; or, before a move, a target that another process created.
    return { applied: step.kind === "remove" ? "yes" : "no", foreign: true };
  }
  if (atTo) return { applied: "yes", foreign: false };
  if (!atFrom) return { applied: "yes", foreign: true };
  const changed = step.kind === "remove" && (await fingerprint(from, journal.disk)) !== step.before;
  return { applied: "no", foreign: changed };
}

async function stateOfWrite(
  journal: Journal,
  step: Extract<Step, { kind: "write" }>,
  index: number,
): Promise<StepState> {
  const bytes = await readIfFile(inRoot(journal, step.path), journal.disk);
  const now = bytes === undefined ? null : sha256(bytes);
  if (now === step.before) return { applied: "no", foreign: false };
  if (now === step.after) return { applied: "yes", foreign: false };
  const waiting = await pathExists(newFile(journal, index), journal.disk);
  return { applied: waiting ? "no" : "yes", foreign: true };
}

async function apply(journal: Journal, step: Step, index: number, hasBegun: boolean): Promise<void> {
  if (step.kind === "write") {
    const target = inRoot(journal, step.path);
    return step.before === null
      ? linkNewFile(journal, index, target)
      : moveEntry(newFile(journal, index), target, journal.disk);
  }
  const [from, to] = endpoints(journal, step, index);
  return moveEntry(from, to, journal.disk, {
    hasBegun,
    begin: () => writeMarker(journal, partsMarker(index)),
  });
}

async function unapply(journal: Journal, step: Step, index: number, hasBegun: boolean): Promise<void> {
  if (step.kind === "write") {
    const target = inRoot(journal, step.path);
    if (step.before !== null) return restoreOld(oldFile(journal, index), target, journal.disk);
    return journal.disk.unlink(target);
  }
  const [from, to] = endpoints(journal, step, index);
  return moveEntry(to, from, journal.disk, {
    hasBegun,
    begin: () => writeMarker(journal, partsMarker(index)),
  });
}

/** Whether the old file in the journal differs from what the plan says. */
async function isBackupDamaged(journal: Journal, step: Step, index: number): Promise<boolean> {
  if (step.kind !== "write" || step.before === null) return false;
  const old = oldFile(journal, index);
  return (await pathExists(old, journal.disk)) && !(await hasHash(old, step.before, journal.disk));
}

async function hasHash(file: string, hash: string, disk: Disk): Promise<boolean> {
  const bytes = await readIfFile(file, disk);
  return bytes !== undefined && sha256(bytes) === hash;
}

/** When the old file is already restored, another process has written the new content since, which stays. */
async function restoreOld(old: string, target: string, disk: Disk): Promise<void> {
  if (await pathExists(old, disk)) await moveEntry(old, target, disk);
}

/** A new file is placed by a hard link, which fails when the name is taken; a rename would overwrite. */
async function linkNewFile(journal: Journal, index: number, target: string): Promise<void> {
  const { disk } = journal;
  const waiting = newFile(journal, index);
  try {
    await disk.link(waiting, target);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") throw new FileChanged(target);
    if (!cannotLink(error)) throw error;
    if (await pathExists(target, disk)) throw new FileChanged(target);
    return moveEntry(waiting, target, disk);
  }
  await disk.unlink(waiting);
}

/** Only those of this step: a folder that was created for an earlier one may have moved since. */
async function makeFoldersFor(journal: Journal, plan: JournalPlan, step: Step): Promise<void> {
  const target = step.kind === "move" ? step.to : step.path;
  for (const folder of plan.folders.filter((folder) => target.startsWith(`${folder}/`))) {
    const path = inRoot(journal, folder);
    await inFolders([path], journal.disk, (disk) => makeFolder(path, disk));
  }
}

function inRoot(journal: Journal, path: string): string {
  return join(journal.workspace.root, path);
}

function targetOf(journal: Journal, step: Step): string {
  return inRoot(journal, step.kind === "move" ? step.from : step.path);
}

function endpoints(
  journal: Journal,
  step: Exclude<Step, { kind: "write" }>,
  index: number,
): readonly [from: string, to: string] {
  if (step.kind === "move") return [inRoot(journal, step.from), inRoot(journal, step.to)];
  return [inRoot(journal, step.path), removedTree(journal, index)];
}

/** A rename is durable when the folders on both sides are synced. */
async function syncFolders(journal: Journal, plan: JournalPlan): Promise<void> {
  const paths = plan.folders.map((folder) => inRoot(journal, folder));
  for (const [index, step] of plan.steps.entries()) {
    if (step.kind === "write") paths.push(inRoot(journal, step.path));
    else paths.push(...endpoints(journal, step, index));
  }
  for (const folder of new Set(paths.flatMap((path) => beforeAndAfterMoves(journal, plan, dirname(path))))) {
    await syncFolder(folder, journal.disk).catch((error: unknown) => {
      if (!isNotFound(error)) throw error; // it was moved or undone
    });
  }
}

/** The path of a folder before and after the plan's moves. */
function beforeAndAfterMoves(journal: Journal, plan: JournalPlan, folder: string): string[] {
  const ends = [folder];
  for (const step of plan.steps) {
    if (step.kind !== "move" || !isWithin(inRoot(journal, step.from), folder)) continue;
    ends.push(join(inRoot(journal, step.to), relative(inRoot(journal, step.from), folder)));
  }
  return ends;
}

async function removeIfEmpty(folder: string, disk: Disk): Promise<void> {
  try {
    await inFolders([folder], disk, (disk) => disk.rmdir(folder));
  } catch (error) {
    if (!["ENOENT", "ENOTDIR", "ENOTEMPTY", "EEXIST"].includes(errnoOf(error) ?? "")) throw error;
  }
}

async function pathExists(path: string, disk: Disk): Promise<boolean> {
  return (await ifExists(disk.lstat(path))) !== undefined;
}

async function readIfFile(path: string, disk: Disk): Promise<Uint8Array | undefined> {
  const entry = await ifExists(disk.lstat(path));
  return entry?.isFile() ? disk.readFile(path) : undefined;
}
