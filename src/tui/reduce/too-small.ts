import type { Key } from "../keys/key.ts";
import { isDirty } from "../state/editor.ts";
import type { State } from "../state/model.ts";
import { activeRuns, cancellable } from "../state/select.ts";
import { type Change, notify, to } from "./change.ts";
import { cancelRun } from "./runs.ts";

const TWICE_MS = 2000;

/** Where no dialog can be read only what ends the run or the app works, and nothing is lost by it. */
export function keyWhereTooSmall(state: State, key: Key): Change {
  const action = state.keymap.find(["main"], key.name);
  if (action !== "quit" && action !== "interrupt") return to(state);
  if (action === "interrupt" && cancellable(state)) return cancelRun(state);
  if (state.editor && isDirty(state.editor))
    return notify(state, "Text is not saved: make the window larger.", true);
  const isRunning = activeRuns(state).length > 0;
  if (action === "quit" && !isRunning && state.modals.length === 0) return to(state, { do: "quit" });
  const label = state.keymap.label(action);
  return quitOnSecond(
    state,
    isRunning ? `A run is active: ${label} again ends it.` : `${label} again quits.`,
  );
}

/** The first time tells what the second would do. */
export function quitOnSecond(state: State, warning: string): Change {
  const isSecond = state.interruptedAt !== undefined && state.now - state.interruptedAt < TWICE_MS;
  return isSecond ? to(state, { do: "quit" }) : notify({ ...state, interruptedAt: state.now }, warning);
}
