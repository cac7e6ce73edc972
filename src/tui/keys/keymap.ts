import { didYouMean } from "../../kernel/nearest.ts";
import { type ActionName, entries, type KeyEntry } from "./bindings.ts";
import { labelOf } from "./key.ts";
import type { Place } from "./key-context.ts";

export interface KeySettings {
  /** `[keys]`: an action's name and its keys; "none" takes them away. */
  readonly keys: Readonly<Record<string, string | readonly string[]>>;
  readonly vim: boolean;
}

export interface BoundEntry extends Omit<KeyEntry, "keys" | "vim"> {
  readonly keys: readonly string[];
}

/** Which key means what, and where. */
export interface Keymap {
  readonly entries: readonly BoundEntry[];
  /** The action of a key in the innermost of these places. */
  readonly find: (places: readonly Place[], key: string) => ActionName | undefined;
  /** The first key of an action as people write it; empty when it has none. */
  readonly label: (action: ActionName) => string;
  /** What in `[keys]` has no effect, for the person. */
  readonly warnings: readonly string[];
}

export const defaultKeys: KeySettings = { keys: {}, vim: true };

export function makeKeymap({ keys, vim }: KeySettings): Keymap {
  const warnings = unknownActions(keys);
  const bound = entries.map((entry): BoundEntry => {
    const { keys: standard, vim: more = [], ...rest } = entry;
    const own = Object.hasOwn(keys, entry.action) ? keys[entry.action] : undefined;
    return { ...rest, keys: own === undefined ? [...(vim ? more : []), ...standard] : chosen(own) };
  });
  const byPlace = new Map<string, BoundEntry>();
  for (const entry of bound) {
    for (const key of entry.keys) {
      const other = byPlace.get(`${entry.place} ${key}`);
      if (other) {
        const where = `${labelOf(key)} is used twice in [keys]`;
        warnings.push(`${where}: for ${other.action} and for ${entry.action}; the first one counts.`);
      } else byPlace.set(`${entry.place} ${key}`, entry);
    }
  }
  const byAction = new Map(bound.map((entry) => [entry.action, entry]));
  return {
    entries: bound,
    find: (places, key) => {
      for (const place of places) {
        const entry = byPlace.get(`${place} ${key}`);
        if (entry) return entry.action;
      }
      return undefined;
    },
    label: (action) => labelOf(byAction.get(action)?.keys[0] ?? ""),
    warnings,
  };
}

/** Names as in the table; `C-x`, `<Esc>` and capitals of named keys are understood too. */
function chosen(own: string | readonly string[]): string[] {
  const list = typeof own === "string" ? [own] : own;
  return list.filter((name) => name !== "none" && name !== "").map(readName);
}

function readName(name: string): string {
  const bare = /^<.+>$/.test(name) ? name.slice(1, -1) : name;
  const spelled = bare.replace(/^(c|control)-(?=.)/i, "ctrl-").replace(/^(m|a|meta)-(?=.)/i, "alt-");
  if (spelled === " ") return "space";
  return [...spelled].length === 1 ? spelled : spelled.toLowerCase();
}

function unknownActions(keys: KeySettings["keys"]): string[] {
  const known: readonly string[] = entries.map(({ action }) => action);
  return Object.keys(keys)
    .filter((name) => !known.includes(name))
    .map((name) => `[keys] names no action \`${name}\`. ${didYouMean(name, known)}`.trim());
}
