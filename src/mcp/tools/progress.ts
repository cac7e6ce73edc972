import type { Progress } from "../../operation/context.ts";

/** This many reports are sent at once, so that short work is reported step by step. */
const BURST = 20;
const REFILL_MS = 20;

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
 * Thins out and orders progress: values strictly increase (the protocol demands it), after a first burst no
 * more than fifty a second leave, the last step (`done === total`) always does.
 */
export function progressSender(send: (note: ProgressNote) => void, now: () => number): ProgressSender {
  let last = Number.NEGATIVE_INFINITY;
  let allowed = BURST;
  let refilledAt = now();
  let open = true;
  const mayLeave = () => {
    const gained = Math.floor((now() - refilledAt) / REFILL_MS);
    refilledAt += gained * REFILL_MS;
    allowed = Math.min(BURST, allowed + gained);
    if (allowed === 0) return false;
    allowed--;
    return true;
  };
  return {
    report: ({ done, total, message }) => {
      if (!open || !Number.isFinite(done) || done <= last) return;
      const isFinal = total !== undefined && done >= total;
      if (!isFinal && !mayLeave()) return;
      last = done;
      send({
        progress: done,
        ...(total !== undefined && Number.isFinite(total) ? { total } : {}),
        message,
      });
    },
    close: () => {
      open = false;
    },
  };
}
