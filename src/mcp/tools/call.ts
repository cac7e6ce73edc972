import { ProtocolError } from "@modelcontextprotocol/server";
import { ok } from "../../kernel/result.ts";
import type { ClientPort } from "../../operation/context.ts";
import { guarded, invoke } from "../../operation/invoke.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import type { CallObserver } from "../../operation/runtime.ts";
import { InputNeeded } from "../protocol/client-port.ts";
import type { Host } from "../protocol/host.ts";
import type { ActiveCall, Session } from "../protocol/session.ts";
import { recommendation, servedSurface, wordedFault } from "../protocol/surface.ts";
import { answer, failedAnswer, type ToolResult } from "./answer.ts";
import { type ProgressNote, progressSender } from "./progress.ts";
import { type Recorder, recordCall } from "./record.ts";

export interface ToolCall {
  readonly operation: AnyOperation;
  readonly args: unknown;
  readonly requestId: string | number;
  readonly signal: AbortSignal;
  readonly client: ClientPort | undefined;
  /** Absent when nobody wants to hear: no progress token, no task. */
  readonly sendProgress: ((note: ProgressNote) => Promise<void>) | undefined;
}

/**
 * Runs one operation for a client: reports progress, records the call, and turns every outcome into a result. Only
 * `InputNeeded` and errors of the protocol pass through.
 */
export async function callTool(
  host: Recorder & Pick<Host, "profile" | "registry" | "listing">,
  session: Session,
  { operation, args, requestId, signal, client, sendProgress }: ToolCall,
): Promise<ToolResult> {
  const pending: Promise<void>[] = [];
  const send = (note: ProgressNote) => void (sendProgress && pending.push(sendProgress(note)));
  const progress = progressSender(send, () => performance.now());
  // A cancelled call is over for its client, however long the operation takes to notice.
  signal.addEventListener("abort", progress.close, { once: true });
  const registry = await host.registry();
  const surface = servedSurface(registry, host);
  try {
    const result = await invoke(host.runtime, operation, args, {
      signal,
      progress: progress.report,
      client,
      surface,
      recommend: (suggestion) => recommendation(suggestion, registry, host),
      passes: isProtocols,
      observer: auditOf(host, session, requestId),
    });
    const rendered = result.ok
      ? await guarded(
          async () => ok(answer(operation, result.value, surface, host.profile.text)),
          host.runtime,
          { signal },
        )
      : result;
    if (rendered.ok) return rendered.value;
    return failedAnswer(await wordedFault(rendered.fault, registry, host));
  } finally {
    progress.close();
    // The reply must not overtake the last progress report.
    await Promise.allSettled(pending);
    // The call may have created a layout, or a person may have since the last one.
    host.listing?.look(performance.now()).catch(() => {});
  }
}

/** What the protocol itself raises inside a call. */
export function isProtocols(thrown: unknown): boolean {
  return thrown instanceof InputNeeded || thrown instanceof ProtocolError;
}

/** Lists the call with its session while it runs, and writes its audit line. */
function auditOf(host: Recorder, session: Session, requestId: string | number): CallObserver {
  let active: ActiveCall | undefined;
  return {
    started: ({ operation, touched, locks }) => {
      const startedAt = host.runtime.clock().getTime();
      active = { requestId, tool: operation.name, startedAt, touched, locks };
      session.calls.add(active);
    },
    ended: ({ operation }, outcome) => {
      if (active) recordCall(host, session, active, outcome, capabilityOf(operation));
    },
  };
}

function capabilityOf(operation: AnyOperation): string | undefined {
  const described = operation.meta?.["specman/capability"];
  const id =
    typeof described === "object" && described !== null && "id" in described ? described.id : undefined;
  return typeof id === "string" ? id : undefined;
}
