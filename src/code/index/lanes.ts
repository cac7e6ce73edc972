import { version } from "../../kernel/version.ts";
import { startThread, type Thread, threadCount } from "../../workspace/threads.ts";
import { type Lane, type LaneAnswer, type LaneRequest, openLane } from "./lane.ts";

/** Less than this is done before a second thread has started. */
const worthThreadsBytes = 2_000_000;

/** Threads for a lot of work, none for a little. From source (tests) there is no bundle that a thread could load. */
export function openLanes(totalBytes: number): Lane[] {
  const isBundle = !version.endsWith("-source");
  if (!isBundle || totalBytes < worthThreadsBytes) return [openLane()];
  // The bundler puts this module into dist/ or dist/parts/; the worker is always in dist/parts/.
  const isPart = new URL(".", import.meta.url).pathname.endsWith("/parts/");
  const script = new URL(isPart ? "./parse-worker.js" : "./parts/parse-worker.js", import.meta.url);
  return Array.from({ length: threadCount() }, () => threadLane(script));
}

/** Starts its thread with its first batch: there may be none for it. */
function threadLane(script: URL): Lane {
  let thread: Thread<LaneRequest, LaneAnswer> | undefined;
  return {
    run: (request) => {
      thread ??= startThread(script);
      return thread.run(request);
    },
    close: async () => thread?.close(),
  };
}
