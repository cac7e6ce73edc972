import type { Progress } from "../operations/context.ts";

const QUIET_MS = 20;

export interface ProgressNote {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface ProgressSender {
  readonly report: Progress;
  /** After this, nothing is sent: the reply is on its way. */
  readonly close: () => void;
}

/**
 * Thins out and orders progress: values strictly increase (the protocol demands it), no more than fifty a
 * second leave, the last step (`done === total`) always does.
 */
export function progressSender(send: (note: ProgressNote) => void, now: () => number): ProgressSender {
  let last = Number.NEGATIVE_INFINITY;
  let lastAt = Number.NEGATIVE_INFINITY;
  let open = true;
  return {
    report: ({ done, total, message }) => {
      if (!open || !Number.isFinite(done) || done <= last) return;
      const isFinal = total !== undefined && done >= total;
      if (!isFinal && now() - lastAt < QUIET_MS) return;
      last = done;
      lastAt = now();
      send({
        progress: done,
        ...(total !== undefined && Number.isFinite(total) ? { total } : {}),
        ...(message === undefined ? {} : { message }),
      });
    },
    close: () => {
      open = false;
    },
  };
}
