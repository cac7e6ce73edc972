import { didYouMean } from "../../kernel/nearest.ts";
import { type ActionBinding, type ActionName, bindings } from "./bindings.ts";
import { labelOf } from "./key.ts";
import type { KeyContext } from "./key-context.ts";

export interface KeySettings {
  /** `[keys]`: an action's name and its keys; "none" removes them. */
  readonly keys: Readonly<Record<string, string | readonly string[]>>;
  readonly vim: boolean;
}

export interface ResolvedBinding extends Omit<ActionBinding, "keys" | "vim"> {
  readonly keys: readonly string[];
}

/** Which key means what, and where. */
export interface Keymap {
  readonly bindings: readonly ResolvedBinding[];
  /** The action of a key in the first of these contexts that has one. */
  readonly find: (contexts: readonly KeyContext[], key: string) => ActionName | undefined;
  /** The first key of an action, for display; empty when it has none. */
  readonly label: (action: ActionName) => string;
  /** Problems in `[keys]`, for the user. */
  readonly warnings: readonly string[];
}

export const defaultKeys: KeySettings = { keys: {}, vim: true };

export function makeKeymap({ keys, vim }: KeySettings): Keymap {
  const warnings = unknownActions(keys);
  const resolved = bindings.map((binding): ResolvedBinding => {
    const { keys: standard, vim: vimKeys = [], ...rest } = binding;
    const override = Object.hasOwn(keys, binding.action) ? keys[binding.action] : undefined;
    if (override !== undefined) return { ...rest, keys: parseKeys(override) };
    return { ...rest, keys: vim ? [...vimKeys, ...standard] : standard };
  });
  const byKey = new Map<string, ResolvedBinding>();
  for (const binding of resolved) {
    for (const key of binding.keys) {
      const other = byKey.get(`${binding.context} ${key}`);
      if (other)
        warnings.push(
          `[keys] binds ${labelOf(key)} to both ${other.action} and ${binding.action}; ${other.action} wins.`,
        );
      else byKey.set(`${binding.context} ${key}`, binding);
    }
  }
  const byAction = new Map(resolved.map((binding) => [binding.action, binding]));
  return {
    bindings: resolved,
    find: (contexts, key) => {
      for (const context of contexts) {
        const binding = byKey.get(`${context} ${key}`);
        if (binding) return binding.action;
      }
      return undefined;
    },
    label: (action) => labelOf(byAction.get(action)?.keys[0] ?? ""),
    warnings,
  };
}

/** Key names as in the table; also accepts `C-x`, `<Esc>` and named keys in capitals. */
function parseKeys(names: string | readonly string[]): string[] {
  const list = typeof names === "string" ? [names] : names;
  return list.filter((name) => name !== "none" && name !== "").map(parseKeyName);
}

function parseKeyName(name: string): string {
  const bare = /^<.+>$/.test(name) ? name.slice(1, -1) : name;
  const normalized = bare.replace(/^(c|control)-(?=.)/i, "ctrl-").replace(/^(m|a|meta)-(?=.)/i, "alt-");
  if (normalized === " ") return "space";
  return [...normalized].length === 1 ? normalized : normalized.toLowerCase();
}

function unknownActions(keys: KeySettings["keys"]): string[] {
  const actions: readonly string[] = bindings.map(({ action }) => action);
  return Object.keys(keys)
    .filter((name) => !actions.includes(name))
    .map((name) => `[keys] has an unknown action \`${name}\`. ${didYouMean(name, actions)}`.trim());
}
