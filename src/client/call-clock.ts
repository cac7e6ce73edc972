/** Why a call was ended by us. */
export type Deadline = "idle" | "absolute";

export interface CallClock {
  /** The agent is alive: the idle limit starts anew. */
  readonly touch: () => void;
  readonly stop: () => void;
}

/** Two limits of one call: a time without a sign of life, and a time that no call may exceed. */
export function startClock(
  limits: { readonly idleMs: number; readonly maxMs: number },
  expired: (which: Deadline) => void,
  /** Whether it is us whom the agent waits for: a person who thinks about a question is no silent agent. */
  isOurTurn: () => boolean = () => false,
): CallClock {
  const onIdle = () => {
    if (isOurTurn()) idle = setTimeout(onIdle, limits.idleMs);
    else expired("idle");
  };
  let idle = setTimeout(onIdle, limits.idleMs);
  const absolute = setTimeout(() => expired("absolute"), limits.maxMs);
  return {
    touch: () => {
      clearTimeout(idle);
      idle = setTimeout(onIdle, limits.idleMs);
    },
    stop: () => {
      clearTimeout(idle);
      clearTimeout(absolute);
    },
  };
}
