import { steps } from "../../workflow/phase.ts";
import type { Key } from "../keys/key.ts";
import { isTooSmall } from "../layout/panes.ts";
import { type Editor, isDirty, openText, textOf } from "../state/editor.ts";
import type { Effect, Event, Question } from "../state/events.ts";
import { lineInput } from "../state/line-input.ts";
import type { Modal, State } from "../state/model.ts";
import type { ListName, Row } from "../state/rows.ts";
import { activeContexts, activeRuns, cancellableRun, topModal, visibleRows } from "../state/select.ts";
import { pageKey, type Tab } from "../state/tabs.ts";
import { act, quitOnSecond } from "./actions.ts";
import {
  andThen,
  type Change,
  clamp,
  notify,
  notifyAndStart,
  openQueuedModal,
  pushModal,
  queueModal,
  to,
} from "./change.ts";
import { modalKey, pasteIntoModal } from "./dialog-keys.ts";
import { closeEditor, editorKey, pasteIntoEditor, showCaret } from "./editor-keys.ts";
import { goToPane } from "./move.ts";
import { keepPosition, loadCurrent, storePage } from "./pages.ts";
import { cancelRun, reduceRun } from "./runs.ts";
import { measureSelected } from "./trees.ts";

/** The next state of the app after an event. Pure: the time is an argument. */
export function reduce(before: State, event: Event, now: number): Change {
  const { state, effects } = measureSelected(reduceEvent(before, event, now));
  return { state: openQueuedModal(keepInView(before, state)), effects };
}

/** Keeps the position in the document when its size changes. */
function keepInView(before: State, after: State): State {
  const isSame =
    before.size === after.size && before.zoom === after.zoom && before.outputOpen === after.outputOpen;
  if (isSame || isTooSmall(after)) return after;
  return after.editor ? showCaret(after, after.editor) : keepPosition(after);
}

function reduceEvent(before: State, event: Event, now: number): Change {
  const state = { ...before, now };
  switch (event.type) {
    case "key":
      return reduceKey(state, event);
    case "paste":
      return reducePaste(state, event.text);
    case "resize":
      return to({ ...state, size: { cols: event.cols, rows: event.rows } });
    case "tick":
      return to(state);
    case "started":
      return to(
        state,
        { do: "load-list", list: "project" },
        { do: "load-trees" },
        { do: "check-agent" },
        { do: "load-status" },
      );
    case "reload":
      return to(
        { ...state, treeSizes: {} },
        ...loadLists(state),
        { do: "load-trees" },
        ...loadCurrent(state),
      );
    case "changed":
      return to(state, { do: "load-list", list: "project" }, ...loadCurrent(state));
    case "rows":
      return reduceRows(state, event.list, event.rows);
    case "rows-failed": {
      const lists = { ...state.loaded.lists, [event.list]: "failed" as const };
      return to({ ...state, loaded: { ...state.loaded, lists } });
    }
    case "status":
      return to({ ...state, status: event.status });
    case "detail":
      return to(storeDetail(state, event.row, event.tabs));
    case "operations":
      return to({ ...state, operations: event.operations });
    case "trees":
      return to(reduceTrees(state, event.rows));
    case "tree-size":
      return to({ ...state, treeSizes: { ...state.treeSizes, [event.path]: event.bytes } });
    case "branch":
      return to({ ...state, project: { ...state.project, branch: event.branch } });
    case "agent":
      return to({ ...state, agent: event.agent });
    case "agent-answered":
      return to(state.agent.kind === "ready" ? state : { ...state, agent: readyAgent(event.name) });
    case "page":
      return to(showSearchResult(storePage(state, event.key, event.page), event.key));
    case "run-started":
    case "run-overdue":
    case "run-output":
    case "run-ended":
      return reduceRun(state, event);
    case "question":
      return to(ask(state, event.id, event.question));
    case "question-withdrawn": {
      const isOther = (modal: Modal) => !("questionId" in modal && modal.questionId === event.id);
      return to({
        ...state,
        modals: state.modals.filter(isOther),
        queuedModals: state.queuedModals.filter(isOther),
      });
    }
    default:
      return reduceResult(state, event);
  }
}

function readyAgent(name: string): State["agent"] {
  return { kind: "ready", name, tools: steps.length, missing: 0 };
}

function showSearchResult(state: State, key: string): State {
  return key === pageKey("", "result") ? { ...goToPane(state, "document"), tab: "result", find: "" } : state;
}

