import { at } from "../../../kernel/array.ts";
import { startThread, type Thread, threadCount } from "../../../workspace/process/threads.ts";
import { threadScript } from "../../thread-script.ts";
import { FileQueue, type SharedQueue } from "./file-queue.ts";
import type { GraphInputs } from "./inputs.ts";
import type { WorkerResult } from "./worker-result.ts";

/** Which index a worker reads, the graph that it must belong to, and the queue that it takes files from. */
export interface WorkerRequest {
  readonly root: string;
  readonly id: string;
  readonly queue: SharedQueue;
  readonly worker: number;
}

/** Facts that keep a thread busy for long enough to be worth its start. */
const minWorkerBytes = 3_000_000;

/**
 * Each worker has a symbol table of everything; together they hold at most the tables of so many bytes of facts. Above
 * that, about a million and a half lines, the thread that asked resolves alone: in twice the time and half the memory.
 */
const maxTableBytes = 60_000_000;

interface Worker {
  readonly thread: Thread<WorkerRequest, WorkerResult | undefined>;
  readonly result: Promise<WorkerResult | undefined>;
}

/** Threads that resolve files in addition to the one that started them, and the queue that all of them take from. */
export class WorkerPool {
  readonly queue: FileQueue;
  readonly #workers: readonly Worker[];

  private constructor(queue: FileQueue, workers: readonly Worker[]) {
    this.queue = queue;
    this.#workers = workers;
  }

  /** Without workers where the work is small, or where there is no bundle that a thread could load (in tests). */
  static start(root: string, inputs: GraphInputs, files: readonly number[]): WorkerPool {
    const script = threadScript("resolve-worker.js");
    const count = script ? workerCount(inputs, files) : 0;
    const queue = FileQueue.of(files, count);
    const request = { root, id: inputs.id, queue: queue.shared };
    const workers = script
      ? Array.from({ length: count }, (_, worker) => startWorker(script, { ...request, worker }))
      : [];
    return new WorkerPool(queue, workers);
  }

  /** The results of workers that took files; undefined for one that failed. */
  results(): Promise<(WorkerResult | undefined)[]> {
    const busy = this.#workers.filter((_, worker) => this.queue.hasBegun(worker));
    return Promise.all(busy.map(({ result }) => result));
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(({ thread }) => thread.close()));
  }
}

function startWorker(script: URL, request: WorkerRequest): Worker {
  const thread = startThread<WorkerRequest, WorkerResult | undefined>(script);
  // The caller resolves the files of a worker that failed.
  const result = thread.run(request).catch(() => undefined);
  void result.then(() => thread.close());
  return { thread, result };
}

/** A worker reads the facts of all files before it can resolve any, which is not worth it for a few files. */
function workerCount({ sources }: GraphInputs, files: readonly number[]): number {
  const all = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  const stale = files.reduce((sum, file) => sum + at(sources, file).bytes, 0);
  if (stale < all / 2) return 0;
  const maxWorkers = Math.floor(maxTableBytes / all);
  return Math.min(threadCount() - 1, Math.floor(stale / minWorkerBytes), maxWorkers);
}
