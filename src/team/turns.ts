/** Why a call was not let in. */
export class TooManyCalls extends Error {}

export interface TurnLimits {
  /** Calls that run at once. */
  readonly running: number;
  /** Calls of one principal that may wait. */
  readonly waiting: number;
}

/** Lets calls in, one principal after the other, so that nobody's calls wait behind all of somebody else's. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, list) => sum + list.length, 0);
  }

  async run<T>(principal: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(principal);
    try {
      return await work();
    } finally {
      this.#running--;
      this.#next();
    }
  }

  #turn(principal: string): Promise<void> {
    const list = this.#waiting.get(principal) ?? [];
    if (list.length >= this.#limits.waiting) throw new TooManyCalls();
    return new Promise((resolve) => {
      list.push(resolve);
      this.#waiting.set(principal, list);
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < this.#limits.running) {
      const [first] = this.#waiting;
      if (!first) return;
      const [principal, list] = first;
      // To the end of the line: its next call comes after one of everybody else.
      this.#waiting.delete(principal);
      const start = list.shift();
      if (list.length > 0) this.#waiting.set(principal, list);
      if (!start) continue;
      this.#running++;
      start();
    }
  }
}
