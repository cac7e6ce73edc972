import type { OutputLine } from "../../client/run/output.ts";
import type { RunEvent } from "../../client/run/run.ts";
import type { ProgressReport } from "../../client/session/progress.ts";
import type { Dispatch } from "./person.ts";

const FLUSH_MS = 33;
const MOST_PENDING = 2000;

export interface RunBatch {
  readonly add: (event: RunEvent) => void;
  /** Hands over what is left. */
  readonly end: () => void;
}

/**
 * Collects what an agent says and hands it on thirty times a second: however much it says, the keys of the
 * person come through. Lines beyond what a screen could ever show are left to the log.
 */
export function batchRun(id: number, dispatch: Dispatch): RunBatch {
  let lines: OutputLine[] = [];
  let progress: ProgressReport | undefined;
  let running = false;
  let lastMessage = "";
  let timer: NodeJS.Timeout | undefined;
  /** The words of the progress are output too, in their place among the other lines. */
  const say = () => {
    const message = progress?.message?.trim() ?? "";
    if (message !== "" && message !== lastMessage) lines.push({ stream: "out", text: message });
    if (message !== "") lastMessage = message;
  };
  const flush = () => {
    timer = undefined;
    say();
    dispatch({ type: "run-heard", id, running, progress, lines });
    lines = [];
    progress = undefined;
  };
  const add = (event: RunEvent) => {
    if (event.kind === "running") running = true;
    if (event.kind === "progress") progress = event.report;
    if (event.kind === "line") {
      say();
      lines.push(event.line);
    }
    if (lines.length > MOST_PENDING) lines = lines.slice(-MOST_PENDING / 2);
    timer ??= setTimeout(flush, FLUSH_MS);
  };
  return {
    add,
    end: () => {
      clearTimeout(timer);
      flush();
    },
  };
}
