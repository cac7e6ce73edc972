import type { Effect } from "../state/events.ts";
import type { Modal, Notice, Position, State } from "../state/model.ts";
import { NOTICE_MS } from "../state/select.ts";

/** What a reducer returns: the next state and the effects to perform. */
export interface Change {
  readonly state: State;
  readonly effects: readonly Effect[];
}

export function to(state: State, ...effects: readonly Effect[]): Change {
  return { state, effects };
}

/** One change after another, with the effects of both. */
export function andThen(first: Change, next: (state: State) => Change): Change {
  const second = next(first.state);
  return { state: second.state, effects: [...first.effects, ...second.effects] };
}

export function pushModal(state: State, modal: Modal): State {
  return { ...state, modals: [...state.modals, modal], modalOpenedAt: state.now };
}

/** Opens a dialog that the user did not ask for once nothing else is open, so that no key answers it by mistake. */
export function queueModal(state: State, modal: Modal): State {
  return openQueuedModal({ ...state, queuedModals: [...state.queuedModals, modal] });
}

export function openQueuedModal(state: State): State {
  const [next, ...queuedModals] = state.queuedModals;
  const isBusy = state.modals.length > 0 || state.editor !== undefined;
  return next === undefined || isBusy ? state : pushModal({ ...state, queuedModals }, next);
}

export function popModal(state: State): State {
  return { ...state, modals: state.modals.slice(0, -1) };
}

export function replaceModal(state: State, modal: Modal): State {
  return { ...state, modals: [...state.modals.slice(0, -1), modal] };
}

const maxNotices = 200;

/** Shows a message in the footer for some seconds; it stays in the logs. */
export function notify(state: State, text: string, bad = false): Change {
  const notice: Notice = { id: state.nextId, at: state.now, text, bad };
  const notices = [...state.notices, notice].slice(-maxNotices);
  const forget = { type: "forget-notice", id: notice.id } as const;
  return to(
    { ...state, nextId: state.nextId + 1, notices },
    {
      do: "after",
      // A timer may fire a millisecond early by the clock that decides whether the message is still shown.
      ms: NOTICE_MS + 50,
      event: forget,
    },
  );
}

/** Starts a slow effect and shows a message about it. */
export function notifyAndStart(state: State, text: string, effect: Effect): Change {
  return andThen(notify(state, text), (next) => to(next, effect));
}

export function setPosition(state: State, key: string, position: Position): State {
  return { ...state, positions: { ...state.positions, [key]: position } };
}

export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
