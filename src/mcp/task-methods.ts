import { ProtocolError, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { ToolResult } from "./answer.ts";
import type { Connection } from "./connection.ts";
import { servedTool } from "./served-tool.ts";
import { TaskCancelled, TaskStore, type TaskView } from "./tasks.ts";

const RELATED_TASK = "io.modelcontextprotocol/related-task";
const TaskId = z.looseObject({ taskId: z.string() });
const Page = z.looseObject({ cursor: z.string().optional() }).optional();

type Call = (name: string, args: unknown, ctx: ServerContext) => Promise<ToolResult>;

/** `tasks/*` of protocol 2025-11-25, and `tools/call` with `task`. */
export function serveTasks({ server, host, session }: Connection, call: Call) {
  const store = new TaskStore(host.runtime.clock, (view) => {
    server.notification({ method: "notifications/tasks/status", params: { ...view } }).catch(() => {});
  });
  const closed = server.onclose;
  server.onclose = () => {
    store.close();
    closed?.();
  };
  server.setRequestHandler("tasks/get", { params: TaskId }, ({ taskId }) => ({
    ...existing(store.get(taskId), taskId),
  }));
  server.setRequestHandler("tasks/list", { params: Page }, (params) => {
    const page = store.list(params?.cursor);
    if (!page) throw new ProtocolError(-32602, "Invalid cursor. Start again without one.");
    return { ...page };
  });
  server.setRequestHandler("tasks/cancel", { params: TaskId }, ({ taskId }) => {
    const outcome = store.cancel(taskId);
    if (typeof outcome === "string") throw new ProtocolError(-32602, outcome);
    return { ...existing(outcome, taskId) };
  });
  server.setRequestHandler("tasks/result", { params: TaskId }, async ({ taskId }) => {
    const result = await existing(store.result(taskId), taskId).catch((thrown) => {
      throw thrown instanceof TaskCancelled ? new ProtocolError(-32000, thrown.message) : thrown;
    });
    return { ...result, _meta: { ...result._meta, [RELATED_TASK]: { taskId } } };
  });

  return {
    create: async (
      name: string,
      args: unknown,
      task: { ttl?: number | null | undefined },
      ctx: ServerContext,
    ) => {
      const operation = await servedTool(host, name);
      if (!operation.taskSupport)
        throw new ProtocolError(-32601, `Tool ${name} does not support task augmentation.`);
      const view = store.start(task.ttl ?? undefined, (signal, note) =>
        call(name, args, inBackground(ctx, signal, note)),
      );
      if (!view)
        throw new ProtocolError(
          -32603,
          `Session ${session.id} keeps too many tasks. Wait until some expire.`,
        );
      return { task: { ...view } };
    },
  };
}

/** The task outlives its request: its own signal, and progress messages become the task's status. */
function inBackground(
  ctx: ServerContext,
  signal: AbortSignal,
  note: (message: string) => void,
): ServerContext {
  const notify: ServerContext["mcpReq"]["notify"] = async (notification) => {
    const message = notification.params?.message;
    if (notification.method === "notifications/progress" && typeof message === "string") note(message);
    await ctx.mcpReq.notify(notification);
  };
  return { ...ctx, mcpReq: { ...ctx.mcpReq, signal, notify } };
}

function existing<T extends TaskView | Promise<ToolResult>>(found: T | undefined, taskId: string): T {
  if (found === undefined) {
    throw new ProtocolError(
      -32602,
      `Task not found: ${taskId}. It may have expired, or belongs to another session.`,
    );
  }
  return found;
}
