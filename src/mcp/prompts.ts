import { type Prompt, ProtocolError } from "@modelcontextprotocol/server";
import { didYouMean } from "../kernel/nearest.ts";
import { contextFor } from "../operations/runtime.ts";
import type { CompletionRequest } from "../operations/toolset.ts";
import { connectedClient, replayedClient } from "./client-port.ts";
import type { Connection } from "./connection.ts";
import type { Registry } from "./registry.ts";
import { replaying } from "./replay.ts";
import { protocolError } from "./resources.ts";
import { wire } from "./sdk.ts";

/** The most values that one completion may carry, by the protocol. */
const MOST_COMPLETIONS = 100;

/** `prompts/*` and `completion/complete`. */
export function servePrompts({ server, host, era }: Connection): void {
  const offered = server.getCapabilities();
  if (offered.prompts) {
    server.setRequestHandler("prompts/list", async () => {
      const registry = await host.registry();
      return { prompts: wire<Prompt[]>(registry.prompts.flatMap((provider) => provider.list)) };
    });
    server.setRequestHandler("prompts/get", async ({ params }, ctx) => {
      const { provider, entry } = findPrompt(await host.registry(), params.name);
      for (const argument of entry.arguments ?? []) {
        const value = params.arguments?.[argument.name];
        if (argument.required && (value === undefined || value === "")) {
          throw new ProtocolError(-32602, `Missing required argument: ${argument.name}`);
        }
      }
      const client = era === "modern" ? replayedClient(ctx) : connectedClient(ctx, undefined);
      const context = contextFor(host.runtime, { signal: ctx.mcpReq.signal, client });
      return replaying(async () => {
        const prompt = await provider.get(context, params.name, params.arguments ?? {});
        if (!prompt.ok) throw protocolError(prompt);
        const { description, messages } = prompt.value;
        return { ...(description ? { description } : {}), messages: wire([...messages]) };
      });
    });
  }
  if (!offered.completions) return;
  server.setRequestHandler("completion/complete", async ({ params }, ctx) => {
    const registry = await host.registry();
    const request: CompletionRequest = {
      reference: params.ref.type === "ref/prompt" ? params.ref.name : params.ref.uri,
      argument: params.argument.name,
      value: params.argument.value,
      known: params.context?.arguments ?? {},
    };
    const context = contextFor(host.runtime, { signal: ctx.mcpReq.signal });
    const providers = params.ref.type === "ref/prompt" ? registry.prompts : registry.resources;
    const found = await Promise.all(providers.map((provider) => provider.complete?.(context, request) ?? []));
    const values = found.flat();
    const shown = values.slice(0, MOST_COMPLETIONS);
    return { completion: { values: shown, total: values.length, hasMore: values.length > shown.length } };
  });
}

function findPrompt(registry: Registry, name: string) {
  for (const provider of registry.prompts) {
    const entry = provider.list.find((candidate) => candidate.name === name);
    if (entry) return { provider, entry };
  }
  const known = registry.prompts.flatMap((provider) => provider.list.map((entry) => entry.name));
  throw new ProtocolError(
    -32602,
    `Unknown prompt: ${name}. ${didYouMean(name, known) || "Call prompts/list."}`,
  );
}
