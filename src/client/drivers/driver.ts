import type { Result } from "../../kernel/result.ts";
import type { Step } from "../../workflow/phase.ts";
import type { Outcome } from "../run/outcome.ts";
import type { AgentIdentity } from "../session/handshake.ts";
import type { CallOptions, SessionEvent } from "../session/session.ts";

/** One way to have a step done. Whatever is behind it, a run looks the same. */
export interface AgentDriver {
  /** Starts or reaches the agent; a fault says why not. */
  readonly start: () => Promise<Result<AgentIdentity>>;
  /** Names of the tools that it offers. */
  readonly tools: () => Promise<Result<readonly string[]>>;
  readonly run: (
    step: Step,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ) => Promise<Outcome>;
  /** Ends the agent and all that it started; `now` skips the courtesies. */
  readonly close: (now?: boolean) => Promise<void>;
}

export type Observe = (event: SessionEvent) => void;
