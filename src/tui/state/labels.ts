import type { ActionName } from "../keys/bindings.ts";
import type { PromptPurpose, State } from "./model.ts";
import { selectedFeature, topModal } from "./select.ts";

/** What a key does here and now, where the table's word would be too general. */
export function labelNow(state: State, action: ActionName, label: string): string {
  return labels[action]?.(state) ?? label;
}

const labels: Readonly<Partial<Record<ActionName, (state: State) => string | undefined>>> = {
  open: ({ pane }) => (pane === "worktrees" ? "switch" : undefined),
  quit: ({ pane, zoom }) => (pane === "specs" && !zoom ? undefined : "back"),
  filter: ({ pane }) => (pane === "document" ? "find" : undefined),
  "run-menu": (state) => {
    const phase = selectedFeature(state)?.phase;
    return phase === undefined || phase === "done" ? undefined : `run (${phase} next)`;
  },
  "input-close": (state) => (topModal(state)?.kind === "form" ? "end the questions" : undefined),
  "input-submit": (state) => {
    const modal = topModal(state);
    if (modal?.kind === "search")
      return modal.hits.length > 0 && modal.input.text.trim() === modal.asked ? "open" : "search";
    if (modal?.kind === "palette") return "do it";
    if (modal?.kind === "form") return modal.index + 1 < modal.fields.length ? "next" : "send";
    return modal?.kind === "prompt" ? verbs[modal.purpose.kind] : undefined;
  },
};

const verbs: Readonly<Record<PromptPurpose["kind"], string>> = {
  "new-spec": "make it",
  describe: "run",
  question: "ask",
  "force-delete": "delete",
  filter: "keep",
  find: "find",
};
