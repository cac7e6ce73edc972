import type { Server } from "@modelcontextprotocol/server";
import { byCodePoint } from "../../kernel/order.ts";
import type { Result } from "../../kernel/result.ts";
import type { Host } from "../protocol/host.ts";
import type { ActiveCall, Session } from "../protocol/session.ts";
import type { AuditLine } from "./audit-line.ts";

/** What writing an audit line takes. */
export type Recorder = Pick<Host, "audit" | "runtime">;

/** Notes what `initialize` agreed on. */
export function recordStart(server: Server, host: Host, session: Session): void {
  session.protocolVersion = server.getNegotiatedProtocolVersion();
  session.client = server.getClientVersion();
  host.audit.record({
    ts: host.runtime.clock().toISOString(),
    session: session.id,
    event: "initialize",
    root: host.runtime.workspace.root,
    outcome: session.client?.name ?? "unnamed",
  });
}

/**
 * One line for each call: when it ends, or when its session ends first. `capability` names what of the core the
 * tool is a face of.
 */
export function recordCall(
  { audit, runtime }: Recorder,
  session: Session,
  call: ActiveCall,
  outcome: string,
  capability?: string,
): void {
  if (!session.calls.delete(call)) return;
  const now = runtime.clock();
  audit.record({
    ts: now.toISOString(),
    session: session.id,
    ...(session.principal.startsWith("user:") ? { principal: session.principal.slice(5) } : {}),
    event: "call",
    tool: call.tool,
    capability,
    root: session.root,
    artifacts: [...call.touched].sort(byCodePoint),
    outcome,
    ms: now.getTime() - call.startedAt,
  });
}

/** Does the work and writes the audit line for it. */
export async function recorded<T>(
  { audit, runtime }: Recorder,
  { id, root }: Session,
  what: Pick<AuditLine, "event" | "tool" | "artifacts">,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const started = runtime.clock();
  let outcome = "input_required";
  try {
    const result = await work();
    outcome = result.ok ? "ok" : result.fault.code;
    return result;
  } finally {
    const now = runtime.clock();
    const ms = now.getTime() - started.getTime();
    audit.record({ ts: now.toISOString(), session: id, ...what, root, outcome, ms });
  }
}

/** Notes the end of a session and of what still ran in it. */
export function recordEnd(recorder: Recorder, session: Session): void {
  for (const call of [...session.calls]) recordCall(recorder, session, call, "cancelled");
  const { id, root } = session;
  const ts = recorder.runtime.clock().toISOString();
  recorder.audit.record({ ts, session: id, event: "close", root, outcome: "ok" });
}
