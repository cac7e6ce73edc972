import { ProtocolError, type Server } from "@modelcontextprotocol/server";
import * as z from "zod";
import { type Fault, faultText } from "../../kernel/fault.ts";
import { rpcCodeOf } from "../../kernel/fault-codes.ts";
import { sortedBy } from "../../kernel/order.ts";
import { guarded } from "../../operation/invoke.ts";
import { contextFor } from "../../operation/runtime.ts";
import { appResources, isAppUri, readApp, wantsApps } from "../apps/apps.ts";
import { isProtocols } from "../tools/call.ts";
import { recorded } from "../tools/record.ts";
import type { Connection } from "./connection.ts";
import { PageParams, page } from "./paging.ts";
import { wordedFault } from "./surface.ts";

export const maxSubscriptions = 1000;
export const maxUriBytes = 4096;

const subscriptions = new WeakMap<Server, Set<string>>();
// Given to the SDK with every method, because it answers its own complaints about params with -32603.
const UriParams = z.looseObject({ uri: z.string() });

/** Whether this server's client wants to hear of the resource; under 2026-07-28 the SDK keeps that list. */
export function isWatched(server: Server, uri: string): boolean {
  const isModern = (server.getNegotiatedProtocolVersion() ?? "") >= "2026";
  return isModern || subscriptions.get(server)?.has(uri) === true;
}

/** `resources/*` over the providers of the served toolsets. */
export function serveResources({ server, host, session }: Connection): void {
  if (!server.getCapabilities().resources) return;
  const watched = new Set<string>();
  subscriptions.set(server, watched);
  server.setRequestHandler("resources/list", { params: PageParams }, async ({ cursor }, ctx) => {
    const registry = await host.registry();
    const scope = { signal: ctx.mcpReq.signal, passes: isProtocols };
    const context = contextFor(host.runtime, scope);
    const lists = await Promise.all(
      registry.resources.map((provider) => guarded(() => provider.list(context), host.runtime, scope)),
    );
    const failure = lists.find((list) => !list.ok);
    if (failure && !failure.ok) throw protocolError(await wordedFault(failure.fault, registry, host));
    const { items, ...next } = page(
      [
        ...lists.flatMap((list) => (list.ok ? list.value : [])),
        ...(wantsApps(server, host, ctx) ? appResources() : []),
      ],
      cursor,
    );
    return { resources: items.map((entry) => ({ ...entry })), ...next };
  });
  server.setRequestHandler("resources/templates/list", { params: PageParams }, async ({ cursor }) => {
    const registry = await host.registry();
    const templates = registry.resources.flatMap((provider) => provider.templates);
    const { items, ...next } = page(
      sortedBy(templates, (entry) => entry.uriTemplate),
      cursor,
    );
    return { resourceTemplates: items.map((entry) => ({ ...entry })), ...next };
  });
  server.setRequestHandler("resources/read", { params: UriParams }, async ({ uri }, ctx) => {
    const { mcpReq } = ctx;
    const app = isAppUri(uri) && wantsApps(server, host, ctx) ? readApp(uri) : undefined;
    if (app !== undefined) return { contents: [app] };
    const registry = await host.registry();
    const provider = registry.resources.find((candidate) => candidate.owns(uri));
    if (!provider) throw new ProtocolError(-32602, `Resource not found: ${uri}`, { uri });
    const scope = { signal: mcpReq.signal, passes: isProtocols };
    const context = contextFor(host.runtime, scope);
    const what = { event: "read", artifacts: [uri] } as const;
    const contents = await recorded(host, session, what, () =>
      guarded(() => provider.read(context, uri), host.runtime, scope),
    );
    if (!contents.ok) throw protocolError(await wordedFault(contents.fault, registry, host), { uri });
    return { contents: contents.value.map((part) => ({ ...part })) };
  });
  server.setRequestHandler("resources/subscribe", { params: UriParams }, ({ uri }) => {
    const refused = subscriptionProblem([...(watched.has(uri) ? [] : watched), uri]);
    if (refused !== undefined) throw new ProtocolError(-32602, refused);
    watched.add(uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", { params: UriParams }, ({ uri }) => {
    watched.delete(uri);
    return {};
  });
}

/** Why a client cannot watch these resources: each one is kept as long as its session. */
export function subscriptionProblem(uris: readonly string[]): string | undefined {
  if (uris.length > maxSubscriptions)
    return `Too many subscriptions: at most ${maxSubscriptions} resources. Unsubscribe from some first.`;
  if (uris.some((uri) => Buffer.byteLength(uri) > maxUriBytes))
    return `The resource URI is too long: at most ${maxUriBytes} bytes.`;
  return undefined;
}

/** Resource and prompt failures are JSON-RPC errors with the fault in `data`. */
export function protocolError(fault: Fault, more: object = {}): ProtocolError {
  return new ProtocolError(rpcCodeOf(fault.code), faultText(fault), { ...fault, ...more });
}
