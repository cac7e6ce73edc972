const FRAME_MS = 33;

export interface Frames {
  /** Requests a frame; `now` draws without waiting, for input. */
  readonly request: (now: boolean) => void;
  readonly isPending: () => boolean;
  readonly stop: () => void;
}

/** Draws at most thirty times a second, but immediately after a key. */
export function scheduleFrames(draw: () => void, clock: () => number = () => performance.now()): Frames {
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const run = () => {
    clearTimeout(timer);
    clearImmediate(soon);
    timer = undefined;
    soon = undefined;
    lastAt = clock();
    draw();
  };
  return {
    request: (now) => {
      if (soon) return;
      const wait = FRAME_MS - (clock() - lastAt);
      if (now || wait <= 0) soon = setImmediate(run);
      else timer ??= setTimeout(run, wait);
    },
    isPending: () => timer !== undefined || soon !== undefined,
    stop: () => {
      clearTimeout(timer);
      clearImmediate(soon);
    },
  };
}
