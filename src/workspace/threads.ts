import { availableParallelism } from "node:os";
import { parentPort, Worker } from "node:worker_threads";

/** Threads that run one kind of work; requests and answers are plain data. */
export interface ThreadPool<Request, Answer> {
  readonly width: number;
  readonly run: (request: Request) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

const maxThreads = 8;
// Parsing makes much short-lived data; with the usual young generation a fifth of the time goes into collecting it.
const maxYoungGenerationSizeMb = 64;

/** Starts threads when they are needed; `script` is a module that calls `serveThread`. */
export function threadPool<Request, Answer>(script: URL): ThreadPool<Request, Answer> {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const start = () => {
    const worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb } });
    worker.unref();
    all.add(worker);
    return worker;
  };
  return {
    width: Math.min(maxThreads, Math.max(1, availableParallelism())),
    run: async (request) => {
      const worker = idle.pop() ?? start();
      const answer = await ask<Request, Answer>(worker, request);
      idle.push(worker);
      return answer;
    },
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** The other side: answers requests one after the other; `handOver` names buffers that need no copy. */
export function serveThread<Request, Answer>(
  work: (request: Request) => Promise<Answer>,
  handOver: (answer: Answer) => ArrayBuffer[],
): void {
  parentPort?.on("message", async (request: Request) => {
    const answer = await work(request);
    parentPort?.postMessage(answer, handOver(answer));
  });
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
