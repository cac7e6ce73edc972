import type { ActionName } from "../keys/bindings.ts";
import type { Key } from "../keys/key.ts";
import type { State } from "../state/model.ts";
import { activeContexts, currentPage, rowsOf } from "../state/select.ts";

/** Actions that depend on the content of the list or the page. */
const contentActions: ReadonlySet<ActionName> = new Set([
  "down",
  "up",
  "top",
  "bottom",
  "half-down",
  "half-up",
  "page-down",
  "page-up",
  "open",
  "toggle",
  "run-menu",
  "switch",
  "edit",
  "external-edit",
  "copy-path",
  "filter",
  "next-tab",
  "previous-tab",
  "validate",
  "fix",
  "redline",
  "archive",
]);

/** Whether a key must wait because it acts on content that is still loading. */
export function waitsForContent(state: State, { name }: Key): boolean {
  if (state.modals.length > 0 || state.editor || !isContentLoading(state)) return false;
  const action = state.keymap.find(activeContexts(state), name);
  // A key without an action may get one from the page, as Space does on a page with tasks.
  return action === undefined || contentActions.has(action);
}

function isContentLoading(state: State): boolean {
  if (state.pane === "document") return currentPage(state) === undefined;
  return state.pane === "list" && rowsOf(state).length === 0 && !state.loaded.lists[state.list];
}
