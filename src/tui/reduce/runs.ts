import type { Step } from "../../workflow/phase.ts";
import { layoutOf } from "../layout/panes.ts";
import type { Event } from "../state/events.ts";
import { lineInput } from "../state/line-input.ts";
import type { Run, State } from "../state/model.ts";
import { hasSteps, type Row } from "../state/rows.ts";
import {
  activeRuns,
  cancellableRun,
  currentRun,
  isActive,
  obstacle,
  rowWithKey,
  selectedRow,
} from "../state/select.ts";
import { tabOfStep } from "../state/tabs.ts";
import { andThen, type Change, notify, pushModal, to } from "./change.ts";
import { loadCurrent, showTab } from "./pages.ts";

const maxLines = 10_000;
const maxRuns = 50;

/** Starts a step for a change or feature, or asks for the description that specify needs. */
export function askForStep(state: State, key: string, step: Step): Change {
  const row = rowWithKey(state, key);
  if (!row) return to(state);
  const why = obstacle(state, row, step);
  if (why !== undefined) return notify(state, `${step} cannot run for ${row.name}: ${why}.`, true);
  if (step !== "specify") return startRun(state, row, step, {});
  const isNew = row.phase === "specify";
  const description = isNew ? state.descriptions[key] : undefined;
  if (description !== undefined) return startRun(state, row, step, { feature_description: description });
  const noun = row.kind === "change" ? "change" : "feature";
  return to(
    pushModal(state, {
      kind: "prompt",
      purpose: { kind: "describe", row: key },
      title: `specify ${row.name}`,
      hint: isNew
        ? `Describe the ${noun}.`
        : `What should be added to the ${noun === "change" ? noun : "spec"}?`,
      input: lineInput(),
    }),
  );
}

export function startRun(
  state: State,
  row: Pick<Row, "key" | "name" | "directory">,
  step: Step,
  args: Run["args"],
): Change {
  const isFree = activeRuns(state).length < state.ui.maxRuns;
  const run: Run = {
    id: state.nextId,
    step,
    row: row.key,
    name: row.name,
    directory: row.directory,
    args,
    phase: isFree ? "starting" : "queued",
    startedAt: state.now,
    endedAt: undefined,
    lastActivityAt: state.now,
    progress: undefined,
    lines: [],
    droppedLines: 0,
    error: undefined,
    log: "",
    changes: [],
    scroll: 0,
    details: false,
  };
  const runs = [...state.runs.slice(-maxRuns), run];
  const nextId = state.nextId + 1;
  const next: State = { ...state, nextId, runs, currentRunId: run.id, outputOpen: true };
  const text = `${step} of ${row.name} ${isFree ? "is running" : "is queued"}`;
  return andThen(notifyIfOutputHidden(next, text), (notified) =>
    isFree ? to(notified, { do: "start-run", run }) : to(notified),
  );
}

/** Without room for the output, a message says what its title would say. */
function notifyIfOutputHidden(state: State, text: string, bad = false): Change {
  if (layoutOf(state).panes.output !== undefined) return to(state);
  return notify(state, `${text}; ${state.keymap.label("pane-output")} shows its output.`, bad);
}

/** The first time asks the agent to stop, the second time ends it. */
export function cancelRun(state: State): Change {
  const run = cancellableRun(state);
  if (!run) return notify(state, "Nothing is running.");
  if (run.phase === "queued") return to(updateRun(state, run.id, { phase: "cancelled", endedAt: state.now }));
  const isStopping = run.phase === "cancelling" || run.phase === "overdue";
  const cancelling = isStopping ? state : updateRun(state, run.id, { phase: "cancelling" });
  return to(cancelling, { do: "cancel-run", id: run.id, force: isStopping });
}

/** Runs the visible run again, with fresh checks; without a run, reconnects to the agent. */
export function retry(state: State): Change {
  const run = currentRun(state) ?? state.runs.at(-1);
  if (!run) return to({ ...state, agent: { kind: "connecting", since: state.now } }, { do: "check-agent" });
  if (isActive(run)) return notify(state, `${run.step} of ${run.name} is still running.`);
  const row = rowWithKey(state, run.row);
  if (!row) return notify(state, `${run.name} no longer exists.`, true);
  const why = obstacle(state, row, run.step);
  if (why !== undefined) return notify(state, `${run.step} cannot run for ${run.name}: ${why}.`, true);
  return startRun(state, row, run.step, run.args);
}

