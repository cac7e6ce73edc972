import { RELATED_TASK_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import type { Channel } from "../protocol/channel.ts";
import { requestChannel } from "../protocol/channel.ts";
import type { Connection } from "../protocol/connection.ts";
import type { RunningTask } from "./tasks.ts";

/** The way from a task to its client. Requests that wait for the task's result lend it theirs. */
export interface TaskChannel extends Channel {
  /** Returns the function that takes the loan back. */
  readonly lend: (channel: Channel) => () => void;
}

/**
 * Everything that a task says names the task. Over HTTP the request that made it is long answered, so questions
 * wait for a `tasks/result` request and travel on its stream, as the protocol has it; elsewhere there is one
 * pipe and they go at once.
 */
export function taskChannel(connection: Connection, ctx: ServerContext, task: RunningTask): TaskChannel {
  const lent = new Set<Channel>();
  const arrivals = new Set<(channel: Channel) => void>();
  const own = ctx.http === undefined ? requestChannel(ctx) : undefined;
  const available = () =>
    new Promise<Channel>((resolve, reject) => {
      const first = own ?? lent.values().next().value;
      if (first) return resolve(first);
      arrivals.add(resolve);
      task.signal.addEventListener("abort", () => reject(new Error("the task was cancelled")), {
        once: true,
      });
    });
  return {
    endStream: undefined,
    lend: (channel) => {
      lent.add(channel);
      for (const resolve of arrivals) resolve(channel);
      arrivals.clear();
      return () => void lent.delete(channel);
    },
    send: (request, signal) =>
      task.asking(async () => {
        const channel = await available();
        return channel.send({ ...request, params: tagged(request.params ?? {}, task) }, signal);
      }),
    notify: ({ method, params }) => connection.server.notification({ method, params: tagged(params, task) }),
  };
}

function tagged(params: Record<string, unknown>, { taskId }: RunningTask): Record<string, unknown> {
  return { ...params, _meta: { [RELATED_TASK_META_KEY]: { taskId } } };
}
