import * as z from "zod";
import type { AnyOperation } from "../../src/operation/operation.ts";
import { agentSurface, type Surface } from "../../src/operation/surface.ts";

/** What an entry that only tests use has in common with others: no command, and an answer without a schema. */
export const untyped = { cli: { never: "a fixture of the tests" }, output: z.unknown() };

/** Operations by name, as a toolset holds them. */
export function tableOf(operations: readonly AnyOperation[]): Record<string, AnyOperation> {
  return Object.fromEntries(operations.map((operation) => [operation.name, operation]));
}

/** An agent that has these tools; what is not served to agents is for its user to run. */
export function agentWith(operations: Readonly<Record<string, AnyOperation>>): Surface {
  const commands = new Map(Object.entries(operations));
  const tools = new Map([...commands].filter(([, { served }]) => typeof served !== "object"));
  return agentSurface(
    (name) => tools.get(name),
    (name) => commands.get(name),
  );
}
