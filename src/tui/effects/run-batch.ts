import type { OutputLine } from "../../client/run/output.ts";
import type { RunEvent } from "../../client/run/run.ts";
import type { ProgressReport } from "../../client/session/progress.ts";
import type { Dispatch } from "./user-dialogs.ts";

const FLUSH_MS = 33;
const MAX_PENDING = 2000;

export interface RunBatch {
  readonly add: (event: RunEvent) => void;
  /** Dispatches what is left. */
  readonly end: () => void;
}

/**
 * Collects the output of an agent and dispatches it thirty times a second, so that a flood of output does not
 * delay keys. Lines beyond what a screen can show are only in the log.
 */
export function batchRun(id: number, dispatch: Dispatch): RunBatch {
  let lines: OutputLine[] = [];
  let progress: ProgressReport | undefined;
  let running = false;
  let lastMessage = "";
  let timer: NodeJS.Timeout | undefined;
  /** Progress messages are output too, in order with the other lines. */
  const addMessage = () => {
    const message = progress?.message?.trim() ?? "";
    if (message !== "" && message !== lastMessage) lines.push({ stream: "out", text: message });
    if (message !== "") lastMessage = message;
  };
  const flush = () => {
    timer = undefined;
    addMessage();
    dispatch({ type: "run-output", id, running, progress, lines });
    lines = [];
    progress = undefined;
  };
  const add = (event: RunEvent) => {
    if (event.kind === "running") running = true;
    if (event.kind === "progress") progress = event.report;
    if (event.kind === "line") {
      addMessage();
      lines.push(event.line);
    }
    if (lines.length > MAX_PENDING) lines = lines.slice(-MAX_PENDING / 2);
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
