import type { Event } from "../state/events.ts";

/** Longer than this no key waits: a slow disk must not look like a dead app. A worktree may take some seconds. */
const MOST_MS = 10_000;

export interface Hold {
  /** Takes an event that must wait, for itself or behind others; false when it may go on at once. */
  readonly keep: (event: Event) => boolean;
  /** Holds everything back until the function that it gives is called. */
  readonly begin: () => () => void;
  /** Something has been read: whoever waited for it goes on. */
  readonly look: () => void;
}

/** Keeps keys that come too early and hands them on in their order. None is ever lost. */
export function holdKeys(apply: (event: Event) => void, isEarly: (event: Event) => boolean): Hold {
  let held = 0;
  const kept: Event[] = [];
  let patience: NodeJS.Timeout | undefined;
  const mustWait = (event: Event) => held > 0 || isEarly(event);
  const look = () => {
    // One of them may hold the rest back again.
    for (let next = kept[0]; next && !mustWait(next); next = kept[0]) {
      kept.shift();
      apply(next);
    }
    if (kept.length === 0) clearTimeout(patience);
  };
  const giveUp = () => {
    for (const event of kept.splice(0)) apply(event);
  };
  return {
    look,
    keep: (event) => {
      if (kept.length === 0 && !mustWait(event)) return false;
      if (kept.push(event) === 1) patience = setTimeout(giveUp, MOST_MS).unref();
      return true;
    },
    begin: () => {
      held++;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        held--;
        look();
      };
    },
  };
}
