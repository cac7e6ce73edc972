import type { Result } from "../../kernel/result.ts";
import type { AgentTask } from "../../workflow/phase.ts";
import type { Outcome } from "../run/outcome.ts";
import type { AgentIdentity } from "../session/handshake.ts";
import type { CallOptions, SessionEvent } from "../session/session.ts";

/** One way to have an agent do a step. A run is the same with every driver. */
export interface AgentDriver {
  /** Starts or reaches the agent. */
  readonly start: () => Promise<Result<AgentIdentity>>;
  /** Names of its tools. */
  readonly tools: () => Promise<Result<readonly string[]>>;
  readonly run: (
    step: AgentTask,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ) => Promise<Outcome>;
  /** Ends the agent and its processes; with `now`, without a clean shutdown. */
  readonly close: (now?: boolean) => Promise<void>;
}

export type Observe = (event: SessionEvent) => void;
