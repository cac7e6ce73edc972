import { type Prompt, ProtocolError } from "@modelcontextprotocol/server";
import * as z from "zod";
import { didYouMean } from "../../kernel/nearest.ts";
import { guarded } from "../../operation/invoke.ts";
import { contextFor } from "../../operation/runtime.ts";
import type { CompletionRequest } from "../../operation/toolset.ts";
import { isProtocols } from "../tools/call.ts";
import { recorded } from "../tools/record.ts";
import { requestChannel } from "./channel.ts";
import { connectedClient, replayedClient } from "./client-port.ts";
import type { Connection } from "./connection.ts";
import { PageParams, page } from "./paging.ts";
import type { Registry } from "./registry.ts";
import { replaying } from "./replay.ts";
import { protocolError } from "./resources.ts";
import { wire } from "./sdk.ts";
import { wordedFault } from "./surface.ts";

/** The most values that one completion may carry, by the protocol. */
const maxCompletions = 100;

const Texts = z.record(z.string(), z.string());
const PromptParams = z.looseObject({ name: z.string(), arguments: Texts.optional() });
const CompletionParams = z.looseObject({
  ref: z.discriminatedUnion("type", [
    z.looseObject({ type: z.literal("ref/prompt"), name: z.string() }),
    z.looseObject({ type: z.literal("ref/resource"), uri: z.string() }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
  context: z.looseObject({ arguments: Texts.optional() }).optional(),
});

/** `prompts/*` and `completion/complete`. */
export function servePrompts(connection: Connection): void {
  const { prompts, completions } = connection.server.getCapabilities();
  if (prompts) serveList(connection);
  if (prompts) serveGet(connection);
  if (completions) serveCompletions(connection);
}

function serveList({ server, host }: Connection): void {
  server.setRequestHandler("prompts/list", { params: PageParams }, async ({ cursor }) => {
    const registry = await host.registry();
    const { items, ...next } = page(
      registry.prompts.flatMap((provider) => provider.list),
      cursor,
    );
    return { prompts: wire<Prompt[]>(items), ...next };
  });
}

function serveGet({ server, host, era, session }: Connection): void {
  server.setRequestHandler("prompts/get", { params: PromptParams }, async (params, ctx) => {
    const { name, arguments: args = {} } = params;
    const registry = await host.registry();
    const { provider, entry } = findPrompt(registry, name);
    const missing = (entry.arguments ?? []).find((argument) => argument.required && !args[argument.name]);
    if (missing) throw new ProtocolError(-32602, `Missing required argument: ${missing.name}`);
    const { signal } = ctx.mcpReq;
    const client =
      era === "modern"
        ? replayedClient(ctx, ctx.mcpReq.requestState())
        : connectedClient(server, session, requestChannel(ctx), signal);
    const context = contextFor(host.runtime, { signal, client });
    return replaying(async () => {
      const prompt = await recorded(host, session, { event: "prompt", tool: name }, () =>
        guarded(() => provider.get(context, name, args), host.runtime, { signal, passes: isProtocols }),
      );
      if (!prompt.ok) throw protocolError(await wordedFault(prompt.fault, registry, host));
      const { description, messages } = prompt.value;
      return { ...(description ? { description } : {}), messages: wire([...messages]) };
    });
  });
}

function serveCompletions({ server, host }: Connection): void {
  server.setRequestHandler("completion/complete", { params: CompletionParams }, async (params, ctx) => {
    const { ref, argument } = params;
    const registry = await host.registry();
    const request: CompletionRequest = {
      reference: ref.type === "ref/prompt" ? ref.name : ref.uri,
      argument: argument.name,
      value: argument.value,
      known: params.context?.arguments ?? {},
    };
    const context = contextFor(host.runtime, { signal: ctx.mcpReq.signal });
    const providers = ref.type === "ref/prompt" ? registry.prompts : registry.resources;
    const found = await Promise.all(providers.map((provider) => provider.complete?.(context, request) ?? []));
    const values = found.flat();
    const shown = values.slice(0, maxCompletions);
    return { completion: { values: shown, total: values.length, hasMore: values.length > shown.length } };
  });
}

function findPrompt(registry: Registry, name: string) {
  for (const provider of registry.prompts) {
    const entry = provider.list.find((candidate) => candidate.name === name);
    if (entry) return { provider, entry };
  }
  const known = registry.prompts.flatMap((provider) => provider.list.map((entry) => entry.name));
  const hint = didYouMean(name, known) || "Call prompts/list.";
  throw new ProtocolError(-32602, `Unknown prompt: ${name}. ${hint}`);
}
