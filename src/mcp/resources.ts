import { ProtocolError, type Server } from "@modelcontextprotocol/server";
import { faultText } from "../kernel/fault.ts";
import { rpcCodeOf } from "../kernel/fault-codes.ts";
import { sortedBy } from "../kernel/order.ts";
import type { Failure } from "../kernel/result.ts";
import { contextFor } from "../operations/runtime.ts";
import type { Host } from "./host.ts";
import { page } from "./paging.ts";

const subscriptions = new WeakMap<Server, Set<string>>();

/** Whether this server's client wants to hear of the resource; under 2026-07-28 the SDK keeps that list. */
export function isWatched(server: Server, uri: string): boolean {
  return isModern(server) || subscriptions.get(server)?.has(uri) === true;
}

/** `resources/*` over the providers of the served toolsets. */
export function serveResources(server: Server, host: Host): void {
  if (!server.getCapabilities().resources) return;
  const watched = new Set<string>();
  subscriptions.set(server, watched);
  server.setRequestHandler("resources/list", async ({ params }, ctx) => {
    const registry = await host.registry();
    const context = contextFor(host.runtime, { signal: ctx.mcpReq.signal });
    const lists = await Promise.all(registry.resources.map((provider) => provider.list(context)));
    const failure = lists.find((list) => !list.ok);
    if (failure && !failure.ok) throw protocolError(failure);
    const all = lists.flatMap((list) => (list.ok ? list.value : []));
    const { items, nextCursor } = page(all, params?.cursor);
    return { resources: items.map((entry) => ({ ...entry })), ...(nextCursor ? { nextCursor } : {}) };
  });
  server.setRequestHandler("resources/templates/list", async () => {
    const registry = await host.registry();
    const templates = registry.resources.flatMap((provider) =>
      provider.templates.map((entry) => ({ ...entry })),
    );
    return { resourceTemplates: sortedBy(templates, (entry) => entry.uriTemplate) };
  });
  server.setRequestHandler("resources/read", async ({ params }, ctx) => {
    const registry = await host.registry();
    const provider = registry.resources.find((candidate) => candidate.owns(params.uri));
    if (!provider)
      throw new ProtocolError(notFoundCode(server), `Resource not found: ${params.uri}`, { uri: params.uri });
    const context = contextFor(host.runtime, { signal: ctx.mcpReq.signal });
    const contents = await provider.read(context, params.uri);
    if (!contents.ok) throw protocolError(contents, { uri: params.uri }, notFoundCode(server));
    return { contents: contents.value.map((part) => ({ ...part })) };
  });
  server.setRequestHandler("resources/subscribe", ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
}

/** Resource and prompt failures are JSON-RPC errors with the fault in `data`. */
export function protocolError({ fault }: Failure, more: object = {}, notFound = -32002): ProtocolError {
  const code = rpcCodeOf(fault.code);
  return new ProtocolError(code === -32002 ? notFound : code, faultText(fault), { ...fault, ...more });
}

/** 2026-07-28 moved "resource not found" to invalid params. */
function notFoundCode(server: Server): number {
  return isModern(server) ? -32602 : -32002;
}

function isModern(server: Server): boolean {
  return (server.getNegotiatedProtocolVersion() ?? "") >= "2026";
}
