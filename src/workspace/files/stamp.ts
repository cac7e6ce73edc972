import { statSync } from "node:fs";
import { takeTurns } from "../process/event-loop.ts";

/** What changes whenever a file or folder does: its identity, size and times. */
export interface Stamp {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/**
 * The stamp of an absolute path, links followed; undefined when nothing is there or it may not be looked at.
 * Reads nothing and checks no root: for caches, whose readers do both when the stamp is another one.
 */
export function stampOf(path: string): Stamp | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && { ino: stats.ino, size: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs };
  } catch {
    return undefined;
  }
}

export function isSameStamp(a: Stamp | undefined, b: Stamp | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

/** Whether all of them are as they were. */
export async function areUnchanged(
  stamps: Iterable<readonly [path: string, stamp: Stamp | undefined]>,
): Promise<boolean> {
  let looked = 0;
  for (const [path, stamp] of stamps) {
    if (++looked % 256 === 0) await takeTurns();
    if (!isSameStamp(stamp, stampOf(path))) return false;
  }
  return true;
}

/** Whether it was written so recently that the clock may not tell the next write from this one. */
export function isFresh(stamp: Stamp, now: number): boolean {
  return now - Math.max(stamp.ctimeMs, stamp.mtimeMs) < 50;
}
