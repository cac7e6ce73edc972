import { ProtocolError, RELATED_TASK_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { type Channel, requestChannel } from "../protocol/channel.ts";
import type { Connection } from "../protocol/connection.ts";
import { PageParams } from "../protocol/paging.ts";
import type { ToolResult } from "./answer.ts";
import { servedTool } from "./served-tool.ts";
import { type TaskChannel, taskChannel } from "./task-channel.ts";
import { type RunningTask, TaskCancelled, TaskStore } from "./tasks.ts";

const TaskParams = z.looseObject({ taskId: z.string() });

type Work = (task: RunningTask, channel: Channel) => Promise<ToolResult>;

/** `tasks/*` of protocol 2025-11-25, and `tools/call` with `task`. */
export function serveTasks(connection: Connection) {
  const { server, host, session } = connection;
  const store = new TaskStore(host.runtime.clock, (view) => {
    server.notification({ method: "notifications/tasks/status", params: { ...view } }).catch(() => {});
  });
  const channels = new Map<string, TaskChannel>();
  const closed = server.onclose;
  server.onclose = () => {
    store.close();
    closed?.();
  };
  server.setRequestHandler("tasks/get", { params: TaskParams }, ({ taskId }) => ({
    ...existing(store.get(taskId), taskId),
  }));
  server.setRequestHandler("tasks/list", { params: PageParams }, ({ cursor }) => {
    const page = store.list(cursor);
    if (!page) throw new ProtocolError(-32602, "Invalid cursor. Start again without one.");
    return { ...page };
  });
  server.setRequestHandler("tasks/cancel", { params: TaskParams }, ({ taskId }) => {
    const outcome = store.cancel(taskId);
    if (typeof outcome === "string") throw new ProtocolError(-32602, outcome);
    return { ...existing(outcome, taskId) };
  });
  server.setRequestHandler("tasks/result", { params: TaskParams }, async ({ taskId }, ctx) => {
    const ending = existing(store.result(taskId), taskId);
    const takeBack = channels.get(taskId)?.lend(requestChannel(ctx));
    try {
      const result = await ending;
      return { ...result, _meta: { ...result._meta, [RELATED_TASK_META_KEY]: { taskId } } };
    } catch (thrown) {
      throw thrown instanceof TaskCancelled ? new ProtocolError(-32000, thrown.message) : thrown;
    } finally {
      takeBack?.();
    }
  });

  return {
    create: async (name: string, ttl: number | undefined, ctx: ServerContext, work: Work) => {
      const operation = await servedTool(host, name);
      if (!operation.taskSupport)
        throw new ProtocolError(-32601, `Tool ${name} does not support task augmentation.`);
      const view = store.start(ttl, async (task) => {
        const channel = taskChannel(connection, ctx, task);
        channels.set(task.taskId, channel);
        return work(task, channel).finally(() => channels.delete(task.taskId));
      });
      if (view) return { task: { ...view } };
      throw new ProtocolError(-32603, `Session ${session.id} keeps too many tasks. Wait until some expire.`);
    },
  };
}

function existing<T>(found: T | undefined, taskId: string): T {
  if (found !== undefined) return found;
  const why = "It may have expired, or belongs to another session.";
  throw new ProtocolError(-32602, `Task not found: ${taskId}. ${why}`);
}
