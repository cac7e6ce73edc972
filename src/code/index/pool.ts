import { version } from "../../kernel/version.ts";
import { type ThreadPool, threadPool } from "../../workspace/threads.ts";
import { analyse, type Batch, type BatchResult } from "./analyse.ts";

/** Runs batches, several at once where that pays. */
export type Pool = ThreadPool<Batch, BatchResult>;

/** Less than this is done before a second thread has started. */
const worthThreadsBytes = 2_000_000;

/** Threads for a lot of work, none for a little. From source (tests) there is no bundle that a thread could load. */
export function openPool(totalBytes: number): Pool {
  const isBundle = !version.endsWith("-source");
  if (!isBundle || totalBytes < worthThreadsBytes) return { width: 1, run: analyse, close: async () => {} };
  // The bundler puts this module into dist/ or dist/parts/; the worker is always in dist/parts/.
  const isPart = new URL(".", import.meta.url).pathname.endsWith("/parts/");
  return threadPool(new URL(isPart ? "./parse-worker.js" : "./parts/parse-worker.js", import.meta.url));
}
