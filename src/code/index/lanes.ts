import { version } from "../../kernel/version.ts";
import { startThread, threadCount } from "../../workspace/threads.ts";
import { type Lane, openLane } from "./lane.ts";

/** Less than this is done before a second thread has started. */
const worthThreadsBytes = 2_000_000;

/** Threads for a lot of work, none for a little. From source (tests) there is no bundle that a thread could load. */
export function openLanes(totalBytes: number): Lane[] {
  const isBundle = !version.endsWith("-source");
  if (!isBundle || totalBytes < worthThreadsBytes) return [openLane()];
  // The bundler puts this module into dist/ or dist/parts/; the worker is always in dist/parts/.
  const isPart = new URL(".", import.meta.url).pathname.endsWith("/parts/");
  const script = new URL(isPart ? "./parse-worker.js" : "./parts/parse-worker.js", import.meta.url);
  return Array.from({ length: threadCount() }, () => startThread(script));
}
