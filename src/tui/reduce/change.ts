import type { Effect, Step } from "../state/events.ts";
import type { Modal, Notice, Position, State } from "../state/model.ts";

/** How reducers are put together. */
export type Change = Step<State>;

export function to(state: State, ...effects: readonly Effect[]): Change {
  return { state, effects };
}

/** One change after another; the effects of both happen. */
export function andThen(first: Change, next: (state: State) => Change): Change {
  const second = next(first.state);
  return { state: second.state, effects: [...first.effects, ...second.effects] };
}

export function pushModal(state: State, modal: Modal): State {
  return { ...state, modals: [...state.modals, modal], modalAt: state.now };
}

/** A dialog that nobody asked for comes when the person is free: no key meant for something else may answer it. */
export function interrupt(state: State, modal: Modal): State {
  return bringWaiting({ ...state, waiting: [...state.waiting, modal] });
}

/** The next of the dialogs that wait, once nothing else is open. */
export function bringWaiting(state: State): State {
  const [next, ...waiting] = state.waiting;
  const isBusy = state.modals.length > 0 || state.editor !== undefined;
  return next === undefined || isBusy ? state : pushModal({ ...state, waiting }, next);
}

export function popModal(state: State): State {
  return { ...state, modals: state.modals.slice(0, -1) };
}

export function replaceModal(state: State, modal: Modal): State {
  return { ...state, modals: [...state.modals.slice(0, -1), modal] };
}

const NOTICE_MS = 6000;
const MOST_NOTICES = 200;

/** A line for the person: shown for some seconds, kept among the logs. */
export function notify(state: State, text: string, bad = false): Change {
  const notice: Notice = { id: state.nextId, at: state.now, text, bad };
  const notices = [...state.notices, notice].slice(-MOST_NOTICES);
  const forget = { type: "forget-notice", id: notice.id } as const;
  return to({ ...state, nextId: state.nextId + 1, notices }, { do: "after", ms: NOTICE_MS, event: forget });
}

/** Says what is being done while something slow is done. */
export function working(state: State, text: string, effect: Effect): Change {
  return andThen(notify(state, text), (next) => to(next, effect));
}

export function isNoticeShown(state: State, notice: Notice): boolean {
  return state.now - notice.at < NOTICE_MS;
}

export function setPosition(state: State, key: string, position: Position): State {
  return { ...state, positions: { ...state.positions, [key]: position } };
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
