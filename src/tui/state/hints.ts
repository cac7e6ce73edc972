import type { ActionName } from "../keys/bindings.ts";
import { labelOf } from "../keys/key.ts";
import type { PromptPurpose, State } from "./model.ts";
import { hasSteps } from "./rows.ts";
import {
  activeContexts,
  cancellableRun,
  currentPage,
  currentRun,
  isActive,
  isNearLimit,
  reasonToKeep,
  rowsOf,
  selectedRow,
  selectedTree,
  topModal,
} from "./select.ts";

export interface Hint {
  readonly key: string;
  readonly label: string;
}

/** The keys that do something now, the most useful first. */
export function hints(state: State): Hint[] {
  const contexts = activeContexts(state);
  return state.keymap.bindings
    .flatMap(({ context, action, keys: [key], label, footer }) => {
      if (footer === undefined || key === undefined || !contexts.includes(context)) return [];
      const isUsable = conditions[action]?.(state) ?? true;
      return isUsable ? [{ footer, key: labelOf(key), label: labels[action]?.(state) ?? label }] : [];
    })
    .sort((a, b) => a.footer - b.footer);
}

/** When an action does something. Actions without a condition always do. */
const conditions: Readonly<Partial<Record<ActionName, (state: State) => boolean>>> = {
  cancel: (state) => cancellableRun(state) !== undefined,
  "wait-longer": (state) => {
    const run = cancellableRun(state);
    return run !== undefined && isNearLimit(state, run);
  },
  retry: (state) => {
    const run = currentRun(state);
    return run ? !isActive(run) && run.phase !== "done" : state.agent.kind === "down";
  },
  details: (state) => currentRun(state)?.error !== undefined,
  output: (state) => state.runs.length > 0,
  "run-menu": (state) => {
    const row = selectedRow(state);
    return row !== undefined && hasSteps(row);
  },
  validate: isChange,
  fix: (state) => isChange(state) && selectedRow(state)?.marks.includes("invalid") === true,
  redline: isChange,
  archive: isChange,
  "undo-archive": (state) => selectedRow(state)?.kind === "archived" || state.lastArchived !== undefined,
  "list-skills": ({ list, status }) => list === "project" && status?.skills !== 0,
  "list-findings": ({ list, status }) =>
    list === "project" && (status === undefined || status.errors + status.warnings > 0),
  // In the list of worktrees, Enter does the same.
  switch: (state) =>
    state.project.isRepository && selectedRow(state)?.kind === "feature" && state.pane !== "worktrees",
  edit: (state) => {
    const page = currentPage(state);
    return page?.kind === "text" && page.file !== undefined;
  },
  open: (state) => {
    if (state.pane === "list") return selectedRow(state) !== undefined;
    if (state.pane === "worktrees") return selectedTree(state) !== undefined;
    return state.pane === "document" && currentPage(state)?.kind === "items";
  },
  filter: (state) =>
    state.pane === "document" ? currentPage(state)?.kind === "text" : rowsOf(state).length > 0,
  delete: (state) => {
    const tree = selectedTree(state);
    return tree !== undefined && reasonToKeep(state, tree) === undefined;
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

/** What an action does in this state, where its label in the key table is too general. */
const labels: Readonly<Partial<Record<ActionName, (state: State) => string | undefined>>> = {
  open: ({ pane }) => (pane === "worktrees" ? "switch" : undefined),
  quit: ({ pane, zoom, list }) => (pane === "list" && list === "project" && !zoom ? undefined : "back"),
  filter: ({ pane }) => (pane === "document" ? "find" : undefined),
  "run-menu": (state) => {
    const phase = selectedRow(state)?.phase;
    return phase === undefined || phase === "done" ? undefined : `run (${phase} next)`;
  },
  "input-close": (state) => (topModal(state)?.kind === "form" ? "cancel the questions" : undefined),
  "input-submit": (state) => {
    const modal = topModal(state);
    if (modal?.kind === "search")
      return modal.hits.length > 0 && modal.input.text.trim() === modal.lastQuery ? "open" : "search";
    if (modal?.kind === "palette") return "run";
    if (modal?.kind === "form") return modal.index + 1 < modal.fields.length ? "next" : "send";
    return modal?.kind === "prompt" ? verbs[modal.purpose.kind] : undefined;
  },
};

function isChange(state: State): boolean {
  return selectedRow(state)?.kind === "change";
}

const verbs: Readonly<Record<PromptPurpose["kind"], string>> = {
  "new-work": "create",
  describe: "run",
  question: "ask",
  "force-delete": "delete",
  filter: "apply",
  find: "find",
};
