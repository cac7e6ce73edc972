/** Why a call was ended by us. */
export type Deadline = "idle" | "absolute";

export interface CallClock {
  /** The agent is alive: the idle limit starts anew. */
  readonly touch: () => void;
  readonly stop: () => void;
}

export interface CallLimits {
  readonly idleMs: number;
  readonly maxMs: number;
  /** Told at once when time is up; that the agent stops takes longer. */
  readonly onOverdue?: () => void;
}

/** Two limits of one call: a time without a sign of life, and a time that no call may exceed. */
export function startClock(
  limits: CallLimits,
  end: (which: Deadline) => void,
  /** Whether it is us whom the agent waits for: a person who thinks about a question is no silent agent. */
  isOurTurn: () => boolean = () => false,
): CallClock {
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    clearTimeout(idle);
    clearTimeout(absolute);
  };
  const expired = (which: Deadline) => {
    stop();
    limits.onOverdue?.();
    end(which);
  };
  const onIdle = () => {
    if (isOurTurn()) idle = setTimeout(onIdle, limits.idleMs);
    else expired("idle");
  };
  let idle = setTimeout(onIdle, limits.idleMs);
  const absolute = setTimeout(() => expired("absolute"), limits.maxMs);
  return {
    touch: () => {
      // What an agent still says while it is being stopped starts nothing.
      if (isStopped) return;
      clearTimeout(idle);
      idle = setTimeout(onIdle, limits.idleMs);
    },
    stop,
  };
}