function reduceKey(state: State, { key }: Extract<Event, { type: "key" }>): Change {
  const action = state.keymap.find(activeContexts(state), key.name);
  if (isTooSmall(state)) return reduceKeyTooSmall(state, key);
  const modal = topModal(state);
  if (modal) return modalKey(state, modal, key, action);
  if (state.editor) return editorKey(state, state.editor, key, action);
  return action ? act(state, action) : to(state);
}

/** A window that is too small for dialogs has keys only to end the run or the app, and never loses text. */
function reduceKeyTooSmall(state: State, key: Key): Change {
  const action = state.keymap.find(["main"], key.name);
  if (action !== "quit" && action !== "interrupt") return to(state);
  if (action === "interrupt" && cancellableRun(state)) return cancelRun(state);
  if (state.editor && isDirty(state.editor))
    return notify(state, "Text is not saved: enlarge the window.", true);
  const isRunning = activeRuns(state).length > 0;
  if (action === "quit" && !isRunning && state.modals.length === 0) return to(state, { do: "quit" });
  const label = state.keymap.label(action);
  return quitOnSecond(
    state,
    isRunning ? `A run is active: ${label} again ends it.` : `Press ${label} again to quit.`,
  );
}

function reducePaste(state: State, text: string): Change {
  if (isTooSmall(state)) return to(state);
  const modal = topModal(state);
  if (modal) return pasteIntoModal(state, modal, text);
  return to(state.editor ? pasteIntoEditor(state, state.editor, text) : state);
}

/** Replaces the rows of a list. A selected row that is gone leaves the selection to its neighbor. */
function reduceRows(state: State, list: ListName, rows: readonly Row[]): Change {
  const before = state.lists[list];
  const loaded = { ...state.loaded, lists: { ...state.loaded.lists, [list]: true as const } };
  const next: State = { ...state, lists: { ...state.lists, [list]: rows }, loaded };
  if (list !== state.list) return to(next);
  if (rows.some(({ key }) => key === state.selected)) return to(next, ...loadCurrent(next));
  const at = before.findIndex(({ key }) => key === state.selected);
  const visible = visibleRows(next);
  const neighbor = visible[clamp(at, 0, visible.length - 1)];
  const selected: State = { ...next, selected: neighbor ? neighbor.key : "" };
  return to(selected, ...loadCurrent(selected));
}

const maxDetails = 200;

function storeDetail(state: State, row: string, tabs: readonly Tab[]): State {
  const { [row]: _old, ...others } = state.details;
  const recent = Object.fromEntries(Object.entries(others).slice(-maxDetails));
  return { ...state, details: { ...recent, [row]: tabs } };
}

/** The visible list and, where it is another one, that of specs and work. */
function loadLists({ list }: State): Effect[] {
  const project = { do: "load-list", list: "project" } as const;
  return list === "project" ? [project] : [{ do: "load-list", list }, project];
}

function reduceWorkChanged(state: State, event: Extract<Event, { type: "work-changed" }>): Change {
  const { text, row, tab } = event;
  const shown: State = {
    ...state,
    ...(row === undefined ? {} : { list: "project", selected: row, filter: "" }),
    tab: tab ?? state.tab,
  };
  return andThen(notify(shown, text), (next) =>
    to(next, ...loadLists(next), { do: "load-trees" }, ...loadCurrent(next), { do: "load-status" }),
  );
}

function reduceTrees(state: State, rows: State["trees"]): State {
  const hasActiveRoot = rows.some(({ path }) => path === state.activeRoot);
  return {
    ...state,
    trees: rows,
    loaded: { ...state.loaded, trees: true },
    treeCursor: clamp(state.treeCursor, 0, Math.max(0, rows.length - 1)),
    activeRoot: hasActiveRoot || rows.length === 0 ? state.activeRoot : state.project.root,
  };
}

/** The events with which effects report their results. */
type ResultEvent = Extract<
  Event,
  {
    type:
      | "work-created"
      | "work-changed"
      | "archived"
      | "review"
      | "tree-switched"
      | "tree-removed"
      | "editor-opened"
      | "saved"
      | "save-conflict"
      | "search-results"
      | "index-built"
      | "notice"
      | "forget-notice"
      | "card";
  }
>;

