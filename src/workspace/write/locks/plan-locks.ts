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
  /** The folder of the lock files; default: `.hewto/locks`. All writers of the same files must use the same folder. */
  readonly lockDirectory?: string;
  readonly waitMs?: number;
  readonly tool?: string;
  readonly requestId?: string;
}

/** What a commit needs exclusively: some files, or the folder structure. */
export interface Claim {
  /** Real absolute paths. */
  readonly paths: readonly string[];
  /** Whether folders are moved or removed, which affects every file below them. */
  readonly tree: boolean;
}

/**
 * Runs `work` while no other commit can change the claimed paths, and with no unfinished plan on them.
 *
 * Two rules keep file commits parallel and folder commits safe. A claim of files takes one lock per file, in sorted
 * order so that two claims cannot wait for each other, and then backs off if the tree lock is held. A claim of the
 * tree takes the tree lock and then waits until every existing file lock is released. Each takes its lock before it
 * looks for the other's, so at least one of them sees the other.
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
  const scope: LockScope = { workspace, claim, folder, disk, options, deadline };
  await recover(workspace, { ...lockOptions(scope), waitMs: 0 }, disk);
  for (;;) {
    const attempt = await withClaimedLocks(scope, async () => {
      const obstacle = await findObstacle(scope);
      return ok(obstacle === undefined ? { done: await work(), obstacle } : { obstacle });
    });
    if (!attempt.ok) return attempt;
    if (attempt.value.done !== undefined) return attempt.value.done;
    const cleared = await clear(scope, attempt.value.obstacle);
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

/** Checked while our locks are held, so that no obstacle can appear before they are released. */
async function findObstacle(scope: LockScope): Promise<Obstacle | undefined> {
  if (!scope.claim.tree && (await isHeld(treeLock(scope), scope.disk))) return "tree is moving";
  // A running plan holds its locks, which we hold now: a plan on our paths has lost its process.
  return (await plansOnOurPaths(scope)).length > 0 ? "unfinished plan" : undefined;
}

function plansOnOurPaths({ workspace, claim, disk }: LockScope): Promise<Journal[]> {
  return unfinishedPlansOn(
    workspace,
    claim.paths.map((path) => inRoot(workspace, path)),
    disk,
  );
}

/** Waits, without holding locks, until the obstacle is gone. */
async function clear(scope: LockScope, obstacle: Obstacle): Promise<Result<void>> {
  if (obstacle === "tree is moving") {
    return waitUntilReleased(
      treeLock(scope),
      { ...lockOptions(scope), subject: "The folder tree" },
      scope.disk,
    );
  }
  const plans = await plansOnOurPaths(scope);
  const { failed, busy } = await recoverPlans(plans, lockOptions(scope));
  if (failed[0] !== undefined) return fail(failed[0]);
  if (busy === 0) return ok(undefined);
  const message = "Another process is still working on an unfinished plan for these files.";
  return fail(fault("locked", message, "Try again in a moment.", { retryable: true }));
}

function withClaimedLocks<T>(scope: LockScope, work: () => Promise<Result<T>>): Promise<Result<T>> {
  if (!scope.claim.tree) return withAllLocks(fileLocks(scope), scope, work);
  return withLock(
    treeLock(scope),
    { ...lockOptions(scope), subject: "The folder tree" },
    async () => {
      const drained = await drainFileLocks(scope);
      return drained.ok ? work() : drained;
    },
    scope.disk,
  );
}

function withAllLocks<T>(
  locks: readonly FileLock[],
  scope: LockScope,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const [first, ...rest] = locks;
  if (first === undefined) return work();
  const options = { ...lockOptions(scope), subject: first.path };
  return withLock(first.file, options, () => withAllLocks(rest, scope, work), scope.disk);
}

async function drainFileLocks(scope: LockScope): Promise<Result<void>> {
  const names = (await ifExists(scope.disk.readdir(scope.folder))) ?? [];
  for (const name of names.filter((name) => fileLockName.test(name))) {
    const drained = await waitUntilReleased(join(scope.folder, name), lockOptions(scope), scope.disk);
    if (!drained.ok) return drained;
  }
  return ok(undefined);
}

interface FileLock {
  readonly path: string;
  readonly file: string;
}

const fileLockName = /-[0-9a-f]{16}\.lock$/;

/** A readable name, made unique by the hash of the whole path. */
function fileLocks(scope: LockScope): FileLock[] {
  const paths = scope.claim.paths.map((path) => inRoot(scope.workspace, path));
  return [...new Set(paths)].sort(byCodePoint).map((path) => {
    const readable = path.replace(/[^A-Za-z0-9._-]+/g, "-").slice(-60);
    return { path, file: join(scope.folder, `${readable}-${sha256(path).slice(0, 16)}.lock`) };
  });
}

function treeLock(scope: LockScope): string {
  return join(scope.folder, "tree.lock");
}

function lockOptions(scope: LockScope): LockOptions {
  const { signal, tool, requestId } = scope.options;
  return { waitMs: Math.max(0, scope.deadline - performance.now()), signal, tool, requestId };
}

async function lockFolder(workspace: Workspace, options: CommitOptions, disk: Disk): Promise<string> {
  const { lockDirectory } = options;
  if (lockDirectory === undefined) return stateDirectory(workspace, "locks", disk);
  if (isAbsolute(lockDirectory)) {
    // An absolute folder comes from our own code.
    await makeFolders(lockDirectory, disk);
    return disk.realpath(lockDirectory);
  }
  let folder = workspace.root;
  for (const name of lockDirectory.split("/")) {
    const next = join(folder, name);
    folder = next;
    await inFolders([next], disk, (disk) => makeFolder(next, disk));
    // A folder in the workspace must really be inside, and nothing is created behind a link that leads out.
    folder = await disk.realpath(folder);
    if (!isWithin(workspace.root, folder)) throw new SwappedFolder(folder);
  }
  return folder;
}

function inRoot(workspace: Workspace, absolute: string): string {
  return relative(workspace.root, absolute).split(sep).join("/");
}
