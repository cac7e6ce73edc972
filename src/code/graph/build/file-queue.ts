/** A queue as it goes to another thread. */
export interface SharedQueue {
  readonly files: Uint32Array;
  /** How many were taken, and behind that for each helper whether it has begun to take. */
  readonly state: Int32Array;
}

/** Files that several threads take from, each file once. */
export class FileQueue {
  readonly shared: SharedQueue;

  constructor(shared: SharedQueue) {
    this.shared = shared;
  }

  static of(files: readonly number[], helpers: number): FileQueue {
    const state = new Int32Array(new SharedArrayBuffer(4 * (1 + helpers)));
    return new FileQueue({ files: Uint32Array.from(files), state });
  }

  get total(): number {
    return this.shared.files.length;
  }

  get taken(): number {
    return Math.min(this.total, Atomics.load(this.shared.state, 0));
  }

  next(): number | undefined {
    const { files, state } = this.shared;
    return files[Atomics.add(state, 0, 1)];
  }

  /** A helper says so before its first file: whoever did not when none is left has nothing to bring. */
  begin(helper: number): void {
    Atomics.store(this.shared.state, 1 + helper, 1);
  }

  hasBegun(helper: number): boolean {
    return Atomics.load(this.shared.state, 1 + helper) === 1;
  }
}
