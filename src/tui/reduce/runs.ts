import type { Step } from "../../workflow/phase.ts";
import { layoutOf } from "../layout/panes.ts";
import type { Event } from "../state/events.ts";
import { lineInput } from "../state/line-input.ts";
import type { FeatureRow, Run, State } from "../state/model.ts";
import { activeRuns, cancellable, isActive, obstacle, selectedFeature, shownRun } from "../state/select.ts";
import { tabOfStep } from "../state/tabs.ts";
import { andThen, type Change, notify, pushModal, to } from "./change.ts";
import { loadCurrent, showTab } from "./pages.ts";

/** The life of runs: asked for, queued, running, ended. */

const MOST_LINES = 10_000;
const MOST_RUNS = 50;

/** A step for a feature, as `r` and a letter ask for it. */
export function askForStep(state: State, folder: string, step: Step): Change {
  const feature = state.features.find((each) => each.folder === folder);
  if (!feature) return to(state);
  const why = obstacle(state, feature, step);
  if (why !== undefined) return notify(state, `${step} cannot run for ${folder}: ${why}.`, true);
  if (step !== "specify") return startRun(state, feature, step, {});
  const known = feature.phase === "specify" ? state.descriptions[folder] : undefined;
  if (known !== undefined) return startRun(state, feature, step, { feature_description: known });
  return to(
    pushModal(state, {
      kind: "prompt",
      purpose: { kind: "describe", folder },
      title: `specify ${folder}`,
      hint: feature.phase === "specify" ? "What is it for?" : "What is to be added to the spec?",
      input: lineInput(),
    }),
  );
}

export function startRun(
  state: State,
  feature: Pick<FeatureRow, "folder" | "directory">,
  step: Step,
  args: Run["args"],
): Change {
  const isFree = activeRuns(state).length < state.ui.maxRuns;
  const run: Run = {
    id: state.nextId,
    step,
    folder: feature.folder,
    directory: feature.directory,
    args,
    phase: isFree ? "starting" : "queued",
    startedAt: state.now,
    endedAt: undefined,
    heardAt: state.now,
    progress: undefined,
    lines: [],
    dropped: 0,
    error: undefined,
    log: "",
    changes: [],
    scroll: 0,
    details: false,
  };
  const runs = [...state.runs.slice(-MOST_RUNS), run];
  const started = { ...state, nextId: state.nextId + 1, runs, shownRun: run.id, outputOpen: true };
  const told = sayAside(started, `${step} of ${feature.folder} ${isFree ? "runs" : "waits for its turn"}`);
  return isFree ? andThen(told, (next) => to(next, { do: "start-run", run })) : told;
}

/** Where the output has no place on the screen, a message says what its title would say. */
function sayAside(state: State, text: string, bad = false): Change {
  if (layoutOf(state).panes.output !== undefined) return to(state);
  return notify(state, `${text}; ${state.keymap.label("pane-output")} shows its output.`, bad);
}

/** First time: asks the agent to stop. Second time: ends it. */
export function cancelRun(state: State): Change {
  const run = cancellable(state);
  if (!run) return notify(state, "Nothing is running.");
  if (run.phase === "queued") return to(updateRun(state, run.id, { phase: "cancelled", endedAt: state.now }));
  const isStopping = run.phase === "cancelling" || run.phase === "overdue";
  const cancelling = isStopping ? state : updateRun(state, run.id, { phase: "cancelling" });
  return to(cancelling, { do: "cancel-run", id: run.id, force: isStopping });
}

/** The last run that is shown, once more: everything is read and checked anew. */
export function retry(state: State): Change {
  const run = shownRun(state) ?? state.runs.at(-1);
  if (!run) return to({ ...state, agent: { kind: "connecting", since: state.now } }, { do: "check-agent" });
  if (isActive(run)) return notify(state, `${run.step} of ${run.folder} is still running.`);
  const feature = state.features.find(({ folder }) => folder === run.folder);
  if (!feature) return notify(state, `${run.folder} is not there any more.`, true);
  const why = obstacle(state, feature, run.step);
  if (why !== undefined) return notify(state, `${run.step} cannot run for ${run.folder}: ${why}.`, true);
  return startRun(state, feature, run.step, run.args);
}

