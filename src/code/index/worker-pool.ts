import { reduceInlining, startThread, type Thread, threadCount } from "../../workspace/process/threads.ts";
import { threadScript } from "../thread-script.ts";
import { type IndexWorker, localWorker, type WorkerAnswer, type WorkerRequest } from "./index-worker.ts";

/** Less than this is done before a second thread has started. */
const worthThreadsBytes = 2_000_000;

/** Threads for a lot of work, none for a little. From source (tests) there is no bundle that a thread could load. */
export function startWorkers(totalBytes: number): IndexWorker[] {
  const script = totalBytes < worthThreadsBytes ? undefined : threadScript("parse-worker.js");
  reduceInlining(true);
  return script ? Array.from({ length: threadCount() }, () => threadWorker(script)) : [localWorker()];
}

export async function stopWorkers(workers: readonly IndexWorker[]): Promise<void> {
  reduceInlining(false);
  await Promise.all(workers.map((worker) => worker.close()));
}

/** Starts its thread with its first batch: there might not be one. */
function threadWorker(script: URL): IndexWorker {
  let thread: Thread<WorkerRequest, WorkerAnswer> | undefined;
  return {
    run: (request) => {
      thread ??= startThread(script);
      return thread.run(request);
    },
    close: async () => thread?.close(),
  };
}
