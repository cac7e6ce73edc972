import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fault, Suggestion } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { byCodePoint } from "../kernel/order.ts";
import type { AuditLine } from "../mcp/tools/audit-line.ts";
import { readBody } from "../mcp/transports/body.ts";
import { header } from "../mcp/transports/http-replies.ts";
import { invoke } from "../operation/invoke.ts";
import type { AnyOperation } from "../operation/operation.ts";
import type { CallObserver, Runtime } from "../operation/runtime.ts";
import { terminalSurface } from "../operation/surface.ts";
import { appendCalls } from "../workspace/state/call-log.ts";
import type { PageEvents } from "./events.ts";
import { argumentRefusal, operationForPage, writeRefusal } from "./lookup.ts";
import { refuse, sendFault, sendJson } from "./replies.ts";

/** What calls of the page share. */
export interface Caller {
  readonly runtime: Runtime;
  readonly mayWrite: boolean;
  readonly events: PageEvents;
  /** The page is for people: what to do next is a command. */
  readonly recommend: (suggestion: Suggestion) => Promise<string>;
  readonly wordFault: (fault: Fault) => Promise<Fault>;
}

const maxBodyBytes = 1024 * 1024;
/** Another page can make a browser post a form, but cannot add a header without asking us first. */
export const pageHeader = "x-hewto-page";
/** Set by the page to hear of the progress of a call. */
const callHeader = "x-hewto-call";

/** `POST /api/<operation>`: the body is its input, the reply its answer, or `{ error }` with the fault. */
export async function serveCall(
  caller: Caller,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await callOf(caller, name, request, response);
  if (!asked) return;
  const { operation, input } = asked;
  const refused =
    argumentRefusal(operation, input) ?? (caller.mayWrite ? undefined : writeRefusal(operation, input));
  if (refused) return sendFault(response, await caller.wordFault(refused), 403);
  const abort = new AbortController();
  response.on("close", () => abort.abort());
  const { runtime, events, recommend } = caller;
  const call = header(request, callHeader)?.slice(0, 64);
  const result = await invoke(runtime, operation, input, {
    signal: abort.signal,
    progress: call === undefined ? undefined : (step) => events.publish({ kind: "progress", call, ...step }),
    surface: terminalSurface(() => operation),
    recommend,
    observer: observer(caller),
  });
  if (result.ok) sendJson(response, 200, result.value.output);
  else sendFault(response, await caller.wordFault(result.fault));
}

/** `POST /command/<operation>`: the command that does the same as the operation with this input. */
export async function serveCommand(
  caller: Caller,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await callOf(caller, name, request, response);
  if (asked) sendJson(response, 200, { command: commandOf(asked.operation, asked.input) });
}

/** The operation that the page asks for, with its input; undefined if the request was refused. */
async function callOf(
  caller: Caller,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ readonly operation: AnyOperation; readonly input: unknown } | undefined> {
  const posted = await inputOf(request);
  if (!posted.ok) return void refuse(response, posted.status, posted.message);
  const operation = await operationForPage(name);
  if (operation.ok) return { operation: operation.value, input: posted.input };
  return void sendFault(response, await caller.wordFault(operation.fault), 403);
}

function commandOf(operation: AnyOperation, input: unknown): string | undefined {
  const args = isRecord(input) ? input : {};
  const reference = terminalSurface(() => operation).reference({ operation: operation.name, args });
  return reference?.replaceAll("`", "");
}

type Posted =
  | { readonly ok: true; readonly input: unknown }
  | { readonly ok: false; readonly status: number; readonly message: string };

/** The input of a call that the page itself posted. */
async function inputOf(request: IncomingMessage): Promise<Posted> {
  const refused = (status: number, message: string) => ({ ok: false, status, message }) as const;
  if (request.method !== "POST") return refused(405, "Method not allowed: use POST.");
  if (header(request, pageHeader) === undefined)
    return refused(403, `Forbidden: the ${pageHeader} header is missing.`);
  if (!/^application\/json\b/i.test(header(request, "content-type") ?? ""))
    return refused(415, "Unsupported media type: send application/json.");
  const body = await readBody(request, maxBodyBytes);
  return body.ok ? { ok: true, input: body.value } : body;
}

/** What a page reads is of no interest to anyone; what it writes is. */
function observer({ runtime, events }: Caller): CallObserver {
  const startedAt = runtime.clock().getTime();
  return {
    started: () => {},
    ended: ({ operation, touched }, outcome) => {
      if (operation.effects.readOnly) return;
      const now = runtime.clock();
      const line: AuditLine = {
        ts: now.toISOString(),
        session: "page",
        event: "call",
        tool: operation.name,
        root: runtime.workspace.root,
        artifacts: [...touched].sort(byCodePoint),
        outcome,
        ms: now.getTime() - startedAt,
      };
      appendCalls(runtime.workspace, JSON.stringify(line));
      events.publish({ kind: "audit", line });
    },
  };
}
