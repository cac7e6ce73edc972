import type { CatalogEntry } from "../../catalog.ts";
import { withBudget } from "../../operation/budget/budget.ts";
import { type AnyOperation, isTool } from "../../operation/operation.ts";
import type {
  ExtensionMethod,
  PromptProvider,
  ResourceProvider,
  Toolset,
  ToolsetName,
} from "../../operation/toolset.ts";
import type { Profile } from "../../profiles.ts";
import type { Listing } from "../tools/listing.ts";
import { moreOperation } from "../tools/more.ts";

/** What one host serves: tools in registration order, resources and prompts of the loaded toolsets. */
export interface Registry {
  readonly tools: () => AnyOperation[];
  readonly tool: (name: string) => AnyOperation | undefined;
  /** Any operation of the loaded toolsets, tool or not. */
  readonly operation: (name: string) => AnyOperation | undefined;
  /** The toolset of a tool; undefined for one that the server added itself. */
  readonly toolsetOf: (tool: string) => ToolsetName | undefined;
  /** Adds a tool; a name that is already there is replaced and keeps its place. */
  readonly register: (operation: AnyOperation) => void;
  readonly resources: readonly ResourceProvider[];
  readonly prompts: readonly PromptProvider[];
  readonly methods: readonly ExtensionMethod[];
  readonly toolsets: readonly Toolset[];
}

export interface NamedToolset {
  readonly name: ToolsetName;
  readonly toolset: Toolset;
}

type Terms = Pick<Profile, "extras" | "contract" | "budget">;

export function createRegistry(loaded: readonly NamedToolset[], profile: Terms): Registry {
  const toolsets = loaded.map(({ toolset }) => toolset);
  const origins = new Map<string, ToolsetName>();
  // A Map, because plain objects put integer-like names first and refuse `constructor`.
  const tools = new Map<string, AnyOperation>();
  const all = new Map<string, AnyOperation>();
  const register = (operation: AnyOperation) => void tools.set(operation.name, operation);
  for (const { name, toolset } of loaded) {
    for (const operation of Object.values(toolset.operations)) {
      all.set(operation.name, operation);
      origins.set(operation.name, name);
      if (isTool(operation, profile.extras)) register(served(operation, profile));
    }
  }
  return {
    tools: () => [...tools.values()],
    tool: (name) => tools.get(name),
    operation: (name) => all.get(name),
    toolsetOf: (tool) => origins.get(tool),
    register,
    resources: toolsets.flatMap((toolset) => toolset.resources ?? []),
    prompts: toolsets.flatMap((toolset) => toolset.prompts ?? []),
    methods: toolsets.flatMap((toolset) => toolset.methods ?? []),
    toolsets,
  };
}

/** Loads the profile's toolsets once, when the first request needs them: `initialize` does not. */
export function lazyRegistry(
  profile: Profile,
  entries: readonly CatalogEntry[],
  listing: Listing | undefined,
): () => Promise<Registry> {
  let loading: Promise<Registry> | undefined;
  return () => {
    loading ??= Promise.all(
      entries.map(async ({ name, load }): Promise<NamedToolset> => ({ name, toolset: await load() })),
    )
      .then((toolsets) => {
        const registry = createRegistry(toolsets, profile);
        if (listing !== undefined) registry.register(moreOperation(() => registry, entries, listing));
        return registry;
      })
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
