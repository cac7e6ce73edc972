import type { ActionName } from "../keys/bindings.ts";
import { inUse } from "../reduce/trees.ts";
import type { State } from "./model.ts";
import {
  cancellable,
  currentPage,
  isActive,
  isNearLimit,
  selectedFeature,
  selectedTree,
  shownRun,
  topModal,
} from "./select.ts";

/** Whether an action would do something now; the footer shows no other. */
export function available(state: State, action: ActionName): boolean {
  return conditions[action]?.(state) ?? true;
}

const conditions: Readonly<Partial<Record<ActionName, (state: State) => boolean>>> = {
  cancel: (state) => cancellable(state) !== undefined,
  "wait-longer": (state) => {
    const run = cancellable(state);
    return run !== undefined && isNearLimit(state, run);
  },
  retry: (state) => {
    const run = shownRun(state);
    return run ? !isActive(run) && run.phase !== "done" : state.agent.kind === "down";
  },
  details: (state) => shownRun(state)?.error !== undefined,
  output: (state) => state.runs.length > 0,
  "run-menu": (state) => selectedFeature(state) !== undefined,
  // In the list of worktrees Enter does the same.
  switch: (state) =>
    state.project.isRepository && selectedFeature(state) !== undefined && state.pane !== "worktrees",
  edit: (state) => {
    const page = currentPage(state);
    return page?.kind === "text" && page.place !== undefined;
  },
  open: (state) => {
    if (state.pane === "specs") return selectedFeature(state) !== undefined;
    if (state.pane === "worktrees") return selectedTree(state) !== undefined;
    return state.pane === "document" && currentPage(state)?.kind === "items";
  },
  filter: (state) =>
    state.pane === "document" ? currentPage(state)?.kind === "text" : state.features.length > 0,
  delete: (state) => {
    const tree = selectedTree(state);
    return tree !== undefined && inUse(state, tree) === undefined;
  },
  "allow-run": (state) => {
    const modal = topModal(state);
    return modal?.kind === "approve" && modal.offers.forRun;
  },
  "edit-words": (state) => {
    const modal = topModal(state);
    return modal?.kind === "approve" && modal.offers.edit;
  },
  "input-index": (state) => topModal(state)?.kind === "search",
  "input-decline": (state) => topModal(state)?.kind === "form",
  "menu-accept": (state) => topModal(state)?.kind === "run-menu",
};
