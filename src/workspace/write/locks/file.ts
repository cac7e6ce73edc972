import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { randomHex, sha256 } from "../../../kernel/hash.ts";
import { inFolders } from "../anchor.ts";
import { createTransient } from "../atomic.ts";
import { type Disk, ifExists } from "../disk.ts";
import { currentOwner, ownerStatus } from "./owner.ts";

/** What a lock file says about its holder. */
export const Holder = z.object({
  pid: z.int().positive(),
  host: z.string(),
  tool: z.string(),
  request_id: z.string(),
  started_at: z.string(),
  process_start: z.string(),
  machine: z.string(),
  boot: z.string(),
  pid_space: z.string(),
  token: z.string(),
});
export type Holder = z.infer<typeof Holder>;

/** The state of a lock file. `holder` is undefined when the file is incomplete. */
export interface LockSnapshot {
  readonly text: string;
  readonly mtimeMs: number;
  readonly holder: Holder | undefined;
}

/** How often the holder touches its lock, for waiters that cannot check its process. */
export const heartbeatMs = 500;
/** How long to wait for the heartbeat of a holder whose process cannot be checked. */
export const remoteTimeoutMs = 3_000;
const brokenTimeoutMs = 1_000;

// Locks of this process that could not be removed. Their pid is alive, so only this process knows that they are stale.
const unremovable = new Set<string>();

export async function newHolder(tool: string, requestId: string): Promise<Holder> {
  const owner = await currentOwner();
  const started_at = new Date().toISOString();
  return { ...owner, tool, request_id: requestId, started_at, token: randomHex(16) };
}

/** Takes the lock if it is free. The file appears with its whole content. */
export function claim(lockFile: string, holder: Holder, disk: Disk): Promise<boolean> {
  return createTransient(lockFile, `${JSON.stringify(holder)}\n`, disk);
}

/** Releases a lock, if it is still this holder's. */
export async function release(lockFile: string, holder: Holder, disk: Disk): Promise<void> {
  try {
    await removeOwn(lockFile, holder, disk);
  } catch {
    await removeOwn(lockFile, holder, disk).catch(() => unremovable.add(holder.token));
  }
}

export async function inspectLock(lockFile: string, disk: Disk): Promise<LockSnapshot | undefined> {
  const bytes = await ifExists(disk.readFile(lockFile));
  const entry = bytes === undefined ? undefined : await ifExists(disk.lstat(lockFile));
  if (bytes === undefined || entry === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  const holder = Holder.safeParse(parsed(text)).data;
  return { text, mtimeMs: entry.mtimeMs, holder };
}

/** Whether a lock is stale. It remembers earlier snapshots, so use one check for one wait. */
export type StaleCheck = (lockFile: string, snapshot: LockSnapshot) => Promise<boolean>;

/**
 * A holder on this machine is checked by pid and start time, at once. For a holder on another machine or in another
 * container only the heartbeat can be observed, and for a broken file only its age, both with our own clock.
 */
export function newStaleCheck(): StaleCheck {
  const watched = new Map<string, { snapshot: LockSnapshot; since: number }>();
  return async (lockFile, snapshot) => {
    const before = watched.get(lockFile);
    const since =
      before !== undefined && isSame(before.snapshot, snapshot) ? before.since : performance.now();
    watched.set(lockFile, { snapshot, since });
    const silence = performance.now() - since;
    const { holder } = snapshot;
    if (holder === undefined) return silence >= brokenTimeoutMs;
    if (unremovable.has(holder.token)) return true;
    const status = await ownerStatus(holder);
    return status === "unknown" ? silence >= remoteTimeoutMs : status === "dead";
  };
}

/**
 * Removes a stale lock. There is no compare-and-delete on disk: between the check and the removal another waiter could
 * remove the lock and take it again, and a live lock would be removed. So the removal needs a guard, a lock named
 * after the lock and its content: while it is held, no other process removes that file, so it cannot become a live
 * lock. A guard whose holder died is removed in the same way, under a guard of its own.
 */
export async function removeStale(
  lockFile: string,
  stale: LockSnapshot,
  remover: Holder,
  isStale: StaleCheck,
  disk: Disk,
): Promise<void> {
  const name = sha256(`${basename(lockFile)} ${stale.text}`).slice(0, 16);
  const guard = join(dirname(lockFile), `${name}.guard`);
  while (!(await claim(guard, remover, disk))) {
    const other = await inspectLock(guard, disk);
    if (other === undefined) continue;
    if (!(await isStale(guard, other))) return;
    await removeStale(guard, other, remover, isStale, disk);
  }
  try {
    await inFolders([lockFile], disk, async (disk) => {
      const now = await inspectLock(lockFile, disk);
      if (now !== undefined && isSame(now, stale)) await disk.unlink(lockFile);
    });
  } finally {
    await release(guard, remover, disk);
  }
}

function removeOwn(lockFile: string, holder: Holder, disk: Disk): Promise<void> {
  return inFolders([lockFile], disk, async (disk) => {
    const snapshot = await inspectLock(lockFile, disk);
    if (snapshot?.holder?.token === holder.token) await ifExists(disk.unlink(lockFile));
  });
}

function isSame(a: LockSnapshot, b: LockSnapshot): boolean {
  return a.text === b.text && a.mtimeMs === b.mtimeMs;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
