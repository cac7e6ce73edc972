import { parseFeatureName } from "../../workflow/feature-name.ts";
import type { BoundEntry } from "../keys/keymap.ts";
import type { State } from "./model.ts";

export interface Choice {
  readonly label: string;
  readonly note: string;
  readonly keys: string;
  readonly means:
    | { readonly kind: "action"; readonly entry: BoundEntry }
    | { readonly kind: "spec"; readonly folder: string }
    | { readonly kind: "line"; readonly line: number };
}

const offered = new Set(["main", "worktrees", "tasks"]);

/** What the palette offers for what was typed: every action by its name or purpose, every spec by its number. */
export function paletteChoices(state: State, typed: string): Choice[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const places = /^\d+$/.test(typed.trim()) ? numbered(state, Number(typed.trim())) : [];
  const actions = state.keymap.entries
    .filter(({ place, action }) => offered.has(place) && action !== "palette")
    .filter(({ action, help, label }) => {
      const text = `${action} ${label} ${help}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map((entry): Choice => {
      const { action, help, keys } = entry;
      return { label: action, note: help, keys: keys.join(" "), means: { kind: "action", entry } };
    });
  const first = typed.trim().toLowerCase();
  return [...places, ...actions.sort((a, b) => rank(a, first) - rank(b, first))];
}

function rank({ label }: Choice, typed: string): number {
  return label === typed ? 0 : label.startsWith(typed) ? 1 : 2;
}

function numbered(state: State, number: number): Choice[] {
  const specs = state.features
    .filter(({ folder }) => Number(parseFeatureName(folder)?.number) === number)
    .map(
      ({ folder, title }): Choice => ({
        label: folder,
        note: title,
        keys: "",
        means: { kind: "spec", folder },
      }),
    );
  const line = { label: `line ${number}`, note: "of the document", keys: "" };
  return [...specs, { ...line, means: { kind: "line", line: number } }];
}
