import { ProtocolError, type ServerContext, type Tool } from "@modelcontextprotocol/server";
import * as z from "zod";
import { contextFor } from "../../operation/runtime.ts";
import { wantsApps, withApp } from "../apps/apps.ts";
import { type Channel, requestChannel } from "../protocol/channel.ts";
import { connectedClient, replayedClient } from "../protocol/client-port.ts";
import type { Connection } from "../protocol/connection.ts";
import { offersTasks } from "../protocol/host.ts";
import { PageParams, page } from "../protocol/paging.ts";
import { replaying, verifiedState } from "../protocol/replay.ts";
import { wire } from "../protocol/sdk.ts";
import type { ToolResult } from "./answer.ts";
import { callTool } from "./call.ts";
import type { ProgressNote } from "./progress.ts";
import { servedTool } from "./served-tool.ts";
import {
  assertTasksDeclared,
  callOrTask,
  type DetachableCall,
  declaresTasks,
  serveTaskExtension,
} from "./task-extension.ts";
import { serveTasks } from "./task-methods.ts";
import type { RunningTask } from "./tasks.ts";
import { toolEntry } from "./tool-entry.ts";

const CallParams = z.looseObject({
  name: z.string(),
  // Checked by the operation, so that a wrong type is a tool error that a model can read.
  arguments: z.unknown().optional(),
  task: z.looseObject({ ttl: z.number().int().nonnegative().nullish() }).optional(),
});

/** `tools/list` and `tools/call`. */
export function serveTools(connection: Connection): void {
  const { server, host, era } = connection;
  server.setRequestHandler("tools/list", { params: PageParams }, async ({ cursor }, ctx) => {
    const registry = await host.registry();
    const context = contextFor(host.runtime, { signal: ctx.mcpReq.signal });
    await host.listing?.look(performance.now());
    const isListed = host.listing?.names(registry) ?? (() => true);
    const listed = registry.tools().filter(({ name }) => isListed(name));
    const { items, ...next } = page(listed, cursor);
    const tools = await Promise.all(
      items.map((tool) =>
        toolEntry(tool, context, { withTasks: era === "legacy", terse: host.profile.auto === true }),
      ),
    );
    const shown = wantsApps(server, host, ctx) ? tools.map(withApp) : tools;
    return { tools: wire<Tool[]>(shown), ...next };
  });
  const answerCall = era === "modern" ? modernCalls(connection) : legacyCalls(connection);
  server.setRequestHandler("tools/call", { params: CallParams }, answerCall);
}

type CallHandler = (
  params: z.output<typeof CallParams>,
  ctx: ServerContext,
) => Promise<Record<string, unknown>>;

/** 2025-11-25: the client asks for a task. */
function legacyCalls(connection: Connection): CallHandler {
  const tasks = offersTasks(connection.host) ? serveTasks(connection) : undefined;
  return async ({ name, arguments: args, task }, ctx) => {
    // A server that does not claim tasks runs such a call like any other, as the protocol wants it.
    if (task !== undefined && tasks !== undefined)
      return tasks.create(name, task.ttl ?? undefined, ctx, (running, channel) =>
        call(connection, name, args, ctx, { running, channel }),
      );
    const { taskSupport } = await servedTool(connection.host, name);
    if (taskSupport === "required") throw new ProtocolError(-32601, `Tool ${name} runs as a task only.`);
    return call(connection, name, args, ctx);
  };
}

/** 2026-07-28: the client says that it takes tasks, and the server decides. */
function modernCalls(connection: Connection): CallHandler {
  const { server, host } = connection;
  if (offersTasks(host)) serveTaskExtension(server, host.tasks);
  return async ({ name, arguments: args }, ctx) => {
    const { taskSupport } = await servedTool(host, name);
    if (taskSupport === "required") assertTasksDeclared(ctx);
    const state = await verifiedState(ctx);
    return replaying(async () => {
      const answered =
        taskSupport && declaresTasks(ctx)
          ? await callOrTask(host.tasks, ctx, (detachable) =>
              call(connection, name, args, ctx, { state, detachable }),
            )
          : undefined;
      return answered ?? call(connection, name, args, ctx, { state });
    });
  };
}

/** How a call differs from one that is answered on its own request. */
interface Circumstances {
  /** 2025-11-25: a task outlives its request. It has its own signal, its own way to the client, and a status. */
  readonly running?: RunningTask;
  readonly channel?: Channel;
  /** 2026-07-28: answers of earlier rounds, and the task that the call may become. */
  readonly state?: unknown;
  readonly detachable?: DetachableCall;
}

async function call(
  { server, host, era, session }: Connection,
  name: string,
  args: unknown,
  ctx: ServerContext,
  { state, detachable, ...given }: Circumstances = {},
): Promise<ToolResult> {
  const operation = await servedTool(host, name);
  const { id, _meta } = ctx.mcpReq;
  const task = given.running ?? detachable?.task;
  const signal = task?.signal ?? ctx.mcpReq.signal;
  const channel = given.channel ?? requestChannel(ctx);
  const client =
    era === "modern"
      ? replayedClient(ctx, state, detachable)
      : connectedClient(server, session, channel, signal);
  const token = _meta?.progressToken;
  const sendProgress = async (note: ProgressNote) => {
    if (note.message !== undefined) task?.note(note.message);
    // 0 and "" are tokens too. The extension has no progress for tasks: their status message carries it.
    if (token === undefined || detachable?.isAnnounced()) return;
    // A client that went away needs no progress.
    await channel
      .notify({ method: "notifications/progress", params: { progressToken: token, ...note } })
      .catch(() => {});
  };
  return callTool(host, session, { operation, args, requestId: id, signal, client, sendProgress });
}
