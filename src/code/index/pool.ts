import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { version } from "../../kernel/version.ts";
import { analyse, type Batch, type BatchResult } from "./analyse.ts";

/** Runs batches, several at once where that pays. */
export interface Pool {
  readonly width: number;
  readonly run: (batch: Batch) => Promise<BatchResult>;
  readonly close: () => Promise<void>;
}

/** Less than this is done before a second thread has started. */
const worthThreadsBytes = 2_000_000;

/** Threads for a lot of work, none for a little. From source (tests) there is no bundle that a thread could load. */
export function openPool(totalBytes: number): Pool {
  const isBundle = !version.endsWith("-source");
  if (!isBundle || totalBytes < worthThreadsBytes) return { width: 1, run: analyse, close: async () => {} };
  return threadPool(Math.min(8, Math.max(1, availableParallelism())));
}

function threadPool(width: number): Pool {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const run = async (batch: Batch): Promise<BatchResult> => {
    const worker = idle.pop() ?? start(all);
    const result = await ask(worker, batch);
    idle.push(worker);
    return result;
  };
  return {
    width,
    run,
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function start(all: Set<Worker>): Worker {
  // The bundler puts this module into dist/hewto.js or dist/parts/; the worker is always in dist/parts/.
  const isPart = new URL(".", import.meta.url).pathname.endsWith("/parts/");
  const worker = new Worker(
    new URL(isPart ? "./parse-worker.js" : "./parts/parse-worker.js", import.meta.url),
    {
      stdout: false,
      stderr: false,
    },
  );
  worker.unref();
  all.add(worker);
  return worker;
}

function ask(worker: Worker, batch: Batch): Promise<BatchResult> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      worker.unref();
    };
    const onMessage = (result: BatchResult) => {
      settle();
      resolve(result);
    };
    const onError = (error: Error) => {
      settle();
      reject(error);
    };
    const onExit = (code: number) => onError(new Error(`The parsing thread ended with code ${code}.`));
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    worker.ref();
    worker.postMessage(batch);
  });
}
