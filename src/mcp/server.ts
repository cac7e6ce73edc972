import { randomBytes } from "node:crypto";
import {
  createRequestStateCodec,
  inputRequired,
  ProtocolError,
  Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { isRecord } from "../kernel/json.ts";
import { contextFor } from "../operations/runtime.ts";
import { callTool, unknownTool } from "./call.ts";
import { connectedClient, InputNeeded, replayedClient } from "./client-port.ts";
import { capabilities, type Host, instructions, serverInfo } from "./host.ts";
import { serveMethods } from "./methods.ts";
import type { ProgressNote } from "./progress.ts";
import { servePrompts } from "./prompts.ts";
import { serveResources } from "./resources.ts";
import { uncheckedAnswers, wire } from "./sdk.ts";
import type { Session } from "./session.ts";
import { serveTasks } from "./task-methods.ts";
import { toolEntry } from "./tool-entry.ts";

export type Era = "legacy" | "modern";

/** Signs what travels through the client between two rounds of one call. New in each process. */
const requestState = createRequestStateCodec({ key: randomBytes(32), ttlSeconds: 3600 });

/** A server for one connection (or, under 2026-07-28 over HTTP, for one request). */
export function buildServer(host: Host, era: Era, session: Session): Server {
  const server = new Server(serverInfo(host), {
    capabilities: capabilities(host, era),
    instructions: instructions(host),
    debouncedNotificationMethods: ["notifications/tools/list_changed"],
    jsonSchemaValidator: uncheckedAnswers,
    requestState: { verify: requestState.verify },
  });
  server.oninitialized = () => {
    session.protocolVersion = server.getNegotiatedProtocolVersion();
    session.client = server.getClientVersion();
    const { root } = host.runtime.workspace;
    const ts = host.runtime.clock().toISOString();
    host.audit({
      ts,
      session: session.id,
      event: "initialize",
      root,
      outcome: session.client?.name ?? "unnamed",
    });
  };
  serveTools(server, host, era, session);
  serveResources(server, host);
  servePrompts(server, host, era);
  serveMethods(server, host);
  return server;
}

function serveTools(server: Server, host: Host, era: Era, session: Session): void {
  server.setRequestHandler("tools/list", async (_request, ctx) => {
    const registry = await host.registry();
    const context = contextFor(host.runtime, { signal: ctx.mcpReq.signal });
    const tools = await Promise.all(
      registry.tools().map((tool) => toolEntry(tool, context, era === "legacy")),
    );
    return { tools: wire<Tool[]>(tools) };
  });
  if (era === "modern") {
    server.setRequestHandler("tools/call", async ({ params }, ctx) => {
      return replaying(() => call(server, host, era, session, params.name, params.arguments, ctx));
    });
    return;
  }
  // The SDK's own tools/call handler refuses task results, so 2025-era calls are answered one step lower.
  const tasks = serveTasks(server, host, session, (name, args, ctx) =>
    call(server, host, era, session, name, args, ctx),
  );
  server.fallbackRequestHandler = async (request, ctx) => {
    if (request.method !== "tools/call") {
      throw new ProtocolError(-32601, `Method not found: ${request.method}`);
    }
    const params = CallParams.safeParse(request.params);
    if (!params.success)
      throw new ProtocolError(-32602, "tools/call needs params.name (string) and params.arguments (object).");
    const { name, arguments: args, task } = params.data;
    return task === undefined
      ? call(server, host, era, session, name, args, ctx)
      : tasks.create(name, args, task, ctx);
  };
}

const CallParams = z.looseObject({
  name: z.string(),
  // Checked by the operation, so that a wrong type is a tool error that a model can read.
  arguments: z.unknown().optional(),
  task: z.looseObject({ ttl: z.number().int().nonnegative().nullish() }).optional(),
});

async function call(
  server: Server,
  host: Host,
  era: Era,
  session: Session,
  name: string,
  args: unknown,
  ctx: ServerContext,
) {
  const registry = await host.registry();
  const operation = registry.tool(name);
  if (!operation)
    throw new ProtocolError(
      -32602,
      unknownTool(
        name,
        registry.tools().map((tool) => tool.name),
      ),
    );
  const progressToken = ctx.mcpReq._meta?.progressToken;
  const client = era === "modern" ? replayedClient(ctx) : connectedClient(ctx, clientCapabilities(server));
  return callTool(
    { runtime: host.runtime, session, audit: host.audit },
    {
      operation,
      args,
      requestId: String(ctx.mcpReq.id),
      signal: ctx.mcpReq.signal,
      client,
      // 0 and "" are tokens too.
      sendProgress:
        progressToken === undefined ? undefined : (note) => notifyProgress(ctx, progressToken, note),
    },
  );
}

export function notifyProgress(ctx: ServerContext, progressToken: string | number, note: ProgressNote): void {
  // A client that went away needs no progress.
  ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...note } }).catch(() => {});
}

/** Under 2026-07-28 a call that needs the client ends with `input_required` and is run again later. */
export async function replaying<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof InputNeeded)) throw thrown;
    const state = await requestState.mint({ answers: thrown.earlier, round: randomBytes(8).toString("hex") });
    return inputRequired({ inputRequests: wire({ ...thrown.requests }), requestState: state });
  }
}

function clientCapabilities(server: Server): Record<string, unknown> | undefined {
  const known = server.getClientCapabilities();
  return isRecord(known) ? known : undefined;
}
