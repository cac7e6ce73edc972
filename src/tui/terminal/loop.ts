import { reduce } from "../reduce/reduce.ts";
import { isEarly } from "../reduce/type-ahead.ts";
import type { Effect, Event } from "../state/events.ts";
import type { State } from "../state/model.ts";
import { activeRuns } from "../state/select.ts";
import { type Frames, scheduleFrames } from "./frames.ts";
import { holdKeys } from "./hold.ts";

export interface LoopOptions {
  readonly state: State;
  readonly now: () => number;
  readonly draw: (state: State) => void;
  readonly perform: (effect: Effect) => Promise<void>;
  /** Told after every frame whether anything is still under way, for tests that wait for it. */
  readonly onSettled: (settled: Settled) => void;
}

export interface Settled {
  /** Keys and pastes taken so far. */
  readonly inputs: number;
  readonly state: "idle" | "running" | "busy";
}

export interface Loop {
  readonly dispatch: (event: Event) => void;
  readonly state: () => State;
  readonly stop: () => void;
}

const SPINNER_MS = 125;
const CLOCK_MS = 1000;

/** What is typed while one of these is under way is meant for what it brings. */
const holding: ReadonlySet<Effect["do"]> = new Set([
  "open-editor",
  "save",
  "new-feature",
  "switch-tree",
  "use-tree",
  "copy-spec",
  "external-edit",
  "shell",
]);

function isInput({ type }: Event): boolean {
  return type === "key" || type === "paste";
}

/** The one key that never waits. */
function isInterrupt(event: Event): boolean {
  return event.type === "key" && event.key.name === "ctrl-c";
}

/** Events in, effects out, frames in between. */
export function startLoop(options: LoopOptions): Loop {
  let state = options.state;
  let inputs = 0;
  let busy = 0;
  let reading = 0;
  let clock: NodeJS.Timeout | undefined;
  let isStopped = false;
  const hold = holdKeys(
    (event) => apply(event),
    (event) => event.type === "key" && reading > 0 && isEarly(state, event.key),
  );
  const frames: Frames = scheduleFrames(() => {
    options.draw(state);
    keepTime();
    settle();
  });
  const settle = () => {
    const isBusy = busy > 0 || frames.isPending();
    options.onSettled({ inputs, state: isBusy ? "busy" : activeRuns(state).length > 0 ? "running" : "idle" });
  };
  const dispatch = (event: Event) => {
    if (isStopped) return;
    if (isInput(event) && !isInterrupt(event) && hold.keep(event)) return;
    apply(event);
  };
  const apply = (event: Event) => {
    if (isInput(event)) inputs++;
    const next = reduce(state, event, options.now());
    state = next.state;
    for (const effect of next.effects) begin(effect);
    frames.request(isInput(event) || event.type === "resize");
  };
  /** A run may take an hour and a timer is no work: neither keeps the app from being settled. */
  const begin = (effect: Effect) => {
    const counts = effect.do !== "start-run" && effect.do !== "after" && effect.do !== "check-agent";
    if (counts) busy++;
    const reads = effect.do === "load-page" || effect.do === "load-features" ? 1 : 0;
    reading += reads;
    const release = holding.has(effect.do) ? hold.begin() : () => {};
    void options.perform(effect).finally(() => {
      reading -= reads;
      release();
      hold.look();
      if (!counts) return;
      busy--;
      frames.request(false);
    });
  };
  /** While something on the screen depends on the time, time passes. */
  const keepTime = () => {
    const isRunning = activeRuns(state).length > 0;
    const wanted = isRunning || state.agent.kind === "connecting";
    clearTimeout(clock);
    if (!wanted || isStopped) return;
    clock = setTimeout(
      () => dispatch({ type: "tick" }),
      isRunning && state.ui.motion ? SPINNER_MS : CLOCK_MS,
    );
  };
  return {
    dispatch,
    state: () => state,
    stop: () => {
      isStopped = true;
      clearTimeout(clock);
      frames.stop();
    },
  };
}
