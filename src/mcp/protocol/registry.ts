import type { CatalogEntry } from "../../catalog.ts";
import type { Operation } from "../../operation/operation.ts";
import type { ExtensionMethod, PromptProvider, ResourceProvider, Toolset } from "../../operation/toolset.ts";
import type { Profile } from "../../profiles.ts";

/** What one host serves: tools in registration order, resources and prompts of the loaded toolsets. */
export interface Registry {
  readonly tools: () => Operation[];
  readonly tool: (name: string) => Operation | undefined;
  /** Adds a tool; a name that is already there is replaced and keeps its place. */
  readonly register: (operation: Operation) => void;
  readonly resources: readonly ResourceProvider[];
  readonly prompts: readonly PromptProvider[];
  readonly methods: readonly ExtensionMethod[];
  readonly toolsets: readonly Toolset[];
}

export function createRegistry(toolsets: readonly Toolset[], extras: boolean): Registry {
  // A Map, because plain objects put integer-like names first and refuse `constructor`.
  const tools = new Map<string, Operation>();
  const register = (operation: Operation) => void tools.set(operation.name, operation);
  for (const toolset of toolsets) {
    for (const operation of toolset.operations)
      if (isServed(operation, extras)) register(extras ? operation : dropIn(operation));
  }
  return {
    tools: () => [...tools.values()],
    tool: (name) => tools.get(name),
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
      .then((toolsets) => createRegistry(toolsets, profile.extras))
      .catch((error) => {
        loading = undefined; // the next request may have more luck
        throw error;
      });
    return loading;
  };
}

function dropIn(operation: Operation): Operation {
  return operation.dropInInput ? { ...operation, input: operation.dropInInput } : operation;
}

function isServed({ served = "always" }: Operation, extras: boolean): boolean {
  return served === "always" || (served === "extras" && extras);
}
