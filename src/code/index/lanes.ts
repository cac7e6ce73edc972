import { reduceInlining, startThread, type Thread, threadCount } from "../../workspace/process/threads.ts";
import { threadScript } from "../thread-script.ts";
import { type Lane, type LaneAnswer, type LaneRequest, openLane } from "./lane.ts";

/** Less than this is done before a second thread has started. */
const worthThreadsBytes = 2_000_000;

/** Threads for a lot of work, none for a little. From source (tests) there is no bundle that a thread could load. */
export function openLanes(totalBytes: number): Lane[] {
  const script = totalBytes < worthThreadsBytes ? undefined : threadScript("parse-worker.js");
  reduceInlining(true);
  return script ? Array.from({ length: threadCount() }, () => threadLane(script)) : [openLane()];
}

export async function closeLanes(lanes: readonly Lane[]): Promise<void> {
  reduceInlining(false);
  await Promise.all(lanes.map((lane) => lane.close()));
}

/** Starts its thread with its first batch: there might not be one. */
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
