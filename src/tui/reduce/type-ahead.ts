import type { ActionName } from "../keys/bindings.ts";
import type { Key } from "../keys/key.ts";
import type { State } from "../state/model.ts";
import { currentPage, keyPlaces } from "../state/select.ts";

/** Keys whose meaning depends on what is in the list or on the page. */
const aboutContent: ReadonlySet<ActionName> = new Set([
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
]);

/** Whether a key is about something that is still being read: then it waits for it. */
export function isEarly(state: State, { name }: Key): boolean {
  if (state.modals.length > 0 || state.editor || !isUnread(state)) return false;
  const action = state.keymap.find(keyPlaces(state), name);
  // One without a meaning yet may get it from the page, as Space does where there are tasks.
  return action === undefined || aboutContent.has(action);
}

function isUnread(state: State): boolean {
  if (state.pane === "document") return currentPage(state) === undefined;
  return state.pane === "specs" && state.features.length === 0 && !state.loaded.features;
}
