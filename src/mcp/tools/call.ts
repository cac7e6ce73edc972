import { ProtocolError } from "@modelcontextprotocol/server";
import { type Fault, fault, faultOf } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { parseArguments } from "../../operation/arguments.ts";
import type { ClientPort } from "../../operation/context.ts";
import type { Operation } from "../../operation/operation.ts";
import { type CallScope, contextFor } from "../../operation/runtime.ts";
import { notingLocks } from "../../workspace/write/locks/tracking.ts";
import { InputNeeded } from "../protocol/client-port.ts";
import type { Host } from "../protocol/host.ts";
import type { Session } from "../protocol/session.ts";
import { answer, failedAnswer, type ToolResult } from "./answer.ts";
import { type ProgressNote, progressSender } from "./progress.ts";
import { type Recorder, recordCall } from "./record.ts";

export interface ToolCall {
  readonly operation: Operation;
  readonly args: unknown;
  readonly requestId: string | number;
  readonly signal: AbortSignal;
  readonly client: ClientPort | undefined;
  /** Absent when nobody wants to hear: no progress token, no task. */
  readonly sendProgress: ((note: ProgressNote) => Promise<void>) | undefined;
}

/**
 * Runs one operation for a client: checks arguments, reports progress, records the call, and turns every
 * outcome into a result. Only `InputNeeded` and errors of the protocol pass through.
 */
export async function callTool(
  host: Recorder & Pick<Host, "profile">,
  session: Session,
  call: ToolCall,
): Promise<ToolResult> {
  const { operation, requestId, signal } = call;
  const touched = new Set<string>();
  const locks = new Set<string>();
  const startedAt = host.runtime.clock().getTime();
  const active = { requestId, tool: operation.name, startedAt, touched, locks };
  session.calls.add(active);
  const leaving: Promise<void>[] = [];
  const send = (note: ProgressNote) => void (call.sendProgress && leaving.push(call.sendProgress(note)));
  const progress = progressSender(send, () => performance.now());
  // A cancelled call is over for its client, however long the operation takes to notice.
  signal.addEventListener("abort", progress.close, { once: true });
  let outcome = "ok";
  try {
    const scope = {
      signal,
      progress: progress.report,
      client: call.client,
      touched: (path: string) => void touched.add(path),
    };
    const result = await notingLocks(locks, () => perform(host, call, scope));
    if (result.ok) return result.value;
    outcome = result.fault.code;
    return failedAnswer(result.fault);
  } catch (thrown) {
    outcome = thrown instanceof InputNeeded ? "input_required" : "internal_error";
    throw thrown;
  } finally {
    progress.close();
    // The reply must not overtake the last word of progress.
    await Promise.allSettled(leaving);
    recordCall(host, session, active, signal.aborted ? "cancelled" : outcome, capabilityOf(operation));
  }
}

function perform(
  { runtime, profile }: Pick<Host, "runtime" | "profile">,
  { operation, args }: ToolCall,
  scope: CallScope,
): Promise<Result<ToolResult>> {
  return guarded(async () => {
    const input = parseArguments(operation, args);
    if (!input.ok) return input;
    const output = await operation.run(contextFor(runtime, scope), input.value);
    return output.ok ? ok(answer(operation, output.value, input.value, profile.text)) : output;
  }, scope.signal);
}

/** A bug inside an operation becomes a failure; the server lives on. What the protocol itself raises passes. */
export async function guarded<T>(work: () => Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof InputNeeded || thrown instanceof ProtocolError) throw thrown;
    return { ok: false, fault: signal.aborted ? cancelled() : faultOf(thrown) };
  }
}

function cancelled(): Fault {
  return fault("cancelled", "The request was cancelled.", "Call again to start over.", { retryable: true });
}

function capabilityOf(operation: Operation): string | undefined {
  const described = operation.meta?.["specman/capability"];
  const id =
    typeof described === "object" && described !== null && "id" in described ? described.id : undefined;
  return typeof id === "string" ? id : undefined;
}
