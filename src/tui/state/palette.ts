import { parseFeatureName } from "../../workflow/feature-name.ts";
import type { ActionName } from "../keys/bindings.ts";
import type { State } from "./model.ts";

export interface PaletteChoice {
  readonly label: string;
  readonly note: string;
  readonly keys: string;
  readonly target:
    | { readonly kind: "action"; readonly action: ActionName }
    | { readonly kind: "spec"; readonly folder: string }
    | { readonly kind: "line"; readonly line: number };
}

const paletteContexts = new Set(["main", "worktrees", "tasks"]);

/** The choices for a typed text: actions by name or purpose, specs and lines by number. */
export function paletteChoices(state: State, typed: string): PaletteChoice[] {
  const query = typed.trim().toLowerCase();
  const words = query.split(/\s+/);
  const numbered = /^\d+$/.test(query) ? choicesForNumber(state, Number(query)) : [];
  const actions = state.keymap.bindings
    .filter(({ context, action }) => paletteContexts.has(context) && action !== "palette")
    .filter(({ action, help, label }) => {
      const text = `${action} ${label} ${help}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map(({ action, help, keys }): PaletteChoice => {
      return { label: action, note: help, keys: keys.join(" "), target: { kind: "action", action } };
    });
  return [...numbered, ...actions.sort((a, b) => rank(a, query) - rank(b, query))];
}

function rank({ label }: PaletteChoice, query: string): number {
  return label === query ? 0 : label.startsWith(query) ? 1 : 2;
}

function choicesForNumber(state: State, number: number): PaletteChoice[] {
  const specs = state.features
    .filter(({ folder }) => Number(parseFeatureName(folder)?.number) === number)
    .map(
      ({ folder, title }): PaletteChoice => ({
        label: folder,
        note: title,
        keys: "",
        target: { kind: "spec", folder },
      }),
    );
  const line = { label: `line ${number}`, note: "of the document", keys: "" };
  return [...specs, { ...line, target: { kind: "line", line: number } }];
}
