import { statSync } from "node:fs";
import { yieldIfDue } from "../process/event-loop.ts";
import { overlaidFile } from "./overlay.ts";

/** What changes whenever a file or folder does: its identity, size and times. */
export interface Stamp {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  /** Changes with every write, even one that sets the modification time back. */
  readonly ctimeMs: number;
}

/**
 * The stamp of an absolute path, links followed; undefined when nothing is there or permission is denied.
 * Checks no root: a cache calls this, and its reader checks the path when the stamp has changed.
 */
export function stampOf(path: string): Stamp | undefined {
  const overlaid = overlaidFile(path);
  if (overlaid !== undefined) return overlaid.stamp;
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

/** FAT counts in steps of two seconds, HFS+ and ext3 in steps of one. */
const coarseTickMs = 2_000;
/** Finer clocks advance with the timer of the kernel: every 1 to 16 ms. */
const fineTickMs = 50;

/**
 * Whether the last write is so recent that a second one could leave the stamp unchanged. What was read from such
 * a file must be read again next time; git calls its index entry racily clean. `readAt` is the time just before the
 * read. A time without a fraction of a second is taken as one from a coarse clock.
 */
export function isRacy({ mtimeMs, ctimeMs }: Pick<Stamp, "mtimeMs" | "ctimeMs">, readAt: number): boolean {
  const newest = Math.max(mtimeMs, ctimeMs);
  return readAt - newest <= (newest % 1000 === 0 ? coarseTickMs : fineTickMs);
}

/** The stamps of everything that an answer was made from, which tell later whether the answer still holds. */
export class StampSet {
  readonly #stamps = new Map<string, Stamp | undefined>();
  /** A stamp is racy, or a path changed while the answer was made. */
  #isUnreliable = false;

  /** Adds an absolute path, whose stamp was taken just after `readAt`. */
  add(path: string, stamp: Stamp | undefined, readAt: number): void {
    this.#put(path, stamp);
    this.#isUnreliable ||= stamp !== undefined && isRacy(stamp, readAt);
  }

  addAll(other: StampSet): void {
    for (const [path, stamp] of other.#stamps) this.#put(path, stamp);
    this.#isUnreliable ||= other.#isUnreliable;
  }

  has(path: string): boolean {
    return this.#stamps.has(path);
  }

  get(path: string): Stamp | undefined {
    return this.#stamps.get(path);
  }

  /** Whether every path is as it was. Paths in `seen` are not looked at again. */
  async isCurrent(seen?: StampSet): Promise<boolean> {
    if (this.#isUnreliable) return false;
    let count = 0;
    for (const [path, before] of this.#stamps) {
      if (++count % 256 === 0) await yieldIfDue();
      const now = seen?.has(path) ? seen.get(path) : stampOf(path);
      if (!isSameStamp(before, now)) return false;
    }
    return true;
  }

  #put(path: string, stamp: Stamp | undefined): void {
    this.#isUnreliable ||= this.#stamps.has(path) && !isSameStamp(this.#stamps.get(path), stamp);
    this.#stamps.set(path, stamp);
  }
}
