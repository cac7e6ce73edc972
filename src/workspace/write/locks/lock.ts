import { dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fault } from "../../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../../kernel/result.ts";
import { type Disk, isNotFound, makeFolder, nodeDisk } from "../disk.ts";
import { cancelled, errnoFault } from "../faults.ts";
import {
  claim,
  type Holder,
  heartbeatMs,
  inspectLock,
  newHolder,
  newStaleCheck,
  release,
  removeStale,
} from "./file.ts";
import { markHeld } from "./tracking.ts";

export interface LockOptions {
  /** How long to wait for another holder; 0 tries once. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  /** The tool that takes the lock, for the message of a waiter. */
  readonly tool?: string;
  readonly requestId?: string;
  /** The fault code after a timeout. */
  readonly code?: "locked" | "artifact_locked";
  /** What the lock protects, for the message. */
  readonly subject?: string;
}

export const defaultWaitMs = 5_000;

/**
 * Runs `work` while no other call, in this process or another, holds the same lock file. Calls of one
 * process run in the order of their arrival. Not reentrant: a second call from inside `work` times out.
 *
 * @example withLock(join(locks, "index.lock"), { tool: "index_codebase" }, () => buildIndex())
 */
export async function withLock<T>(
  lockFile: string,
  options: LockOptions,
  work: () => Promise<Result<T>>,
  disk: Disk = nodeDisk,
): Promise<Result<T>> {
  const wait = waitOf(options);
  const turn = enqueue(resolve(lockFile));
  try {
    if (!(await isTurnInTime(turn.comes, wait))) return await lockTimeout(lockFile, options, disk);
    const holder = await holderFor(options);
    const lock = await acquire(lockFile, holder, wait, disk);
    if (!lock.ok) return lock;
    if (!lock.value) return await lockTimeout(lockFile, options, disk);
    return await markHeld(lockFile, () => whileHeld(lockFile, holder, work, disk));
  } finally {
    turn.leave();
  }
}

/** Whether a running process, as far as known, holds the lock now. */
export async function isHeld(lockFile: string, disk: Disk = nodeDisk): Promise<boolean> {
  const lock = await inspectLock(lockFile, disk);
  return lock !== undefined && !(await newStaleCheck()(lockFile, lock));
}

/** Waits until the current holder has released the lock or is dead. Later holders do not matter. */
export async function waitUntilReleased(
  lockFile: string,
  options: LockOptions,
  disk: Disk = nodeDisk,
): Promise<Result<void>> {
  const wait = waitOf(options);
  const isStale = newStaleCheck();
  const first = await inspectLock(lockFile, disk);
  for (let tries = 0; first !== undefined; tries++) {
    const now = await inspectLock(lockFile, disk);
    if (now === undefined || now.text !== first.text) break;
    if (await isStale(lockFile, now)) {
      await removeStale(lockFile, now, await holderFor(options), isStale, disk);
      break;
    }
    if (!(await pause(tries, wait))) return lockTimeout(lockFile, options, disk);
  }
  return ok(undefined);
}

interface Wait {
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

function waitOf(options: LockOptions): Wait {
  return { deadline: performance.now() + (options.waitMs ?? defaultWaitMs), signal: options.signal };
}

function holderFor(options: LockOptions): Promise<Holder> {
  return newHolder(options.tool ?? "hewto", options.requestId ?? "");
}

async function whileHeld<T>(
  lockFile: string,
  holder: Holder,
  work: () => Promise<Result<T>>,
  disk: Disk,
): Promise<Result<T>> {
  const beat = setInterval(() => {
    const now = new Date();
    disk.utimes(lockFile, now, now).catch(() => undefined);
  }, heartbeatMs);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await release(lockFile, holder, disk);
  }
}

async function acquire(lockFile: string, holder: Holder, wait: Wait, disk: Disk): Promise<Result<boolean>> {
  try {
    return ok(await acquireLoop(lockFile, holder, wait, disk));
  } catch (error) {
    await release(lockFile, holder, disk); // the call may have failed after the file was created
    return errnoFault(error, lockFile);
  }
}