export function reduceRun(state: State, event: Extract<Event, { type: `run-${string}` }>): Change {
  const run = state.runs.find(({ id }) => id === event.id);
  if (!run) return to(state);
  if (event.type === "run-started")
    return to(updateRun(state, run.id, { startedAt: state.now, lastActivityAt: state.now }));
  if (event.type === "run-overdue")
    return to(run.phase === "running" ? updateRun(state, run.id, { phase: "overdue" }) : state);
  if (event.type === "run-output") return to(appendOutput(state, run, event));
  return endRun(state, run, event);
}

/** Shows the previous or the next run. */
export function stepRun(state: State, by: 1 | -1): State {
  const at = state.runs.findIndex(({ id }) => id === state.currentRunId);
  const next = state.runs[at + by];
  return next ? { ...state, currentRunId: next.id, outputOpen: true } : state;
}

export function updateRun(state: State, id: number, change: Partial<Run>): State {
  return { ...state, runs: state.runs.map((run) => (run.id === id ? { ...run, ...change } : run)) };
}

function appendOutput(state: State, run: Run, event: Extract<Event, { type: "run-output" }>): State {
  const all = [...run.lines, ...event.lines];
  const over = Math.max(0, all.length - maxLines);
  // Cut a tenth at once, so that a full buffer is not copied for every line.
  const cut = over > 0 ? over + maxLines / 10 : 0;
  const isAlive = run.phase === "starting" && event.running;
  return updateRun(state, run.id, {
    phase: isAlive ? "running" : run.phase,
    lastActivityAt: event.progress || isAlive ? state.now : run.lastActivityAt,
    progress: event.progress ?? run.progress,
    lines: cut > 0 ? all.slice(cut) : all,
    droppedLines: run.droppedLines + Math.min(cut, all.length),
    scroll: run.scroll === 0 ? 0 : run.scroll + event.lines.length,
  });
}

function endRun(state: State, run: Run, event: Extract<Event, { type: "run-ended" }>): Change {
  const { state: phase, error, log, changes } = event;
  const ended = updateRun(state, run.id, { phase, error, log, changes, endedAt: state.now });
  const isDown = phase === "unavailable" || phase === "agent-died";
  const next: State = isDown ? { ...ended, agent: { kind: "down", reason: error?.message ?? "" } } : ended;
  const row = rowWithKey(state, run.row);
  const isSelected = state.selected === run.row && state.editor === undefined;
  const tab = changes.length > 0 && isSelected && row ? tabOfStep(row, run.step) : undefined;
  const loading = tab ? showTab(next, tab) : to(next, ...loadCurrent(next));
  const word = phase === "done" ? "is done" : phase === "cancelled" ? "was cancelled" : "failed";
  const notified = andThen(loading, (loaded) =>
    notifyIfOutputHidden(loaded, `${run.step} of ${run.name} ${word}`, word === "failed"),
  );
  return andThen(
    andThen(notified, (after) => to(after, { do: "load-trees" }, { do: "load-status" })),
    startNext,
  );
}

/** Starts the next queued run if fewer than the maximum are active. */
function startNext(state: State): Change {
  const running = activeRuns(state).filter(({ phase }) => phase !== "queued");
  const next = state.runs.find(({ phase }) => phase === "queued");
  if (!next || running.length >= state.ui.maxRuns) return to(state);
  const run: Run = { ...next, phase: "starting", startedAt: state.now, lastActivityAt: state.now };
  return to(updateRun(state, next.id, run), { do: "start-run", run });
}

export function questionFor(state: State): Change {
  const row = selectedRow(state);
  if (!row || !hasSteps(row)) return to(state);
  const why = obstacle(state, row, "clarify");
  if (why !== undefined) return notify(state, `clarify cannot run for ${row.name}: ${why}.`, true);
  return to(
    pushModal(state, {
      kind: "prompt",
      purpose: { kind: "question", row: row.key },
      title: `Ask about ${row.name}`,
      hint: `clarify asks this question and writes the answer into the ${row.kind === "change" ? "proposal" : "spec"}.`,
      input: lineInput(),
    }),
  );
}
