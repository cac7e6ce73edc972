import { steps } from "../../workflow/phase.ts";
import { openText, textOf } from "../state/editor.ts";
import type { Event, Question } from "../state/events.ts";
import { lineInput } from "../state/line-input.ts";
import type { FeatureRow, Modal, State } from "../state/model.ts";
import { isTooSmall, keyPlaces, shownFeatures, topModal } from "../state/select.ts";
import { pageKey } from "../state/tabs.ts";
import { act } from "./actions.ts";
import { andThen, bringWaiting, type Change, clamp, interrupt, notify, pushModal, to } from "./change.ts";
import { modalKey, pasteIntoModal } from "./dialog-keys.ts";
import { closeEditor, editorKey, pasteIntoEditor, showCaret } from "./editor-keys.ts";
import { goToPane } from "./move.ts";
import { keepPage, keepPlace, loadCurrent } from "./pages.ts";
import { reduceRun } from "./runs.ts";
import { keyWhereTooSmall } from "./too-small.ts";
import { measureSelected } from "./trees.ts";

/** The app: what happens and what follows from it. Pure; `now` comes with every event. */
export function reduce(before: State, event: Event, now: number): Change {
  const { state, effects } = measureSelected(follow(before, event, now));
  return { state: bringWaiting(inSight(before, state)), effects };
}

/** Where the document got another size, one is still at the same place in it. */
function inSight(before: State, after: State): State {
  const isSame =
    before.size === after.size && before.zoom === after.zoom && before.outputOpen === after.outputOpen;
  if (isSame || isTooSmall(after)) return after;
  return after.editor ? showCaret(after, after.editor) : keepPlace(after);
}

function follow(before: State, event: Event, now: number): Change {
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
      return to(state, { do: "load-features" }, { do: "load-trees" }, { do: "check-agent" });
    case "reload":
      return to(
        { ...state, treeSizes: {} },
        { do: "load-features" },
        { do: "load-trees" },
        ...loadCurrent(state),
      );
    case "changed":
      return to(state, { do: "load-features" }, ...loadCurrent(state));
    case "features":
      return reduceFeatures(state, event.rows, event.complete);
    case "features-unread":
      return to({ ...state, loaded: { ...state.loaded, features: "failed" } });
    case "trees":
      return to(reduceTrees(state, event.rows));
    case "tree-size":
      return to({ ...state, treeSizes: { ...state.treeSizes, [event.path]: event.bytes } });
    case "branch":
      return to({ ...state, project: { ...state.project, branch: event.branch } });
    case "agent":
      return to({ ...state, agent: event.agent });
    case "agent-seen":
      return to(state.agent.kind === "ready" ? state : { ...state, agent: seen(event.name) });
    case "page":
      return to(showFound(keepPage(state, event.key, event.page), event.key));
    case "run-began":
    case "run-overdue":
    case "run-heard":
    case "run-ended":
      return reduceRun(state, event);
    case "ask":
      return to(ask(state, event.ask, event.question));
    case "withdraw": {
      const isOther = (modal: Modal) => !("ask" in modal && modal.ask === event.ask);
      return to({
        ...state,
        modals: state.modals.filter(isOther),
        waiting: state.waiting.filter(isOther),
      });
    }
    default:
      return reduceOutcome(state, event);
  }
}

function seen(name: string): State["agent"] {
  return { kind: "ready", name, tools: steps.length, missing: 0 };
}

/** A file that was searched for comes to the front. */
function showFound(state: State, key: string): State {
  return key === pageKey("", "found") ? { ...goToPane(state, "document"), tab: "found", find: "" } : state;
}

function reduceKey(state: State, { key }: Extract<Event, { type: "key" }>): Change {
  const action = state.keymap.find(keyPlaces(state), key.name);
  if (isTooSmall(state)) return keyWhereTooSmall(state, key);
  const modal = topModal(state);
  if (modal) return modalKey(state, modal, key, action);
  if (state.editor) return editorKey(state, state.editor, key, action);
  return action ? act(state, action) : to(state);
}

function reducePaste(state: State, text: string): Change {
  if (isTooSmall(state)) return to(state);
  const modal = topModal(state);
  if (modal) return pasteIntoModal(state, modal, text);
  return to(state.editor ? pasteIntoEditor(state, state.editor, text) : state);
}

function reduceFeatures(state: State, rows: readonly FeatureRow[], complete: boolean): Change {
  // Names come before their phases: until then what was known is shown.
  const known = new Map(state.features.map((row) => [row.folder, row]));
  const features = complete ? rows : rows.map((row) => known.get(row.folder) ?? row);
  const loaded = { ...state.loaded, features: complete || state.loaded.features };
  const next = { ...state, features, loaded };
  const at = state.features.findIndex(({ folder }) => folder === state.selected);
  if (features.some(({ folder }) => folder === state.selected))
    return to(next, ...(complete ? loadCurrent(next) : []));
  const shown = shownFeatures(next);
  const folder = shown[clamp(at, 0, shown.length - 1)]?.folder ?? "";
  const selected = { ...next, selected: folder };
  return to(selected, ...loadCurrent(selected));
}