async function acquireLoop(lockFile: string, holder: Holder, wait: Wait, disk: Disk): Promise<boolean> {
  const isStale = newStaleCheck();
  for (let tries = 0; ; tries++) {
    if (wait.signal?.aborted) return false;
    // Taking a lock costs more than reading it, so after the first try it is taken only when it looks free.
    const lock = tries === 0 ? undefined : await inspectLock(lockFile, disk);
    if (lock === undefined) {
      if (await claimInFolder(lockFile, holder, disk)) return true;
      continue;
    }
    if (!(await isStale(lockFile, lock))) {
      if (!(await pause(tries, wait))) return false;
      continue;
    }
    await removeStale(lockFile, lock, holder, isStale, disk);
    // The next try decides, not the deadline, so that `waitMs: 0` also takes over the lock of a dead process. The number
    // of tries is limited, because another process may be removing it slowly.
    if (tries > 3 && !(await pause(tries, wait))) return false;
  }
}

async function claimInFolder(lockFile: string, holder: Holder, disk: Disk): Promise<boolean> {
  try {
    return await claim(lockFile, holder, disk);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await makeFolder(dirname(lockFile), disk); // the state folder was deleted
    return claim(lockFile, holder, disk);
  }
}

/** Sleeps a little, longer each time; false when the deadline or the caller's signal ends the wait. */
async function pause(tries: number, wait: Wait): Promise<boolean> {
  const remaining = wait.deadline - performance.now();
  if (remaining <= 0) return false;
  // Random, so that processes that collided once do not collide again.
  const ms = Math.min(remaining, 25, 2 ** Math.min(tries, 5)) * (0.5 + Math.random() / 2);
  return sleep(ms, true, wait.signal && { signal: wait.signal }).catch(() => false);
}

const queues = new Map<string, Promise<void>>();

/** Joins the queue of this process, so that many calls do not all poll the disk. */
function enqueue(lockFile: string): { comes: Promise<void>; leave: () => void } {
  const comes = queues.get(lockFile) ?? Promise.resolve();
  let leave = (): void => undefined;
  const ownTurn = new Promise<void>((done) => {
    leave = done;
  });
  const last = comes.then(() => ownTurn);
  queues.set(lockFile, last);
  void last.then(() => {
    if (queues.get(lockFile) === last) queues.delete(lockFile);
  });
  return { comes, leave };
}

async function isTurnInTime(turn: Promise<void>, wait: Wait): Promise<boolean> {
  if (wait.signal?.aborted) return false;
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  wait.signal?.addEventListener("abort", abort);
  // At least one tick: an empty queue must count as free even with `waitMs: 0`.
  const ms = Math.max(1, wait.deadline - performance.now());
  const timeout = sleep(ms, false, { signal: stop.signal }).catch(() => false);
  const came = await Promise.race([turn.then(() => true), timeout]);
  wait.signal?.removeEventListener("abort", abort);
  stop.abort();
  return came;
}

async function lockTimeout(lockFile: string, options: LockOptions, disk: Disk): Promise<Failure> {
  if (options.signal?.aborted) return cancelled();
  const holder = (await inspectLock(lockFile, disk).catch(() => undefined))?.holder;
  const subject = options.subject ?? lockFile;
  const owner =
    holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${holder.host} (${holder.tool}, since ${holder.started_at})`;
  return fail(
    fault(
      options.code ?? "locked",
      `${subject} is locked by ${owner}.`,
      `Try again when it is done. If that process no longer runs, delete ${lockFile}.`,
      {
        retryable: true,
        subject: { locked: subject },
        details: { holder: publicHolder(holder), lock_file: lockFile },
      },
    ),
  );
}

/** The part of a holder that is useful in a message. */
function publicHolder(holder: Holder | undefined): Record<string, unknown> | null {
  if (holder === undefined) return null;
  const { pid, host, tool, request_id, started_at, process_start } = holder;
  return { pid, host, tool, request_id, started_at, process_start };
}
