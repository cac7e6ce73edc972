import { isRacy, isSameStamp, type Stamp } from "./stamp.ts";

/** A value with the stamp that its file had just before it was read; undefined where there was no file. */
export interface StampedValue<T> {
  readonly stamp: Stamp | undefined;
  readonly value: T;
}

export interface StampCacheOptions<T> {
  /** Beyond this the oldest entries are dropped. */
  readonly maxEntries: number;
  /** What an earlier process has stored. */
  readonly entries?: Iterable<readonly [key: string, entry: StampedValue<T>]>;
  readonly now?: () => number;
}

/**
 * Values that were made from files, each valid while its file has the same stamp. Keys are paths, relative or absolute
 * as the caller likes. It lives in memory; callers that want it to outlive the process store `entries()`.
 *
 * @example const document = await cache.load(path, stampOf(path), () => readDocument(path))
 */
export class StampCache<T> {
  readonly #entries: Map<string, StampedValue<T>>;
  readonly #maxEntries: number;
  readonly #now: () => number;

  constructor({ maxEntries, entries = [], now = Date.now }: StampCacheOptions<T>) {
    this.#entries = new Map(entries);
    this.#maxEntries = maxEntries;
    this.#now = now;
  }

  /** The value of a file that has this stamp now; undefined when none is cached or the file has changed. */
  get(key: string, stamp: Stamp | undefined): T | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && isSameStamp(entry.stamp, stamp) ? entry.value : undefined;
  }

  /** Keeps a value that was read after `readAt`. One from a file that was written just then is not kept: see `isRacy`. */
  set(key: string, stamp: Stamp | undefined, value: T, readAt: number): void {
    this.#entries.delete(key);
    if (stamp !== undefined && isRacy(stamp, readAt)) return;
    this.#entries.set(key, { stamp, value });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) break;
      this.#entries.delete(oldest);
    }
  }

  /** The cached value, or the one that `read` gives, which is kept. Take the stamp before, not after. */
  async load(key: string, stamp: Stamp | undefined, read: () => Promise<T>): Promise<T> {
    const cached = this.get(key, stamp);
    if (cached !== undefined) return cached;
    const readAt = this.#now();
    const value = await read();
    this.set(key, stamp, value, readAt);
    return value;
  }

  /** Drops every entry whose key the predicate refuses. */
  retain(isWanted: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (!isWanted(key)) this.#entries.delete(key);
  }

  entries(): IterableIterator<[string, StampedValue<T>]> {
    return this.#entries.entries();
  }
}
