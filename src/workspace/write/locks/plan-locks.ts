import { isAbsolute, join, relative, sep } from "node:path";
import { fault } from "../../../kernel/fault.ts";
import { sha256 } from "../../../kernel/hash.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import { isWithin } from "../../paths/paths.ts";
import type { Workspace } from "../../paths/root.ts";
import { stateDirectory } from "../../state/folder.ts";
import { inFolders } from "../anchor.ts";
import { type Disk, ifExists, makeFolder, makeFolders } from "../disk.ts";
import { SwappedFolder } from "../errors.ts";
import { recover, recoverPlans, unfinishedPlansOn } from "../journal/recover.ts";
import type { Journal } from "../journal/steps.ts";
import { defaultWaitMs, isHeld, type LockOptions, waitUntilReleased, withLock } from "./lock.ts";

export interface CommitOptions {
  readonly signal?: AbortSignal;
  /** Where the lock files are; `.hewto/locks` unless told. All writers of the same files must agree. */
  readonly lockDirectory?: string;
  readonly waitMs?: number;
  readonly tool?: string;
  readonly requestId?: string;
}

/** What a commit needs to have for itself: some files, or the shape of the tree. */
export interface Claim {
  /** Real absolute paths. */
  readonly paths: readonly string[];
  /** Whether folders move or go, which concerns every file below them. */
  readonly tree: boolean;
}

/**
 * Runs `work` while no other commit can touch the claimed places, and with no half-done plan on them.
 *
 * Two rules keep file commits parallel and folder commits safe. A claim of files takes one lock per file, in
 * sorted order so that two claims cannot wait for each other, and then gives way if the tree lock is held.
 * A claim of the tree takes the tree lock and then waits until every file lock that it finds is let go.
 * Each announces itself before it looks for the other, so at least one of them sees the other.
 */
export async function withPlanLocks<T>(
  workspace: Workspace,
  claim: Claim,
  options: CommitOptions,
  disk: Disk,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const folder = await lockFolder(workspace, options, disk);
  const deadline = performance.now() + (options.waitMs ?? defaultWaitMs);
  const site: LockScope = { workspace, claim, folder, disk, options, deadline };
  await recover(workspace, { ...lockOptions(site), waitMs: 0 }, disk);
  for (;;) {
    const attempt = await withClaimedLocks(site, async () => {
      const obstacle = await findObstacle(site);
      return ok(obstacle === undefined ? { done: await work(), obstacle } : { obstacle });
    });
    if (!attempt.ok) return attempt;
    if (attempt.value.done !== undefined) return attempt.value.done;
    const cleared = await clear(site, attempt.value.obstacle);
    if (!cleared.ok) return cleared;
  }
}

interface LockScope {
  readonly workspace: Workspace;
  readonly claim: Claim;
  readonly folder: string;
  readonly disk: Disk;
  readonly options: CommitOptions;
  readonly deadline: number;
}

type Obstacle = "tree is moving" | "unfinished plan";

/** Seen with our locks held, so that what is not there now cannot come before we let go. */
async function findObstacle(site: LockScope): Promise<Obstacle | undefined> {
  if (!site.claim.tree && (await isHeld(treeLock(site), site.disk))) return "tree is moving";
  // Whoever carries out a plan holds its locks, which we hold now: a plan on our paths has lost its owner.
  return (await plansOnOurPaths(site)).length > 0 ? "unfinished plan" : undefined;
}

function plansOnOurPaths({ workspace, claim, disk }: LockScope): Promise<Journal[]> {
  return unfinishedPlansOn(
    workspace,
    claim.paths.map((place) => inRoot(workspace, place)),
    disk,
  );
}

/** Waits with empty hands until the obstacle is gone. */
async function clear(site: LockScope, obstacle: Obstacle): Promise<Result<void>> {
  if (obstacle === "tree is moving") {
    return waitUntilReleased(treeLock(site), { ...lockOptions(site), subject: "The folder tree" }, site.disk);
  }
  const plans = await plansOnOurPaths(site);
  const { failed, busy } = await recoverPlans(plans, lockOptions(site));
  if (failed[0] !== undefined) return fail(failed[0]);
  if (busy === 0) return ok(undefined);
  const message = "Another process is still at work on an unfinished plan for these files.";
  return fail(fault("locked", message, "Try again in a moment.", { retryable: true }));
}

function withClaimedLocks<T>(site: LockScope, work: () => Promise<Result<T>>): Promise<Result<T>> {
  if (!site.claim.tree) return withAllLocks(fileLocks(site), site, work);
  return withLock(
    treeLock(site),
    { ...lockOptions(site), subject: "The folder tree" },
    async () => {
      const drained = await drainFileLocks(site);
      return drained.ok ? work() : drained;
    },
    site.disk,
  );
}

function withAllLocks<T>(
  locks: readonly FileLock[],
  site: LockScope,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const [first, ...rest] = locks;
  if (first === undefined) return work();
  const options = { ...lockOptions(site), subject: first.path };
  return withLock(first.file, options, () => withAllLocks(rest, site, work), site.disk);
}

async function drainFileLocks(site: LockScope): Promise<Result<void>> {
  const names = (await ifExists(site.disk.readdir(site.folder))) ?? [];
  for (const name of names.filter((name) => fileLockName.test(name))) {
    const drained = await waitUntilReleased(join(site.folder, name), lockOptions(site), site.disk);
    if (!drained.ok) return drained;
  }
  return ok(undefined);
}

interface FileLock {
  readonly path: string;
  readonly file: string;
}

const fileLockName = /-[0-9a-f]{16}\.lock$/;

/** A name that a person can read, made unique by the hash of the whole path. */
function fileLocks(site: LockScope): FileLock[] {
  const paths = site.claim.paths.map((place) => inRoot(site.workspace, place));
  return [...new Set(paths)].sort(byCodePoint).map((path) => {
    const readable = path.replace(/[^A-Za-z0-9._-]+/g, "-").slice(-60);
    return { path, file: join(site.folder, `${readable}-${sha256(path).slice(0, 16)}.lock`) };
  });
}

function treeLock(site: LockScope): string {
  return join(site.folder, "tree.lock");
}

function lockOptions(site: LockScope): LockOptions {
  const { signal, tool, requestId } = site.options;
  return {
    waitMs: Math.max(0, site.deadline - performance.now()),
    ...(signal && { signal }),
    ...(tool !== undefined && { tool }),
    ...(requestId !== undefined && { requestId }),
  };
}

async function lockFolder(workspace: Workspace, options: CommitOptions, disk: Disk): Promise<string> {
  const { lockDirectory } = options;
  if (lockDirectory === undefined) return stateDirectory(workspace, "locks", disk);
  if (isAbsolute(lockDirectory)) {
    // One that our own code names in full is the person's.
    await makeFolders(lockDirectory, disk);
    return disk.realpath(lockDirectory);
  }
  let folder = workspace.root;
  for (const name of lockDirectory.split("/")) {
    const next = join(folder, name);
    folder = next;
    await inFolders([next], disk, (disk) => makeFolder(next, disk));
    // A place in the workspace must really be there, and nothing is made behind a link that leads out.
    folder = await disk.realpath(folder);
    if (!isWithin(workspace.root, folder)) throw new SwappedFolder(folder);
  }
  return folder;
}

function inRoot(workspace: Workspace, place: string): string {
  return relative(workspace.root, place).split(sep).join("/");
}
