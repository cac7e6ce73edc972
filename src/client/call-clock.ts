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
  const expired = (which: Deadline) => {
    limits.onOverdue?.();
    end(which);
  };
  const onIdle = () => {
    if (isOurTurn()) idle = setTimeout(onIdle, limits.idleMs);
    else expired("idle");
  };
  let idle = setTimeout(onIdle, limits.idleMs);
  let isStopped = false;
  const absolute = setTimeout(() => expired("absolute"), limits.maxMs);
  return {
    touch: () => {
      clearTimeout(idle);
      // What an agent still says after its call was ended starts nothing.
      if (!isStopped) idle = setTimeout(onIdle, limits.idleMs);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(idle);
      clearTimeout(absolute);
    },
  };
}