export function reduceRun(state: State, event: Extract<Event, { type: `run-${string}` }>): Change {
  const run = state.runs.find(({ id }) => id === event.id);
  if (!run) return to(state);
  if (event.type === "run-began")
    return to(updateRun(state, run.id, { startedAt: state.now, heardAt: state.now }));
  if (event.type === "run-overdue")
    return to(run.phase === "running" ? updateRun(state, run.id, { phase: "overdue" }) : state);
  if (event.type === "run-heard") return to(hear(state, run, event));
  return endRun(state, run, event);
}

/** Shows the run before or after the one that is shown. */
export function stepRun(state: State, by: 1 | -1): State {
  const at = state.runs.findIndex(({ id }) => id === state.shownRun);
  const next = state.runs[at + by];
  return next ? { ...state, shownRun: next.id, outputOpen: true } : state;
}

export function updateRun(state: State, id: number, change: Partial<Run>): State {
  return { ...state, runs: state.runs.map((run) => (run.id === id ? { ...run, ...change } : run)) };
}

function hear(state: State, run: Run, event: Extract<Event, { type: "run-heard" }>): State {
  const all = [...run.lines, ...event.lines];
  const over = Math.max(0, all.length - MOST_LINES);
  // In blocks, so that a full buffer is not copied for every line.
  const cut = over > 0 ? over + MOST_LINES / 10 : 0;
  const isAlive = run.phase === "starting" && event.running;
  return updateRun(state, run.id, {
    phase: isAlive ? "running" : run.phase,
    heardAt: event.progress || isAlive ? state.now : run.heardAt,
    progress: event.progress ?? run.progress,
    lines: cut > 0 ? all.slice(cut) : all,
    dropped: run.dropped + Math.min(cut, all.length),
    scroll: run.scroll === 0 ? 0 : run.scroll + event.lines.length,
  });
}

function endRun(state: State, run: Run, event: Extract<Event, { type: "run-ended" }>): Change {
  const { state: phase, error, log, changes } = event;
  const ended = updateRun(state, run.id, { phase, error, log, changes, endedAt: state.now });
  const isDown = phase === "unavailable" || phase === "agent-died";
  const seen = isDown ? { ...ended, agent: { kind: "down" as const, reason: error?.message ?? "" } } : ended;
  const isHere = state.selected === run.folder && state.editor === undefined;
  const target = changes.length > 0 && isHere ? tabOfStep[run.step] : undefined;
  const shown = target ? showTab(seen, target) : to(seen, ...loadCurrent(seen));
  const word = phase === "done" ? "is done" : phase === "cancelled" ? "was cancelled" : "failed";
  const told = andThen(shown, (next) =>
    sayAside(next, `${run.step} of ${run.folder} ${word}`, word === "failed"),
  );
  return andThen({ state: told.state, effects: [...told.effects, { do: "load-trees" }] }, startNext);
}

/** A queued run begins when there is room for it. */
function startNext(state: State): Change {
  const running = activeRuns(state).filter(({ phase }) => phase !== "queued");
  const next = state.runs.find(({ phase }) => phase === "queued");
  if (!next || running.length >= state.ui.maxRuns) return to(state);
  const run: Run = { ...next, phase: "starting", startedAt: state.now, heardAt: state.now };
  return to(updateRun(state, next.id, run), { do: "start-run", run });
}

export function questionFor(state: State): Change {
  const feature = selectedFeature(state);
  if (!feature) return to(state);
  const why = obstacle(state, feature, "clarify");
  if (why !== undefined) return notify(state, `clarify cannot run for ${feature.folder}: ${why}.`, true);
  return to(
    pushModal(state, {
      kind: "prompt",
      purpose: { kind: "question", folder: feature.folder },
      title: `Ask about ${feature.folder}`,
      hint: "The question is asked by clarify and answered into the spec.",
      input: lineInput(),
    }),
  );
}