function reduceTrees(state: State, rows: State["trees"]): State {
  const isActiveThere = rows.some(({ path }) => path === state.activeRoot);
  return {
    ...state,
    trees: rows,
    loaded: { ...state.loaded, trees: true },
    treeCursor: clamp(state.treeCursor, 0, Math.max(0, rows.length - 1)),
    activeRoot: isActiveThere || rows.length === 0 ? state.activeRoot : state.project.root,
  };
}

/** What came of an effect. */
function reduceOutcome(
  state: State,
  event: Exclude<
    Event,
    {
      type:
        | "key"
        | "paste"
        | "resize"
        | "tick"
        | "started"
        | "reload"
        | "features"
        | "features-unread"
        | "trees"
        | "tree-size"
        | "changed"
        | "branch"
        | "agent"
        | "agent-seen"
        | "page"
        | `run-${string}`
        | "ask"
        | "withdraw";
    }
  >,
): Change {
  switch (event.type) {
    case "made-feature": {
      const descriptions = { ...state.descriptions, [event.folder]: event.description };
      const made = { ...state, descriptions, selected: event.folder, filter: "", tab: "spec" as const };
      return andThen(notify(goToPane(made, "specs"), event.note), (next) => to(next, { do: "load-trees" }));
    }
    case "switched":
      return reduceSwitched(state, event);
    case "removed":
      return andThen(notify(state, `Deleted the worktree ${event.path}; its branch stays.`), (next) =>
        to(next, { do: "load-trees" }),
      );
    case "editor-opened":
      return to({ ...goToPane(state, "document"), editor: openText(event.place, event.text, event.sha256) });
    case "saved":
      return reduceSaved(state, event);
    case "save-conflict": {
      if (!state.editor) return to(state);
      const modals = state.modals.filter(({ kind }) => kind !== "leave");
      const conflict = { kind: "conflict", current: event.text, sha256: event.sha256 } as const;
      return to(pushModal({ ...state, modals }, conflict));
    }
    case "hits":
      return to(updateSearch(state, { hits: event.hits, asked: event.query, note: event.note, cursor: 0 }));
    case "indexed":
      return searchAgain(updateSearch(state, { note: event.note, asked: undefined }));
    case "notice":
      return notify(state, event.text, event.bad);
    case "forget-notice":
      return to(state);
    case "card": {
      const modal = { kind: "card", card: event.card, open: false, top: 0 } as const;
      return to(event.isAnswer ? pushModal(state, modal) : interrupt(state, modal));
    }
  }
}

function reduceSwitched(state: State, event: Extract<Event, { type: "switched" }>): Change {
  const { path, branch, created, missing } = event;
  const switched = { ...state, activeRoot: path };
  const said = `${created ? "Made and switched to" : "Switched to"} ${branch ?? path}. cd ${path}`;
  const told = andThen(notify(switched, said), (next) => to(next, { do: "load-trees" }));
  if (!missing) return told;
  const purpose = { kind: "copy-spec" as const, ...missing, to: path };
  const lines = [
    `specs/${missing.folder} is not committed, so the new worktree does not have it.`,
    "Copy it there? The original stays.",
  ];
  return andThen(told, (next) =>
    to(interrupt(next, { kind: "confirm", purpose, title: "Copy the spec?", lines })),
  );
}

function reduceSaved(state: State, { text, sha256 }: Extract<Event, { type: "saved" }>): Change {
  const { editor } = state;
  if (!editor) return to(state);
  // What was typed while it was being saved is not saved.
  const isAll = textOf(editor) === text;
  const saved = { ...editor, saved: isAll ? editor.lines : [], expect: sha256 };
  const isLeaving = state.modals.some(({ kind }) => kind === "leave");
  const modals = state.modals.filter(({ kind }) => kind !== "leave");
  const told = notify({ ...state, editor: saved, modals }, `Saved ${editor.place.path}`);
  const after = isLeaving ? andThen(told, closeEditor) : told;
  return andThen(after, (next) =>
    to(next, { do: "load-features" }, { do: "load-trees" }, ...loadCurrent(next)),
  );
}

function updateSearch(
  state: State,
  change: Partial<
    Pick<Extract<State["modals"][number], { kind: "search" }>, "hits" | "asked" | "note" | "cursor">
  >,
): State {
  const modals = state.modals.map((modal) =>
    modal.kind === "search" ? { ...modal, ...change, state: "idle" as const } : modal,
  );
  return { ...state, modals };
}

/** What was sought before there was an index is sought now. */
function searchAgain(state: State): Change {
  const modal = topModal(state);
  const query = modal?.kind === "search" ? modal.input.text.trim() : "";
  return query === "" ? to(state) : to(state, { do: "search", query });
}

function ask(state: State, id: number, question: Question): State {
  if (question.kind === "approve") {
    const { title, text, offers } = question;
    return interrupt(state, {
      kind: "approve",
      ask: id,
      title,
      lines: text.split("\n"),
      top: 0,
      offers,
    });
  }
  const { message, fields } = question;
  const inputs = fields.map(({ fallback }) => lineInput(fallback === undefined ? "" : String(fallback)));
  return interrupt(state, { kind: "form", ask: id, message, fields, index: 0, inputs, problem: "" });
}
