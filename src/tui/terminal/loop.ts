import { reduce } from "../reduce/reduce.ts";
import { waitsForContent } from "../reduce/type-ahead.ts";
import type { Effect, Event } from "../state/events.ts";
import type { State } from "../state/model.ts";
import { activeRuns } from "../state/select.ts";
import { type Frames, scheduleFrames } from "./frames.ts";
import { createInputQueue } from "./input-queue.ts";

export interface LoopOptions {
  readonly state: State;
  readonly now: () => number;
  readonly draw: (state: State) => void;
  readonly perform: (effect: Effect) => Promise<void>;
  /** Called after every frame with what is still in progress, for tests that wait for it. */
  readonly onStatus: (settled: LoopStatus) => void;
}

export interface LoopStatus {
  /** Keys and pastes handled so far. */
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

/** Keys typed while one of these is in progress are meant for its result. */
const blockingEffects: ReadonlySet<Effect["do"]> = new Set([
  "open-editor",
  "save",
  "new-work",
  "load-operations",
  "fix",
  "archive",
  "archive-now",
  "undo",
  "validate",
  "switch-tree",
  "use-tree",
  "copy-spec",
  "external-edit",
  "shell",
]);

/** Runs, which may take an hour, timers and checks do not count as busy. */
const backgroundEffects: ReadonlySet<Effect["do"]> = new Set([
  "start-run",
  "after",
  "check-agent",
  "load-status",
]);

function isInput({ type }: Event): boolean {
  return type === "key" || type === "paste";
}

/** The only key that never waits. */
function isInterrupt(event: Event): boolean {
  return event.type === "key" && event.key.name === "ctrl-c";
}

/** Reduces events, starts their effects and draws frames. */
export function startLoop(options: LoopOptions): Loop {
  let state = options.state;
  let inputs = 0;
  let busy = 0;
  let loading = 0;
  let clock: NodeJS.Timeout | undefined;
  let isStopped = false;
  const queue = createInputQueue(
    (event) => apply(event),
    (event) => event.type === "key" && loading > 0 && waitsForContent(state, event.key),
  );
  const frames: Frames = scheduleFrames(() => {
    options.draw(state);
    scheduleTick();
    reportStatus();
  });
  const reportStatus = () => {
    const isBusy = busy > 0 || frames.isPending();
    options.onStatus({ inputs, state: isBusy ? "busy" : activeRuns(state).length > 0 ? "running" : "idle" });
  };
  const dispatch = (event: Event) => {
    if (isStopped) return;
    if (isInput(event) && !isInterrupt(event) && queue.enqueue(event)) return;
    apply(event);
  };
  const apply = (event: Event) => {
    if (isInput(event)) inputs++;
    const next = reduce(state, event, options.now());
    state = next.state;
    for (const effect of next.effects) begin(effect);
    frames.request(isInput(event) || event.type === "resize");
  };
  const begin = (effect: Effect) => {
    const counts = !backgroundEffects.has(effect.do);
    if (counts) busy++;
    const loads = effect.do === "load-page" || effect.do === "load-list" ? 1 : 0;
    loading += loads;
    const release = blockingEffects.has(effect.do) ? queue.block() : () => {};
    void options.perform(effect).finally(() => {
      loading -= loads;
      release();
      queue.drain();
      if (!counts) return;
      busy--;
      frames.request(false);
    });
  };
  /** Sends ticks while something on the screen depends on the time. */
  const scheduleTick = () => {
    const isRunning = activeRuns(state).length > 0;
    const needsTicks = isRunning || state.agent.kind === "connecting";
    clearTimeout(clock);
    if (!needsTicks || isStopped) return;
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
