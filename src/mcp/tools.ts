import { ProtocolError, type ServerContext, type Tool } from "@modelcontextprotocol/server";
import * as z from "zod";
import { contextFor } from "../operations/runtime.ts";
import type { ToolResult } from "./answer.ts";
import { callTool } from "./call.ts";
import { type Channel, requestChannel } from "./channel.ts";
import { connectedClient, replayedClient } from "./client-port.ts";
import type { Connection } from "./connection.ts";
import { offersTasks } from "./host.ts";
import { PageParams, page } from "./paging.ts";
import type { ProgressNote } from "./progress.ts";
import { replaying } from "./replay.ts";
import { wire } from "./sdk.ts";
import { servedTool } from "./served-tool.ts";
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
    const { items, ...next } = page(registry.tools(), cursor);
    const tools = await Promise.all(items.map((tool) => toolEntry(tool, context, era === "legacy")));
    return { tools: wire<Tool[]>(tools), ...next };
  });
  if (era === "modern") {
    server.setRequestHandler("tools/call", ({ params }, ctx) =>
      replaying(() => call(connection, params.name, params.arguments, ctx)),
    );
    return;
  }
  // The SDK's own tools/call handler refuses task results, so 2025-era calls are answered one step lower.
  const tasks = offersTasks(host, era) ? serveTasks(connection) : undefined;
  server.fallbackRequestHandler = async (request, ctx) => {
    if (request.method !== "tools/call")
      throw new ProtocolError(-32601, `Method not found: ${request.method}`);
    const params = CallParams.safeParse(request.params);
    if (!params.success) throw new ProtocolError(-32602, "tools/call needs params.name, a string.");
    const { name, arguments: args, task } = params.data;
    // A server that does not claim tasks runs such a call like any other, as the protocol wants it.
    if (task === undefined || tasks === undefined) return call(connection, name, args, ctx);
    return tasks.create(name, task.ttl ?? undefined, ctx, (running, channel) =>
      call(connection, name, args, ctx, { running, channel }),
    );
  };
}

/** A task outlives its request: it has its own signal, its own way to the client, and a status to report. */
interface InTask {
  readonly running: RunningTask;
  readonly channel: Channel;
}

async function call(
  { server, host, era, session }: Connection,
  name: string,
  args: unknown,
  ctx: ServerContext,
  task?: InTask,
): Promise<ToolResult> {
  const operation = await servedTool(host, name);
  const { id, _meta } = ctx.mcpReq;
  const signal = task?.running.signal ?? ctx.mcpReq.signal;
  const channel = task?.channel ?? requestChannel(ctx);
  const client = era === "modern" ? replayedClient(ctx) : connectedClient(server, session, channel, signal);
  const token = _meta?.progressToken;
  const sendProgress = async (note: ProgressNote) => {
    if (note.message !== undefined) task?.running.note(note.message);
    if (token === undefined) return; // 0 and "" are tokens too
    // A client that went away needs no progress.
    await channel
      .notify({ method: "notifications/progress", params: { progressToken: token, ...note } })
      .catch(() => {});
  };
  return callTool(host, session, { operation, args, requestId: id, signal, client, sendProgress });
}
