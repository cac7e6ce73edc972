/** The names that a result depends on: a change of any declaration of one of them makes it stale. */
export class Dependencies {
  readonly names = new Set<string>();
  readonly #merged = new Set<MemoEntry<unknown>>();

  add(name: string): void {
    this.names.add(name);
  }

  merge(entry: MemoEntry<unknown>): void {
    if (this.#merged.has(entry)) return;
    this.#merged.add(entry);
    for (const name of entry.names) this.names.add(name);
  }
}

interface MemoEntry<T> {
  readonly value: T;
  readonly names: readonly string[];
}

/** Collects the names that are looked up; all memos of a symbol table share one. */
export interface DependencyTracker {
  dependencies: Dependencies | undefined;
}

/** How deep computations that call one another are nested. */
export interface Nesting {
  memos: number;
  types: number;
  values: number;
  /** How often a computation was cut off. */
  cuts: number;
}

export function noNesting(): Nesting {
  return { memos: 0, types: 0, values: 0, cuts: 0 };
}

/** Far beyond what people write, and far below what the stack holds. */
const maxMemos = 30;

/** Results are forgotten when there are more: those of files that are resolved one after the other are mostly their own. */
const maxEntries = 60_000;

/**
 * Remembers results together with the names that they depend on, so that a caller who gets a remembered result
 * depends on them too. Files are resolved in any order, so a result must not depend on who computes it first: each
 * computation starts as if nothing were nested yet, one that leads back to itself gives `fallback`, and results that
 * were computed on the way there are not remembered.
 */
export class TrackedMemo<K, T> {
  readonly #entries = new Map<K, MemoEntry<T>>();
  readonly #running = new Set<K>();
  readonly #tracker: DependencyTracker;
  readonly #fallback: T;
  readonly #nesting: Nesting;

  constructor(tracker: DependencyTracker, fallback: T, nesting = noNesting()) {
    this.#tracker = tracker;
    this.#fallback = fallback;
    this.#nesting = nesting;
  }

  get(key: K, compute: () => T): T {
    const tracker = this.#tracker;
    const nesting = this.#nesting;
    const entry = this.#entries.get(key);
    if (entry) {
      tracker.dependencies?.merge(entry);
      return entry.value;
    }
    if (this.#running.has(key) || nesting.memos === maxMemos) {
      nesting.cuts++;
      return this.#fallback;
    }
    if (nesting.memos === 0 && this.#entries.size >= maxEntries) this.#entries.clear();
    const outer = tracker.dependencies;
    const own = new Dependencies();
    const { cuts, types, values } = nesting;
    tracker.dependencies = own;
    this.#running.add(key);
    nesting.memos++;
    nesting.types = 0;
    nesting.values = 0;
    try {
      const computed = { value: compute(), names: [...own.names] };
      if (nesting.cuts === cuts || nesting.memos === 1) this.#entries.set(key, computed);
      outer?.merge(computed);
      return computed.value;
    } finally {
      nesting.memos--;
      nesting.types = types;
      nesting.values = values;
      this.#running.delete(key);
      tracker.dependencies = outer;
    }
  }
}
