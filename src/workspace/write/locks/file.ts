import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { randomHex, sha256 } from "../../../kernel/hash.ts";
import { inFolders } from "../anchor.ts";
import { createTransient } from "../atomic.ts";
import { type Disk, ifExists } from "../disk.ts";
import { currentOwner, ownerStatus } from "./owner.ts";

/** What a lock file says about the one who holds it. */
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

/** A lock file as it was found. `holder` is missing when the file is not whole. */
export interface LockSnapshot {
  readonly text: string;
  readonly mtimeMs: number;
  readonly holder?: Holder;
}

/** How often the holder of a lock touches it, for waiters who cannot ask about its process. */
export const heartbeatMs = 500;
/** How long the heartbeat of a holder whose process cannot be asked about is waited for. */
export const remoteTimeoutMs = 3_000;
const brokenTimeoutMs = 1_000;

// Locks of this process that could not be removed. Their pid lives, so nobody but us can know.
const unremovable = new Set<string>();

export async function newHolder(tool: string, requestId: string): Promise<Holder> {
  const owner = await currentOwner();
  const started_at = new Date().toISOString();
  return { ...owner, tool, request_id: requestId, started_at, token: randomHex(16) };
}

/** Takes the lock if nobody has it. The file appears with its whole content. */
export function claim(lockFile: string, holder: Holder, disk: Disk): Promise<boolean> {
  return createTransient(lockFile, `${JSON.stringify(holder)}\n`, disk);
}

/** Lets go of a lock, if it is still this holder's. */
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
  return { text, mtimeMs: entry.mtimeMs, ...(holder && { holder }) };
}

/** Judges whether a lock is abandoned; remembers what it saw before, so one judge serves one wait. */
export type StaleCheck = (lockFile: string, seen: LockSnapshot) => Promise<boolean>;

/**
 * A holder on this machine is asked for by pid and start time, at once. Of a stranger (another machine or
 * container) only the heartbeat can be watched, and of a broken file only its age, both with our own clock.
 */
export function newStaleCheck(): StaleCheck {
  const watched = new Map<string, { seen: LockSnapshot; since: number }>();
  return async (lockFile, seen) => {
    const before = watched.get(lockFile);
    const since = before !== undefined && isSame(before.seen, seen) ? before.since : performance.now();
    watched.set(lockFile, { seen, since });
    const silence = performance.now() - since;
    const { holder } = seen;
    if (holder === undefined) return silence >= brokenTimeoutMs;
    if (unremovable.has(holder.token)) return true;
    const fate = await ownerStatus(holder);
    return fate === "unknown" ? silence >= remoteTimeoutMs : fate === "dead";
  };
}

/**
 * Removes a lock that was judged stale. There is no compare-and-delete on disk: between the judgement and
 * the removal another waiter may have removed it and taken the lock anew, and then we would remove a live
 * one. So removing needs a guard, itself a lock and named after what it removes: while we hold it nobody
 * else removes that file, and so it cannot turn into a live one. A guard whose owner died is removed in the
 * same way, under a guard of its own.
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
    const seen = await inspectLock(lockFile, disk);
    if (seen?.holder?.token === holder.token) await ifExists(disk.unlink(lockFile));
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
