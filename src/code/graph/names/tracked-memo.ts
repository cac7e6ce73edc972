/** The names that an outcome depends on. */
export class Asked {
  readonly names = new Set<string>();
  readonly #merged = new Set<Remembered<unknown>>();

  add(name: string): void {
    this.names.add(name);
  }

  merge(entry: Remembered<unknown>): void {
    if (this.#merged.has(entry)) return;
    this.#merged.add(entry);
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

/** How deep the questions of those are nested that may ask one another. */
export interface Nesting {
  memories: number;
  types: number;
  values: number;
  /** How often a question was left open. */
  cuts: number;
}

export function notNested(): Nesting {
  return { memories: 0, types: 0, values: 0, cuts: 0 };
}

/** Far beyond what people write, and far below what the stack holds. */
const maxMemories = 30;

/**
 * Keeps outcomes together with the names that they depend on, so that whoever gets one from here depends on
 * them too. An outcome must not depend on who asks first, because files are resolved in any order: a question starts
 * as if nothing were nested yet; one that leads back to itself is answered with `none`, and what was computed on
 * the way is not kept then.
 */
export class Memory<K, T> {
  readonly #known = new Map<K, Remembered<T>>();
  readonly #open = new Set<K>();
  readonly #listener: Listener;
  readonly #none: T;
  readonly #nesting: Nesting;

  constructor(listener: Listener, none: T, nesting = notNested()) {
    this.#listener = listener;
    this.#none = none;
    this.#nesting = nesting;
  }

  get(key: K, make: () => T): T {
    const listener = this.#listener;
    const nesting = this.#nesting;
    const found = this.#known.get(key);
    if (found) {
      listener.asked?.merge(found);
      return found.value;
    }
    if (this.#open.has(key) || nesting.memories === maxMemories) {
      nesting.cuts++;
      return this.#none;
    }
    const outer = listener.asked;
    const own = new Asked();
    const { cuts, types, values } = nesting;
    listener.asked = own;
    this.#open.add(key);
    nesting.memories++;
    nesting.types = 0;
    nesting.values = 0;
    try {
      const entry = { value: make(), names: [...own.names] };
      if (nesting.cuts === cuts || nesting.memories === 1) this.#known.set(key, entry);
      outer?.merge(entry);
      return entry.value;
    } finally {
      nesting.memories--;
      nesting.types = types;
      nesting.values = values;
      this.#open.delete(key);
      listener.asked = outer;
    }
  }
}
