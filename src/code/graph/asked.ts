/** The names that an outcome depends on. */
export class Asked {
  readonly names = new Set<string>();
  private readonly merged = new Set<Remembered<unknown>>();

  add(name: string): void {
    this.names.add(name);
  }

  merge(entry: Remembered<unknown>): void {
    if (this.merged.has(entry)) return;
    this.merged.add(entry);
    for (const name of entry.names) this.names.add(name);
  }
}

interface Remembered<T> {
  readonly value: T;
  readonly names: readonly string[];
}

/** Who listens to names being asked for; one for all that work on a table. */
export interface Listener {
  asked: Asked | undefined;
}

/**
 * Keeps outcomes together with the names that they depend on, so that whoever gets one from here depends on
 * them too. A question that leads back to itself is answered with `none`; what was computed on the way is not
 * kept then, because it would depend on who asked first.
 */
export class Memory<K, T> {
  private readonly known = new Map<K, Remembered<T>>();
  private readonly open = new Set<K>();
  private readonly listener: Listener;
  private readonly none: T;
  private readonly cuts: { count: number; depth: number };

  constructor(listener: Listener, none: T, cuts = { count: 0, depth: 0 }) {
    this.listener = listener;
    this.none = none;
    this.cuts = cuts;
  }

  get(key: K, make: () => T): T {
    const { listener, cuts } = this;
    const found = this.known.get(key);
    if (found) {
      listener.asked?.merge(found);
      return found.value;
    }
    if (this.open.has(key)) {
      cuts.count++;
      return this.none;
    }
    const outer = listener.asked;
    const own = new Asked();
    const before = cuts.count;
    listener.asked = own;
    this.open.add(key);
    cuts.depth++;
    try {
      const entry = { value: make(), names: [...own.names] };
      if (cuts.count === before || cuts.depth === 1) this.known.set(key, entry);
      outer?.merge(entry);
      return entry.value;
    } finally {
      cuts.depth--;
      this.open.delete(key);
      listener.asked = outer;
    }
  }
}
