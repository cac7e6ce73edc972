import type { Event } from "../state/events.ts";

/** Longer than this no key waits: a slow disk must not look like a dead app. A worktree may take some seconds. */
const MOST_MS = 10_000;

export interface Hold {
  readonly isHeld: () => boolean;
  readonly keep: (event: Event) => void;
  /** Holds keys back until the function that it gives is called. */
  readonly begin: () => () => void;
}

/** Keeps keys that come too early and hands them on in their order. None is ever lost. */
export function holdKeys(dispatch: (event: Event) => void): Hold {
  let held = 0;
  const kept: Event[] = [];
  const flush = () => {
    // One of them may hold the rest back again.
    while (held === 0) {
      const next = kept.shift();
      if (!next) return;
      dispatch(next);
    }
  };
  return {
    isHeld: () => held > 0,
    keep: (event) => void kept.push(event),
    begin: () => {
      held++;
      let isOver = false;
      const end = () => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        held--;
        flush();
      };
      const timer = setTimeout(end, MOST_MS);
      return end;
    },
  };
}
