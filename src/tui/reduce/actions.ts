import { toggleTask } from "../../markdown/tasks.ts";
import { steps } from "../../workflow/phase.ts";
import type { ActionName } from "../keys/bindings.ts";
import { cleanLine } from "../screen/text.ts";
import { lineInput } from "../state/line-input.ts";
import type { FileLocation, State } from "../state/model.ts";
import { hasSteps } from "../state/rows.ts";
import {
  activeRuns,
  cancellableRun,
  currentKey,
  currentPage,
  currentRun,
  isNearLimit,
  positionOf,
  selectedRow,
} from "../state/select.ts";
import { andThen, type Change, notify, notifyAndStart, pushModal, to } from "./change.ts";
import { goToPane, move, moveEnd, movePage, stepPane } from "./move.ts";
import { closeItem, loadCurrent, openItem, showTab, stepMatch, stepTab } from "./pages.ts";
import { askForStep, cancelRun, questionFor, retry, stepRun, updateRun } from "./runs.ts";
import { askToDelete, askToForceDelete, switchTree } from "./trees.ts";
import {
  archive,
  askForNewWork,
  askToUndo,
  closeList,
  fix,
  showList,
  showRedline,
  validate,
} from "./work.ts";

/** A second press within this time quits. */
const SECOND_PRESS_MS = 2000;

/** What the keys do outside the editor and dialogs. */
export function act(state: State, action: ActionName): Change {
  return actions[action]?.(state) ?? to(state);
}

const actions: Readonly<Partial<Record<ActionName, (state: State) => Change>>> = {
  down: (state) => move(state, 1),
  up: (state) => move(state, -1),
  top: (state) => moveEnd(state, "top"),
  bottom: (state) => moveEnd(state, "bottom"),
  "half-down": (state) => movePage(state, 0.5),
  "half-up": (state) => movePage(state, -0.5),
  "page-down": (state) => movePage(state, 1),
  "page-up": (state) => movePage(state, -1),
  open,
  toggle,
  "next-tab": (state) => stepTab(state, 1),
  "previous-tab": (state) => stepTab(state, -1),
  "next-pane": (state) => to(stepPane(state, 1)),
  "previous-pane": (state) => to(stepPane(state, -1)),
  "pane-specs": (state) => closeList(state) ?? to(goToPane(state, "list")),
  "list-skills": (state) => showList(state, "skills"),
  "list-findings": (state) => showList(state, "findings"),
  "list-archive": (state) => showList(state, "archive"),
  validate,
  fix,
  redline: showRedline,
  archive,
  "undo-archive": askToUndo,
  "pane-worktrees": (state) => to(goToPane(state, "worktrees")),
  "pane-document": (state) => to(goToPane(state, "document")),
  "pane-output": (state) =>
    state.runs.length === 0 ? notify(state, "Nothing has run yet.") : to(goToPane(state, "output")),
  zoom: (state) => to({ ...state, zoom: !state.zoom }),
  "run-menu": openRunMenu,
  retry,
  cancel: cancelRun,
  "wait-longer": waitLonger,
  output: toggleOutput,
  "next-run": (state) => to(stepRun(state, 1)),
  "previous-run": (state) => to(stepRun(state, -1)),
  details: toggleDetails,
  question: questionFor,
  "new-spec": askForNewWork,
  switch: switchTree,
  edit: (state) => withFile(state, (file) => to(state, { do: "open-editor", file })),
  "external-edit": (state) =>
    withFile(state, (file) => to(state, { do: "external-edit", file, line: currentLine(state) })),
  shell: (state) => to(state, { do: "shell", cwd: state.activeRoot }),
  "copy-path": copyPath,
  logs: (state) => showTab(goToPane(state, "document"), "logs"),
  delete: askToDelete,
  "force-delete": askToForceDelete,
  filter: openFilter,
  "next-match": (state) => to(stepMatch(state, 1)),
  "previous-match": (state) => to(stepMatch(state, -1)),
  search: (state) => to(pushModal(state, emptySearch)),
  palette: openPalette,
  refresh,
  help: (state) => to(pushModal(state, { kind: "help", top: 0 })),
  back: (state) => back(state) ?? to(state),
  quit: (state) => back({ ...state, filter: "" }) ?? askToQuit(state),
  interrupt,
  suspend: (state) => to(state, { do: "suspend" }),
  redraw: (state) => to(state, { do: "redraw" }),
};

const emptySearch = {
  kind: "search" as const,
  input: lineInput(),
  cursor: 0,
  hits: [],
  lastQuery: undefined,
  state: "idle" as const,
  note: "",
};

/** Quits; asks first while a run is active. */
export function askToQuit(state: State): Change {
  const active = activeRuns(state);
  if (active.length === 0) return to(state, { do: "quit" });
  const lines = active.map(({ step, name }) => `${step} of ${name} is running.`);
  return to(
    pushModal(state, {
      kind: "confirm",
      purpose: { kind: "quit" },
      title: "Quit while a run is active?",
      lines: [...lines, "Quitting cancels it. The files it wrote stay."],
      top: 0,
    }),
  );
}

function open(state: State): Change {
  if (state.pane === "list") return to(goToPane(state, "document"), ...loadCurrent(state));
  if (state.pane === "worktrees") return switchTree(state);
  return state.pane === "document" ? openItem(state) : to(state);
}

