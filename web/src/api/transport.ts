import type { Fault } from "../../../src/kernel/fault.ts";
import type { OperationName, OperationTypes } from "../../../src/library/operations.ts";
import type { PageEvent, PageSession } from "../../../src/web/protocol.ts";

export type { Fault, OperationName, PageEvent, PageSession };

export type Input<N extends OperationName> = OperationTypes[N]["input"];
export type Output<N extends OperationName> = OperationTypes[N]["output"];

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((step: ProgressStep) => void) | undefined;
}

export interface ProgressStep {
  readonly done: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Where answers come from: a running server, or the files of an export. */
export interface Transport {
  readonly call: <N extends OperationName>(
    name: N,
    input: Input<N>,
    options?: CallOptions,
  ) => Promise<Output<N>>;
  /** The command that does the same as a call; undefined where there is none. */
  readonly command: <N extends OperationName>(
    name: N,
    input: Readonly<Record<string, unknown>>,
  ) => Promise<string | undefined>;
  readonly session: () => Promise<PageSession>;
  /** Live events; returns the stop. */
  readonly listen: (listener: Listener) => () => void;
}

export interface Listener {
  readonly onEvent: (event: PageEvent) => void;
  readonly onState: (state: Connection) => void;
}

/** `refused`: the server runs, but wants its address opened again. `none`: an export has no server. */
export type Connection = "connecting" | "live" | "lost" | "refused" | "none";

/** An expected failure of a call, with what to do about it. */
export class CallFailed extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Any thrown value as a fault that can be shown. */
export function faultFrom(thrown: unknown): Fault {
  if (thrown instanceof CallFailed) return thrown.fault;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "internal_error", message, remedy: "Reload the page.", retryable: true };
}
