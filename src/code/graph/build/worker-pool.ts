import { startThread, type Thread, threadCount } from "../../../workspace/process/threads.ts";
import { threadScript } from "../../thread-script.ts";
import { FileQueue, type SharedQueue } from "./file-queue.ts";
import type { GraphInputs } from "./inputs.ts";
import type { Share } from "./worker-result.ts";

/** What a helper is told: which index to read, the graph that it must be of, and where to take files from. */
export interface HelpRequest {
  readonly root: string;
  readonly id: string;
  readonly queue: SharedQueue;
  readonly helper: number;
}

/** Facts that keep a thread busy for long enough to be worth its start. */
const worthBytes = 3_000_000;

/** Each helper has a table of everything; together they may hold the tables of so many bytes of facts. */
const heldBytes = 30_000_000;

interface Helper {
  readonly thread: Thread<HelpRequest, Share | undefined>;
  readonly share: Promise<Share | undefined>;
}

/** Threads that resolve files beside the one that started them, and the files that all of them take from. */
export class Crew {
  readonly queue: FileQueue;
  readonly #helpers: readonly Helper[];

  private constructor(queue: FileQueue, helpers: readonly Helper[]) {
    this.queue = queue;
    this.#helpers = helpers;
  }

  /** Nobody to help where the work is small, or there is no bundle that a thread could load (tests). */
  static start(root: string, inputs: GraphInputs, files: readonly number[]): Crew {
    const script = threadScript("resolve-worker.js");
    const count = script ? helpersFor(inputs, files) : 0;
    const queue = FileQueue.of(files, count);
    const request = { root, id: inputs.id, queue: queue.shared };
    const helpers = script
      ? Array.from({ length: count }, (_, helper) => startHelper(script, { ...request, helper }))
      : [];
    return new Crew(queue, helpers);
  }

  /** What those brought that took files; one that failed brings nothing. */
  shares(): Promise<(Share | undefined)[]> {
    const busy = this.#helpers.filter((_, helper) => this.queue.hasBegun(helper));
    return Promise.all(busy.map(({ share }) => share));
  }

  async close(): Promise<void> {
    await Promise.all(this.#helpers.map(({ thread }) => thread.close()));
  }
}

function startHelper(script: URL, request: HelpRequest): Helper {
  const thread = startThread<HelpRequest, Share | undefined>(script);
  // What it does not bring is resolved by whoever asked. Its table is of no more use then.
  const share = thread.run(request).catch(() => undefined);
  void share.then(() => thread.close());
  return { thread, share };
}

/** One reads the facts of all files before it can resolve any: for a few files that is not worth it. */
function helpersFor({ sources }: GraphInputs, files: readonly number[]): number {
  const all = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  const stale = files.reduce((sum, file) => sum + (sources[file]?.bytes ?? 0), 0);
  if (stale < all / 2) return 0;
  const held = Math.max(1, Math.floor(heldBytes / all));
  return Math.min(threadCount() - 1, Math.floor(stale / worthBytes), held);
}