function reduceResult(state: State, event: ResultEvent): Change {
  switch (event.type) {
    case "work-created": {
      const { row, description, note } = event;
      const descriptions =
        description === "" ? state.descriptions : { ...state.descriptions, [row]: description };
      const next: State = { ...state, descriptions, list: "project", selected: row, filter: "", tab: "" };
      return notifyAndStart(goToPane(next, "list"), note, { do: "load-trees" });
    }
    case "work-changed":
      return reduceWorkChanged(state, event);
    case "archived": {
      const archived: State = { ...state, lastArchived: event.id };
      const undo = `Press ${state.keymap.label("undo-archive")} to undo.`;
      return andThen(notify(archived, `${event.text} ${undo}`), (next) =>
        to(next, ...loadLists(next), { do: "load-trees" }, { do: "load-status" }),
      );
    }
    case "review": {
      const { title, purpose, text } = event;
      return to(pushModal(state, { kind: "confirm", purpose, title, lines: text.split("\n"), top: 0 }));
    }
    case "tree-switched":
      return reduceSwitched(state, event);
    case "tree-removed":
      return notifyAndStart(state, `Deleted the worktree ${event.path}; its branch stays.`, {
        do: "load-trees",
      });
    case "editor-opened":
      return to({ ...goToPane(state, "document"), editor: openText(event.file, event.text, event.sha256) });
    case "saved":
      return reduceSaved(state, event);
    case "save-conflict": {
      if (!state.editor) return to(state);
      const modals = state.modals.filter(({ kind }) => kind !== "leave");
      const conflict = { kind: "conflict", current: event.text, sha256: event.sha256 } as const;
      return to(pushModal({ ...state, modals }, conflict));
    }
    case "search-results":
      return to(reduceSearch(state, event));
    case "index-built":
      return searchAgain(updateSearch(state, { note: event.note, lastQuery: undefined }));
    case "notice":
      return notify(state, event.text, event.bad);
    case "forget-notice":
      return to(state);
    case "card": {
      const modal = { kind: "card", card: event.card, open: false, top: 0 } as const;
      return to(event.isAnswer ? pushModal(state, modal) : queueModal(state, modal));
    }
  }
}

function reduceSwitched(state: State, event: Extract<Event, { type: "tree-switched" }>): Change {
  const { path, branch, created, missing } = event;
  const text = `${created ? "Created and switched to" : "Switched to"} ${branch ?? path}. cd ${path}`;
  const switched = notifyAndStart({ ...state, activeRoot: path }, text, { do: "load-trees" });
  if (!missing) return switched;
  const purpose = { kind: "copy-spec" as const, ...missing, to: path };
  const lines = [
    `specs/${missing.folder} is not committed, so the new worktree does not have it.`,
    "Copy it there? The original stays.",
  ];
  return andThen(switched, (next) =>
    to(queueModal(next, { kind: "confirm", purpose, title: "Copy the spec?", lines, top: 0 })),
  );
}

function reduceSaved(state: State, { text, sha256 }: Extract<Event, { type: "saved" }>): Change {
  const { editor } = state;
  if (!editor) return to(state);
  // Text that was typed while saving is not saved yet.
  const isAll = textOf(editor) === text;
  const saved: Editor = { ...editor, saved: isAll ? editor.lines : [], expect: sha256 };
  const isLeaving = state.modals.some(({ kind }) => kind === "leave");
  const modals = state.modals.filter(({ kind }) => kind !== "leave");
  const notified = notify({ ...state, editor: saved, modals }, `Saved ${editor.file.path}`);
  return andThen(isLeaving ? andThen(notified, closeEditor) : notified, (next) =>
    to(next, ...loadLists(next), { do: "load-trees" }, ...loadCurrent(next)),
  );
}

function reduceSearch(state: State, event: Extract<Event, { type: "search-results" }>): State {
  const { hits, query, isIndexMissing } = event;
  const build = isIndexMissing ? ` Press ${state.keymap.label("input-index")} to build it.` : "";
  return updateSearch(state, { hits, lastQuery: query, note: event.note + build, cursor: 0 });
}

function updateSearch(
  state: State,
  change: Partial<Pick<Extract<Modal, { kind: "search" }>, "hits" | "lastQuery" | "note" | "cursor">>,
): State {
  const modals = state.modals.map((modal) =>
    modal.kind === "search" ? { ...modal, ...change, state: "idle" as const } : modal,
  );
  return { ...state, modals };
}

/** Runs the search that had to wait for the index. */
function searchAgain(state: State): Change {
  const modal = topModal(state);
  const query = modal?.kind === "search" ? modal.input.text.trim() : "";
  return query === "" ? to(state) : to(state, { do: "search", query });
}

function ask(state: State, id: number, question: Question): State {
  if (question.kind === "approve") {
    const { title, text, offers } = question;
    return queueModal(state, {
      kind: "approve",
      questionId: id,
      title,
      lines: text.split("\n"),
      top: 0,
      offers,
    });
  }
  const fields = question.fields.map((field) => {
    return { field, input: lineInput(field.fallback === undefined ? "" : String(field.fallback)) };
  });
  const { message } = question;
  return queueModal(state, { kind: "form", questionId: id, message, fields, index: 0, problem: "" });
}
