/** A queue as it is sent to another thread. */
export interface SharedQueue {
  readonly files: Uint32Array;
  /** How many files were taken, and for each worker whether it has begun. */
  readonly state: Int32Array;
}

/** Files that several threads take from, each file once. */
export class FileQueue {
  readonly shared: SharedQueue;

  constructor(shared: SharedQueue) {
    this.shared = shared;
  }

  static of(files: readonly number[], workers: number): FileQueue {
    const state = new Int32Array(new SharedArrayBuffer(4 * (1 + workers)));
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

  /** A worker calls this before it takes its first file; one that has not begun has no result to wait for. */
  begin(worker: number): void {
    Atomics.store(this.shared.state, 1 + worker, 1);
  }

  hasBegun(worker: number): boolean {
    return Atomics.load(this.shared.state, 1 + worker) === 1;
  }
}
