import { type Fault, fault, faultOf } from "../kernel/fault.ts";
import { ok, type Result } from "../kernel/result.ts";
import { parseArguments } from "../operations/arguments.ts";
import type { ClientPort } from "../operations/context.ts";
import type { Operation } from "../operations/operation.ts";
import { type CallScope, contextFor, type Runtime } from "../operations/runtime.ts";
import { answer, failedAnswer, type ToolResult } from "./answer.ts";
import type { Audit } from "./audit.ts";
import { InputNeeded } from "./client-port.ts";
import { type ProgressNote, progressSender } from "./progress.ts";
import type { Session } from "./session.ts";

export interface ToolCall {
  readonly operation: Operation;
  readonly args: unknown;
  readonly requestId: string | number;
  readonly signal: AbortSignal;
  readonly client: ClientPort | undefined;
  /** Absent when nobody wants to hear: no progress token, no task. */
  readonly sendProgress: ((note: ProgressNote) => void) | undefined;
}

export interface Caller {
  readonly runtime: Runtime;
  readonly session: Session;
  readonly audit: Audit;
}

/**
 * Runs one operation for a client: checks arguments, reports progress, records the call, and turns every
 * outcome into a result. Only `InputNeeded` passes through, because it is a step of the protocol.
 */
export async function callTool(caller: Caller, call: ToolCall): Promise<ToolResult> {
  const { runtime, session } = caller;
  const started = runtime.clock().getTime();
  const touched = new Set<string>();
  const progress = progressSender(call.sendProgress ?? (() => {}), () => performance.now());
  // A cancelled call is over for its client, however long the operation takes to notice.
  call.signal.addEventListener("abort", progress.close, { once: true });
  session.calls.set(call.requestId, { tool: call.operation.name, startedAt: started, touched });
  let outcome = "ok";
  try {
    const result = await perform(runtime, call, {
      signal: call.signal,
      progress: progress.report,
      client: call.client,
      touched: (path) => void touched.add(path),
    });
    if (result.ok) return result.value;
    outcome = result.fault.code;
    return failedAnswer(result.fault);
  } catch (thrown) {
    outcome = thrown instanceof InputNeeded ? "input_required" : "internal_error";
    throw thrown;
  } finally {
    progress.close();
    session.calls.delete(call.requestId);
    const ms = runtime.clock().getTime() - started;
    caller.audit({
      ts: runtime.clock().toISOString(),
      session: session.id,
      event: "call",
      tool: call.operation.name,
      ...capability(call.operation),
      root: runtime.workspace.root,
      artifacts: [...touched].sort(),
      outcome,
      ms,
    });
  }
}

function perform(
  runtime: Runtime,
  { operation, args }: ToolCall,
  scope: CallScope,
): Promise<Result<ToolResult>> {
  return guarded(async () => {
    const input = parseArguments(operation, args);
    if (!input.ok) return input;
    const output = await operation.run(contextFor(runtime, scope), input.value);
    return output.ok ? ok(answer(operation, output.value, input.value)) : output;
  }, scope.signal);
}

/** A bug inside an operation becomes a failure; the server lives on. */
export async function guarded<T>(work: () => Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof InputNeeded) throw thrown;
    return { ok: false, fault: signal.aborted ? cancelled() : faultOf(thrown) };
  }
}

function cancelled(): Fault {
  return fault("cancelled", "The request was cancelled.", "Call again to start over.", { retryable: true });
}

function capability(operation: Operation): { capability?: string } {
  const described = operation.meta?.["specman/capability"];
  const id =
    typeof described === "object" && described !== null && "id" in described ? described.id : undefined;
  return typeof id === "string" ? { capability: id } : {};
}
