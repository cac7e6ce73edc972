import { availableParallelism } from "node:os";
import { parentPort, Worker } from "node:worker_threads";

/** A thread that answers one request at a time; requests and answers are plain data. */
export interface Thread<Request, Answer> {
  readonly run: (request: Request) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

const maxThreads = 8;
// Parsing makes much short-lived data; with the usual young generation a fifth of the time goes into collecting it.
const maxYoungGenerationSizeMb = 64;

/** How many threads can work at once on this machine. */
export function threadCount(): number {
  return Math.min(maxThreads, Math.max(1, availableParallelism()));
}

/** Starts a thread; `script` is a module that calls `serveThread`. */
export function startThread<Request, Answer>(script: URL): Thread<Request, Answer> {
  const worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb } });
  worker.unref();
  return {
    run: (request) => ask<Request, Answer>(worker, request),
    close: async () => {
      await worker.terminate();
    },
  };
}

/** The other side: answers requests one after the other. */
export function serveThread<Request, Answer>(work: (request: Request) => Promise<Answer>): void {
  parentPort?.on("message", async (request: Request) => parentPort?.postMessage(await work(request)));
}

function ask<Request, Answer>(worker: Worker, request: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      worker.unref();
    };
    const onMessage = (answer: Answer) => {
      settle();
      resolve(answer);
    };
    const onError = (error: Error) => {
      settle();
      reject(error);
    };
    const onExit = (code: number) => onError(new Error(`A thread ended with code ${code}.`));
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    // An idle thread must not keep the process alive; a working one must.
    worker.ref();
    worker.postMessage(request);
  });
}
