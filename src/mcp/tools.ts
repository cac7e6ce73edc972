import { ProtocolError, type ServerContext, type Tool } from "@modelcontextprotocol/server";
import * as z from "zod";
import { isRecord } from "../kernel/json.ts";
import { contextFor } from "../operations/runtime.ts";
import type { ToolResult } from "./answer.ts";
import { callTool } from "./call.ts";
import { connectedClient, replayedClient } from "./client-port.ts";
import type { Connection } from "./connection.ts";
import type { ProgressNote } from "./progress.ts";
import { replaying } from "./replay.ts";
import { wire } from "./sdk.ts";
import { servedTool } from "./served-tool.ts";
import { serveTasks } from "./task-methods.ts";
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
  server.setRequestHandler("tools/list", async (_request, ctx) => {
    const registry = await host.registry();
    const context = contextFor(host.runtime, { signal: ctx.mcpReq.signal });
    const tools = registry.tools().map((tool) => toolEntry(tool, context, era === "legacy"));
    return { tools: wire<Tool[]>(await Promise.all(tools)) };
  });
  if (era === "modern") {
    server.setRequestHandler("tools/call", ({ params }, ctx) =>
      replaying(() => call(connection, params.name, params.arguments, ctx)),
    );
    return;
  }
  // The SDK's own tools/call handler refuses task results, so 2025-era calls are answered one step lower.
  const tasks = serveTasks(connection, (name, args, ctx) => call(connection, name, args, ctx));
  server.fallbackRequestHandler = async (request, ctx) => {
    if (request.method !== "tools/call")
      throw new ProtocolError(-32601, `Method not found: ${request.method}`);
    const params = CallParams.safeParse(request.params);
    if (!params.success) throw new ProtocolError(-32602, "tools/call needs params.name, a string.");
    const { name, arguments: args, task } = params.data;
    return task === undefined ? call(connection, name, args, ctx) : tasks.create(name, args, task, ctx);
  };
}

async function call(
  connection: Connection,
  name: string,
  args: unknown,
  ctx: ServerContext,
): Promise<ToolResult> {
  const { server, host, era, session } = connection;
  const operation = await servedTool(host, name);
  const progressToken = ctx.mcpReq._meta?.progressToken;
  const capabilities = server.getClientCapabilities();
  const client =
    era === "modern"
      ? replayedClient(ctx)
      : connectedClient(ctx, isRecord(capabilities) ? capabilities : undefined);
  return callTool(
    { runtime: host.runtime, session, audit: host.audit },
    {
      operation,
      args,
      requestId: String(ctx.mcpReq.id),
      signal: ctx.mcpReq.signal,
      client,
      // 0 and "" are tokens too.
      sendProgress: progressToken === undefined ? undefined : (note) => notify(ctx, progressToken, note),
    },
  );
}

function notify(ctx: ServerContext, progressToken: string | number, note: ProgressNote): void {
  // A client that went away needs no progress.
  ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...note } }).catch(() => {});
}
