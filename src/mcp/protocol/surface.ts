import { findOperation } from "../../catalog.ts";
import type { Fault, Suggestion } from "../../kernel/fault.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { agentSurface, type Surface, worded } from "../../operation/surface.ts";
import type { Profile } from "../../profiles.ts";
import type { Registry } from "./registry.ts";

/** How the client of a server is spoken to: by the tools that this server lists, in the words of its profile. */
export function servedSurface(
  { tool, operation }: Pick<Registry, "tool" | "operation">,
  { sentences = {} }: Pick<Profile, "sentences">,
  elsewhere?: AnyOperation,
): Surface {
  const surface = agentSurface(tool, (name) => operation(name) ?? elsewhere);
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
  const { suggest } = fault;
  const name = suggest && "operation" in suggest ? suggest.operation : undefined;
  const isElsewhere = name !== undefined && registry.operation(name) === undefined;
  const elsewhere = isElsewhere ? await findOperation(name) : undefined;
  return worded(fault, servedSurface(registry, profile, elsewhere));
}
