import { findOperation } from "../../catalog.ts";
import type { Fault, Suggestion } from "../../kernel/fault.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { agentSurface, type Surface, terminalSurface, worded } from "../../operation/surface.ts";
import type { Profile } from "../../profiles.ts";
import { moreTool } from "../tools/listing.ts";
import type { Host } from "./host.ts";
import type { Registry } from "./registry.ts";

type Speaker = Pick<Host, "listing"> & { readonly profile: Pick<Profile, "sentences" | "reader"> };

/** How a server refers to operations: by the tools that it lists, in the words of its profile, or by commands. */
export function servedSurface(
  registry: Pick<Registry, "tool" | "operation" | "toolsetOf">,
  { profile: { sentences = {}, reader = "agent" }, listing }: Speaker,
  elsewhere?: AnyOperation,
): Surface {
  const { tool, operation, toolsetOf } = registry;
  const commands = (name: string) => operation(name) ?? elsewhere;
  if (reader === "person") return terminalSurface(commands);
  const surface = agentSurface(tool, commands);
  const own = new Map(Object.entries(sentences));
  const recommend = (suggestion: Suggestion) => {
    const name = "operation" in suggestion ? suggestion.operation : undefined;
    if (name === undefined || tool(name) === undefined) return surface.recommend(suggestion);
    const sentence = own.get(name) ?? surface.recommend(suggestion);
    if (listing === undefined || listing.names(registry)(name)) return sentence;
    return `${sentence} If you do not have that tool, call \`${moreTool}\` with toolset ${JSON.stringify(toolsetOf(name))} first.`;
  };
  return { ...surface, recommend };
}

/** A fault in the words of the client. What it suggests may belong to a toolset that this server does not load. */
export async function wordedFault(fault: Fault, registry: Registry, host: Speaker): Promise<Fault> {
  return worded(fault, await surfaceFor(fault.suggest, registry, host));
}

/** A next step in the words of the client. */
export async function recommendation(
  suggestion: Suggestion,
  registry: Registry,
  host: Speaker,
): Promise<string> {
  return (await surfaceFor(suggestion, registry, host)).recommend(suggestion);
}

async function surfaceFor(
  suggest: Suggestion | undefined,
  registry: Registry,
  host: Speaker,
): Promise<Surface> {
  const name = suggest && "operation" in suggest ? suggest.operation : undefined;
  const isElsewhere = name !== undefined && registry.operation(name) === undefined;
  const elsewhere = isElsewhere ? await findOperation(name) : undefined;
  return servedSurface(registry, host, elsewhere);
}
