import type { ActionName } from "../keys/bindings.ts";
import type { Key } from "../keys/key.ts";
import { contentRows } from "../layout/panes.ts";
import {
  copiedText,
  cut,
  type Editor,
  insert,
  isDirty,
  moveLines,
  moveTo,
  redo,
  removeAfter,
  removeBefore,
  selectAll,
  selectionOf,
  stepLeft,
  stepRight,
  stepWord,
  textOf,
  undo,
} from "../state/editor.ts";
import type { State } from "../state/model.ts";
import { type Change, clamp, notify, pushModal, to } from "./change.ts";
import { loadCurrent } from "./pages.ts";

/** Handles a key in the editor: actions of the key table first, then keys that move or type. */
export function editorKey(state: State, editor: Editor, key: Key, action: ActionName | undefined): Change {
  if (action === "save") return save(state, editor);
  if (action === "leave") return leave(state, editor);
  if (action === "copy") return copy(state, editor);
  if (action === "cut") return to(showCaret({ ...state, clipboard: copiedText(editor) }, cut(editor)));
  if (action === "paste") return to(showCaret(state, insert(editor, state.clipboard)));
  if (action === "undo") return to(showCaret(state, undo(editor)));
  if (action === "redo") return to(showCaret(state, redo(editor)));
  if (action === "select-all") return to(showCaret(state, selectAll(editor)));
  return to(showCaret(state, typeKey(editor, key, contentRows(state, "document"))));
}

export function pasteIntoEditor(state: State, editor: Editor, text: string): State {
  return showCaret(state, insert(editor, text));
}

export function save(state: State, editor: Editor): Change {
  return to(state, { do: "save", file: editor.file, text: textOf(editor), expect: editor.expect });
}

export function closeEditor(state: State): Change {
  const closed: State = { ...state, editor: undefined };
  return to(closed, ...loadCurrent(closed));
}

/** Elsewhere Ctrl-C interrupts, so here a message says that it copied. */
function copy(state: State, editor: Editor): Change {
  const what = selectionOf(editor) ? "selection" : "line";
  const keys = `${state.keymap.label("paste")} pastes it, ${state.keymap.label("leave")} leaves the editor.`;
  return notify({ ...state, clipboard: copiedText(editor) }, `Copied the ${what}: ${keys}`);
}

function leave(state: State, editor: Editor): Change {
  return isDirty(editor) ? to(pushModal(state, { kind: "leave" })) : closeEditor(state);
}

function typeKey(editor: Editor, key: Key, page: number): Editor {
  const select = key.name.includes("shift-");
  const { caret } = editor;
  switch (key.name.replace("shift-", "")) {
    case "left":
      return moveTo(editor, stepLeft(editor, caret), select);
    case "right":
      return moveTo(editor, stepRight(editor, caret), select);
    case "ctrl-left":
    case "alt-left":
    case "alt-b":
      return moveTo(editor, stepWord(editor, -1), select);
    case "ctrl-right":
    case "alt-right":
    case "alt-f":
      return moveTo(editor, stepWord(editor, 1), select);
    case "up":
      return moveLines(editor, -1, select);
    case "down":
      return moveLines(editor, 1, select);
    case "pgup":
      return moveLines(editor, 1 - page, select);
    case "pgdn":
      return moveLines(editor, page - 1, select);
    case "home":
      return moveTo(editor, { ...caret, col: 0 }, select);
    case "end":
    case "ctrl-e":
      return moveTo(editor, { ...caret, col: Number.MAX_SAFE_INTEGER }, select);
    case "ctrl-home":
      return moveTo(editor, { line: 0, col: 0 }, select);
    case "ctrl-end":
      return moveTo(editor, { line: editor.lines.length, col: Number.MAX_SAFE_INTEGER }, select);
    case "enter":
      return insert(editor, "\n");
    case "tab":
      return insert(editor, "  ");
    case "backspace":
      return removeBefore(editor);
    case "delete":
    case "ctrl-d":
      return removeAfter(editor);
    default:
      return key.text === "" ? editor : insert(editor, key.text);
  }
}

/** Scrolls the editor so that the caret is visible. */
export function showCaret(state: State, editor: Editor): State {
  const rows = contentRows(state, "document");
  const top = clamp(editor.top, editor.caret.line - rows + 1, editor.caret.line);
  return { ...state, editor: { ...editor, top: Math.max(0, top) } };
}
