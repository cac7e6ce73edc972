import type { Fault } from "./fault.ts";

/** An expected failure is a value; only bugs throw. */
export type Result<T> = { readonly ok: true; readonly value: T } | Failure;
export type Failure = {
  readonly ok: false;
  readonly fault: Fault;
  /** What was thrown, when a bug became a fault: it keeps its stack. */
  readonly cause?: unknown;
};

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(fault: Fault, cause?: unknown): Failure {
  return cause === undefined ? { ok: false, fault } : { ok: false, fault, cause };
}
