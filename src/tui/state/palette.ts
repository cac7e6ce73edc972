import { parseFeatureName } from "../../workflow/feature-name.ts";
import { type Step, steps } from "../../workflow/phase.ts";
import type { ActionName } from "../keys/bindings.ts";
import type { OperationCall, OperationEntry, State } from "./model.ts";
import { callFor } from "./operation-calls.ts";
import { hasSteps } from "./rows.ts";
import { obstacle, selectedRow } from "./select.ts";

export interface PaletteChoice {
  readonly label: string;
  readonly note: string;
  readonly keys: string;
  readonly target:
    | { readonly kind: "action"; readonly action: ActionName }
    | { readonly kind: "step"; readonly step: Step }
    | { readonly kind: "operation"; readonly call: OperationCall; readonly entry: OperationEntry }
    | { readonly kind: "row"; readonly row: string }
    | { readonly kind: "line"; readonly line: number };
}

const paletteContexts = new Set(["main", "worktrees", "tasks"]);

/** The choices for a typed text: actions, steps and operations by name or purpose, specs and lines by number. */
export function paletteChoices(state: State, typed: string): PaletteChoice[] {
  const query = typed.trim().toLowerCase();
  const words = query.split(/\s+/);
  const numbered = /^\d+$/.test(query) ? choicesForNumber(state, Number(query)) : [];
  const named = [...actionChoices(state), ...stepChoices(state), ...operationChoices(state)].filter(
    ({ label, note }) => {
      const text = `${label} ${note}`.toLowerCase();
      return words.every((word) => text.includes(word));
    },
  );
  return [...numbered, ...named.sort((a, b) => rank(a, query) - rank(b, query))];
}

function rank({ label }: PaletteChoice, query: string): number {
  return label === query ? 0 : label.startsWith(query) ? 1 : 2;
}

function actionChoices({ keymap }: State): PaletteChoice[] {
  return keymap.bindings
    .filter(({ context, action }) => paletteContexts.has(context) && action !== "palette")
    .map(({ action, help, keys }): PaletteChoice => {
      return { label: action, note: help, keys: keys.join(" "), target: { kind: "action", action } };
    });
}

/** The steps that can run for the selection. */
function stepChoices(state: State): PaletteChoice[] {
  const row = selectedRow(state);
  if (!row || !hasSteps(row)) return [];
  return steps
    .filter((step) => obstacle(state, row, step) === undefined)
    .map((step): PaletteChoice => {
      const keys = `${state.keymap.label("run-menu")} ${state.keymap.label(`run-${step}`)}`;
      return { label: `run ${step}`, note: row.name, keys, target: { kind: "step", step } };
    });
}

/** Every operation that fits the selection, or needs none. */
function operationChoices(state: State): PaletteChoice[] {
  const row = selectedRow(state);
  return (state.operations ?? []).flatMap((entry) => {
    const call = callFor(entry, row);
    if (call === undefined) return [];
    const { words, summary } = entry;
    return [{ label: words, note: summary, keys: "", target: { kind: "operation" as const, call, entry } }];
  });
}

function choicesForNumber(state: State, number: number): PaletteChoice[] {
  const features = state.lists.project
    .filter(({ kind, name }) => kind === "feature" && Number(parseFeatureName(name)?.number) === number)
    .map(
      ({ key, name, title }): PaletteChoice => ({
        label: name,
        note: title,
        keys: "",
        target: { kind: "row", row: key },
      }),
    );
  const line = { label: `line ${number}`, note: "of the document", keys: "" };
  return [...features, { ...line, target: { kind: "line", line: number } }];
}
