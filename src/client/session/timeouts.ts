/** The limit that a call exceeded. */
export type Deadline = "idle" | "absolute";

export interface CallTimeouts {
  /** Restarts the idle limit, because the agent has shown that it is alive. */
  readonly restartIdle: () => void;
  readonly stop: () => void;
}

export interface CallLimits {
  /** The maximum time without progress. */
  readonly idleMs: number;
  /** The maximum time in total. */
  readonly maxMs: number;
  /** Called as soon as a limit is exceeded; the agent takes longer to stop. */
  readonly onOverdue?: (() => void) | undefined;
}

/** Watches the two limits of a call and calls `end` when one is exceeded. */
export function startTimeouts(
  limits: CallLimits,
  end: (deadline: Deadline) => void,
  /** Whether the agent is waiting for us: while a person thinks about a question, the agent is not idle. */
  isWaitingForUs: () => boolean = () => false,
): CallTimeouts {
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    clearTimeout(idle);
    clearTimeout(absolute);
  };
  const exceed = (deadline: Deadline) => {
    stop();
    limits.onOverdue?.();
    end(deadline);
  };
  const onIdle = () => {
    if (isWaitingForUs()) idle = setTimeout(onIdle, limits.idleMs);
    else exceed("idle");
  };
  let idle = setTimeout(onIdle, limits.idleMs);
  const absolute = setTimeout(() => exceed("absolute"), limits.maxMs);
  return {
    restartIdle: () => {
      // Output of an agent that is being stopped must not start the timer again.
      if (isStopped) return;
      clearTimeout(idle);
      idle = setTimeout(onIdle, limits.idleMs);
    },
    stop,
  };
}

/** Resolves with the value when the signal is aborted, or at once if it already is. */
export function whenAborted<const T>(signal: AbortSignal, value: T): Promise<T> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(value);
    else signal.addEventListener("abort", () => resolve(value), { once: true });
  });
}
