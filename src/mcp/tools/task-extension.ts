import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { isRecord } from "../../kernel/json.ts";
import { type Detachable, recordsIn } from "../protocol/client-port.ts";
import type { ToolResult } from "./answer.ts";
import type { RunningTask, TaskState, TaskStore, TaskView } from "./tasks.ts";

/** The tasks extension of protocol 2026-07-28. */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** A call that ends within this time is answered directly; a longer one becomes a task. */
const GRACE_MS = 300;

const TaskParams = z.looseObject({ taskId: z.string() });
/** A call that may become a task: before that it reports and asks on its request, after that on the task. */
export interface DetachableCall extends Detachable {
  readonly task: RunningTask;
}

/** `tasks/get`, `tasks/update` and `tasks/cancel`. */
export function serveTaskExtension(server: Server, store: TaskStore): void {
  server.setRequestHandler("tasks/get", { params: TaskParams }, ({ taskId }, ctx) => {
    assertTasksDeclared(ctx);
    const state = store.state(taskId);
    if (!state) throw unknownTask(taskId);
    return detailed(state);
  });
  server.setRequestHandler("tasks/cancel", { params: TaskParams }, ({ taskId }, ctx) => {
    assertTasksDeclared(ctx);
    // A finished task gets the same empty answer, so that a client does not have to win a race.
    if (store.cancel(taskId) === undefined) throw unknownTask(taskId);
    return {};
  });
  server.setRequestHandler("tasks/update", { params: TaskParams }, ({ taskId }, ctx) => {
    assertTasksDeclared(ctx);
    // The SDK lifts `inputResponses` out of the params of every request.
    const { inputResponses } = ctx.mcpReq;
    if (!inputResponses)
      throw new ProtocolError(-32602, "tasks/update needs params.inputResponses, an object.");
    if (!store.answer(taskId, recordsIn(inputResponses))) throw unknownTask(taskId);
    return {};
  });
}

/**
 * The result of a call that ends quickly, else a task. A question that comes before the task is announced ends the
 * request as `input_required`; a later one is put on the task. Undefined when too many tasks are kept already.
 */
export async function callOrTask(
  store: TaskStore,
  ctx: ServerContext,
  work: (call: DetachableCall) => Promise<ToolResult>,
): Promise<Record<string, unknown> | undefined> {
  let phase: "open" | "asked" | "announced" = "open";
  const isAnnounced = () => phase === "announced";
  const started = store.start(undefined, (task) => {
    const question: Detachable["question"] = (requests) => {
      if (isAnnounced()) return task.question(requests);
      phase = "asked";
      return undefined;
    };
    return work({ task, isAnnounced, question });
  });
  const ended = started && store.result(started.taskId);
  if (!ended) return undefined;
  const { taskId } = started;
  // Until the client knows the task, the request is all it could cancel.
  const gone = () => store.forget(taskId);
  ctx.mcpReq.signal.addEventListener("abort", gone, { once: true });
  try {
    const early = await withinGrace(ended);
    if (early) return early;
    if (phase !== "open") return await ended;
    phase = "announced";
    return { resultType: "task", ...extensionView(store.get(taskId) ?? started) };
  } finally {
    ctx.mcpReq.signal.removeEventListener("abort", gone);
    if (!isAnnounced()) store.forget(taskId);
  }
}

/** Whether the client of this request takes a task for an answer. */
export function declaresTasks(ctx: ServerContext): boolean {
  const capabilities = new Map(Object.entries(ctx.mcpReq.envelope ?? {})).get(CLIENT_CAPABILITIES_META_KEY);
  const extensions = isRecord(capabilities) ? capabilities.extensions : undefined;
  return isRecord(extensions) && extensions[TASKS_EXTENSION] !== undefined;
}

export function assertTasksDeclared(ctx: ServerContext): void {
  if (declaresTasks(ctx)) return;
  const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
}

async function withinGrace(ended: Promise<ToolResult>): Promise<ToolResult | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), GRACE_MS);
  });
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}

function detailed({ view, questions, outcome }: TaskState): Record<string, unknown> {
  const base = extensionView(view);
  if (view.status === "input_required") return { ...base, inputRequests: questions };
  if (view.status === "completed" && outcome && "result" in outcome)
    return { ...base, result: outcome.result };
  if (view.status === "failed" && outcome && "thrown" in outcome)
    return { ...base, error: rpcError(outcome.thrown) };
  return base;
}

function extensionView({ ttl, pollInterval, ...view }: TaskView): Record<string, unknown> {
  return { ...view, ttlMs: ttl, pollIntervalMs: pollInterval };
}

function rpcError(thrown: unknown) {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (!(thrown instanceof ProtocolError)) return { code: -32603, message };
  return { code: thrown.code, message, data: thrown.data };
}

function unknownTask(taskId: string): ProtocolError {
  return new ProtocolError(-32602, `Task not found: ${taskId}. It may have expired.`);
}
