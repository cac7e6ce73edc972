import type { Event } from "../state/events.ts";

/** No key waits longer than this: a slow disk must not look like a frozen app. Creating a worktree may take seconds. */
const maxWaitMs = 10_000;

export interface InputQueue {
  /** Queues an event that must wait, or that others wait before; false when it can be applied at once. */
  readonly enqueue: (event: Event) => boolean;
  /** Holds all events back until the returned function is called. */
  readonly block: () => () => void;
  /** Applies the events that no longer have to wait. */
  readonly drain: () => void;
}

/** Holds keys back while they must wait and applies them in order. No key is lost. */
export function createInputQueue(
  apply: (event: Event) => void,
  mustWait: (event: Event) => boolean,
): InputQueue {
  let blocks = 0;
  const queue: Event[] = [];
  let timeout: NodeJS.Timeout | undefined;
  const isBlocked = (event: Event) => blocks > 0 || mustWait(event);
  const drain = () => {
    // An applied event may block the ones behind it.
    for (let next = queue[0]; next && !isBlocked(next); next = queue[0]) {
      queue.shift();
      apply(next);
    }
    if (queue.length === 0) clearTimeout(timeout);
  };
  const applyAll = () => {
    for (const event of queue.splice(0)) apply(event);
  };
  return {
    drain,
    enqueue: (event) => {
      if (queue.length === 0 && !isBlocked(event)) return false;
      if (queue.push(event) === 1) timeout = setTimeout(applyAll, maxWaitMs).unref();
      return true;
    },
    block: () => {
      blocks++;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        blocks--;
        drain();
      };
    },
  };
}