/** Leaves the search, the item, the filter, the zoom or the pane; undefined at the list of specs and work. */
function back(state: State): Change | undefined {
  if (state.pane === "document" && state.find !== "") return to({ ...state, find: "" });
  if (state.pane === "document") {
    const closed = closeItem(state);
    if (closed) return to(closed, ...loadCurrent(closed));
  }
  if (state.pane === "list" && state.filter !== "") return to({ ...state, filter: "" });
  if (state.zoom) return to({ ...state, zoom: false });
  return state.pane === "list" ? closeList(state) : to(goToPane(state, "list"));
}

function interrupt(state: State): Change {
  if (cancellableRun(state)) return cancelRun(state);
  return quitOnSecond(state, `Press ${state.keymap.label("interrupt")} again to quit.`);
}

/** The first press shows what a second one does. */
export function quitOnSecond(state: State, warning: string): Change {
  const isSecond = state.interruptedAt !== undefined && state.now - state.interruptedAt < SECOND_PRESS_MS;
  return isSecond ? to(state, { do: "quit" }) : notify({ ...state, interruptedAt: state.now }, warning);
}

/** Ticks on the screen at once and on disk right after; the page is loaded again then. */
function toggle(state: State): Change {
  const page = currentPage(state);
  const key = currentKey(state);
  if (page?.kind !== "text" || !page.file) return to(state);
  const task = page.tasks[positionOf(state, key).cursor];
  if (!task) return to(state);
  const { line, text } = task;
  const done = !task.done;
  const effect = { do: "toggle", file: page.file, line, text, done } as const;
  const toggled = toggleTask(text, 1, done);
  if (!toggled.ok) return to(state, effect);
  const lines = page.lines.map((each, index) => (index === line - 1 ? cleanLine(toggled.value) : each));
  const tasks = page.tasks.map((each) => (each === task ? { line, done, text: toggled.value } : each));
  return to({ ...state, pages: { ...state.pages, [key]: { ...page, lines, tasks } } }, effect);
}

function openRunMenu(state: State): Change {
  const row = selectedRow(state);
  if (!row || state.list !== "project")
    return notify(state, `There is no spec to run. Press ${state.keymap.label("new-spec")} to create one.`);
  if (!hasSteps(row))
    return notify(state, `Steps run for changes and features; ${row.name} is a ${row.label}.`);
  // Another program may have written what a step needs.
  const { phase } = row;
  const cursor = phase === undefined || phase === "done" ? 0 : steps.indexOf(phase);
  const menu = pushModal(state, { kind: "run-menu", row: row.key, cursor });
  return to(menu, { do: "load-list", list: "project" });
}

function waitLonger(state: State): Change {
  const run = cancellableRun(state);
  if (!run || !isNearLimit(state, run)) return to(state);
  return to(updateRun(state, run.id, { lastActivityAt: state.now }), { do: "extend-run", id: run.id });
}

function toggleOutput(state: State): Change {
  if (state.runs.length === 0) return notify(state, "Nothing has run yet.");
  const outputOpen = !(state.outputOpen && (state.pane !== "output" || !state.zoom));
  const pane = !outputOpen && state.pane === "output" ? "list" : state.pane;
  return to({ ...state, outputOpen, pane });
}

function toggleDetails(state: State): Change {
  const run = currentRun(state);
  if (!run?.error) return to(state);
  return to({ ...updateRun(state, run.id, { details: !run.details, scroll: 0 }), outputOpen: true });
}

function withFile(state: State, use: (file: FileLocation) => Change): Change {
  const file = currentFile(state);
  return file ? use(file) : notify(state, "There is no file to edit here.");
}

function currentFile(state: State): FileLocation | undefined {
  const page = currentPage(state);
  return page?.kind === "text" ? page.file : undefined;
}

/** The line at which to open an editor. */
function currentLine(state: State): number {
  const page = currentPage(state);
  if (page?.kind !== "text") return 1;
  return page.tasks[positionOf(state, currentKey(state)).cursor]?.line ?? page.at ?? 1;
}

function copyPath(state: State): Change {
  const file = currentFile(state);
  const path = file ? `${file.root}/${file.path}` : pathOf(state);
  if (path === undefined) return to(state);
  return notifyAndStart(state, `Copied ${path}`, { do: "copy", text: path });
}

/** The folder of work, or the path of anything else. */
function pathOf(state: State): string | undefined {
  const row = selectedRow(state);
  return row && (row.directory || `${state.project.root}/${row.locator}`);
}

/** The palette offers operations of all rooms, which are loaded the first time. */
function openPalette(state: State): Change {
  const opened = pushModal(state, { kind: "palette", input: lineInput(), cursor: 0 });
  return state.operations === undefined ? to(opened, { do: "load-operations" }) : to(opened);
}

function openFilter(state: State): Change {
  const isFind = state.pane === "document";
  return to(
    pushModal(state, {
      kind: "prompt",
      purpose: { kind: isFind ? "find" : "filter" },
      title: isFind ? "Find" : "Filter",
      hint: isFind ? "" : "Start with ! to invert",
      input: lineInput(isFind ? state.find : state.filter),
    }),
  );
}

function refresh(state: State): Change {
  return andThen(notify({ ...state, treeSizes: {} }, "Reloading everything."), (next) =>
    to(
      next,
      { do: "load-list", list: next.list },
      { do: "load-trees" },
      { do: "load-status" },
      ...loadCurrent(next),
    ),
  );
}

export function runStepKey(state: State, row: string, action: ActionName): Change | undefined {
  const step = steps.find((name) => action === `run-${name}`);
  return step && askForStep(state, row, step);
}
