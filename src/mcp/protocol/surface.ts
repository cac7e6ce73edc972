import { findOperation } from "../../catalog.ts";
import type { Fault, Suggestion } from "../../kernel/fault.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { agentSurface, type Surface, terminalSurface, worded } from "../../operation/surface.ts";
import type { Profile } from "../../profiles.ts";
import type { Registry } from "./registry.ts";

/** How a server refers to operations: by the tools that it lists, in the words of its profile, or by commands. */
export function servedSurface(
  { tool, operation }: Pick<Registry, "tool" | "operation">,
  { sentences = {}, reader = "agent" }: Pick<Profile, "sentences" | "reader">,
  elsewhere?: AnyOperation,
): Surface {
  const commands = (name: string) => operation(name) ?? elsewhere;
  if (reader === "person") return terminalSurface(commands);
  const surface = agentSurface(tool, commands);
  const own = new Map(Object.entries(sentences));
  const recommend = (suggestion: Suggestion) => {
    const isServed = "operation" in suggestion && tool(suggestion.operation) !== undefined;
    const sentence = isServed ? own.get(suggestion.operation) : undefined;
    return sentence ?? surface.recommend(suggestion);
  };
  return { ...surface, recommend };
}

/** A fault in the words of the client. What it suggests may belong to a toolset that this server does not load. */
export async function wordedFault(fault: Fault, registry: Registry, profile: Profile): Promise<Fault> {
  return worded(fault, await surfaceFor(fault.suggest, registry, profile));
}

/** A next step in the words of the client. */
export async function recommendation(
  suggestion: Suggestion,
  registry: Registry,
  profile: Profile,
): Promise<string> {
  return (await surfaceFor(suggestion, registry, profile)).recommend(suggestion);
}

async function surfaceFor(
  suggest: Suggestion | undefined,
  registry: Registry,
  profile: Profile,
): Promise<Surface> {
  const name = suggest && "operation" in suggest ? suggest.operation : undefined;
  const isElsewhere = name !== undefined && registry.operation(name) === undefined;
  const elsewhere = isElsewhere ? await findOperation(name) : undefined;
  return servedSurface(registry, profile, elsewhere);
}
