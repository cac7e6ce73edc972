import type { CatalogEntry } from "../../catalog.ts";
import { withBudget } from "../../operation/budget/budget.ts";
import { type AnyOperation, isTool } from "../../operation/operation.ts";
import type { ExtensionMethod, PromptProvider, ResourceProvider, Toolset } from "../../operation/toolset.ts";
import type { Profile } from "../../profiles.ts";

/** What one host serves: tools in registration order, resources and prompts of the loaded toolsets. */
export interface Registry {
  readonly tools: () => AnyOperation[];
  readonly tool: (name: string) => AnyOperation | undefined;
  /** Any operation of the loaded toolsets, tool or not. */
  readonly operation: (name: string) => AnyOperation | undefined;
  /** Adds a tool; a name that is already there is replaced and keeps its place. */
  readonly register: (operation: AnyOperation) => void;
  readonly resources: readonly ResourceProvider[];
  readonly prompts: readonly PromptProvider[];
  readonly methods: readonly ExtensionMethod[];
  readonly toolsets: readonly Toolset[];
}

type Terms = Pick<Profile, "extras" | "contract" | "budget">;

export function createRegistry(toolsets: readonly Toolset[], profile: Terms): Registry {
  // A Map, because plain objects put integer-like names first and refuse `constructor`.
  const tools = new Map<string, AnyOperation>();
  const all = new Map<string, AnyOperation>();
  const register = (operation: AnyOperation) => void tools.set(operation.name, operation);
  for (const toolset of toolsets) {
    for (const operation of Object.values(toolset.operations)) {
      all.set(operation.name, operation);
      if (isTool(operation, profile.extras)) register(served(operation, profile));
    }
  }
  return {
    tools: () => [...tools.values()],
    tool: (name) => tools.get(name),
    operation: (name) => all.get(name),
    register,
    resources: toolsets.flatMap((toolset) => toolset.resources ?? []),
    prompts: toolsets.flatMap((toolset) => toolset.prompts ?? []),
    methods: toolsets.flatMap((toolset) => toolset.methods ?? []),
    toolsets,
  };
}

/** Loads the profile's toolsets once, when the first request needs them: `initialize` does not. */
export function lazyRegistry(profile: Profile, entries: readonly CatalogEntry[]): () => Promise<Registry> {
  let loading: Promise<Registry> | undefined;
  return () => {
    loading ??= Promise.all(entries.map((entry) => entry.load()))
      .then((toolsets) => createRegistry(toolsets, profile))
      .catch((error) => {
        loading = undefined; // the next request may have more luck
        throw error;
      });
    return loading;
  };
}

/** The operation as a profile serves it: with another system's schemas and descriptions, where it stands in for one. */
function served(operation: AnyOperation, { extras, contract, budget }: Terms): AnyOperation {
  const schemas = extras ? undefined : operation.dropIn;
  const texts = new Map(Object.entries(contract ?? {})).get(operation.name);
  const worded = schemas || texts ? { ...operation, ...schemas, ...texts } : operation;
  return budget ? withBudget(worded) : worded;
}
