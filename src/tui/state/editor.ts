import { at } from "../../kernel/array.ts";
import { commonEnding, type LineEnding, splitLines } from "../../markdown/blocks/lines.ts";
import { boundaries } from "../screen/clusters.ts";
import type { FileLocation } from "./model.ts";

/** A position in the text. `col` counts UTF-16 units and is always between whole characters. */
export interface Caret {
  readonly line: number;
  readonly col: number;
}

/** A line with its own ending, so that lines the user does not edit are saved unchanged. */
export interface EditLine {
  readonly text: string;
  readonly ending: LineEnding;
}

interface Snapshot {
  readonly lines: readonly EditLine[];
  readonly caret: Caret;
}

export interface Editor {
  readonly file: FileLocation;
  /** At least one; a text that ends with a newline has an empty last line. */
  readonly lines: readonly EditLine[];
  readonly caret: Caret;
  /** The other end of the selection. */
  readonly anchor: Caret | undefined;
  /** The column to return to after moving through shorter lines. */
  readonly goalColumn: number | undefined;
  readonly top: number;
  readonly newEnding: LineEnding;
  /** SHA-256 of the file as it was read: saving fails if the file changed since. */
  readonly expect: string | "absent";
  readonly saved: readonly EditLine[];
  readonly undo: readonly Snapshot[];
  readonly redo: readonly Snapshot[];
  /** The last edit typed a word character: the next one joins the same undo step. */
  readonly typing: boolean;
}

const maxUndo = 500;

export function openText(file: FileLocation, text: string, expect: string | "absent"): Editor {
  const lines = linesOf(text);
  return {
    file,
    lines,
    caret: { line: 0, col: 0 },
    anchor: undefined,
    goalColumn: undefined,
    top: 0,
    newEnding: commonEnding(text),
    expect,
    saved: lines,
    undo: [],
    redo: [],
    typing: false,
  };
}

export function textOf({ lines }: Pick<Editor, "lines">): string {
  return lines.map(({ text, ending }) => text + ending).join("");
}

export function isDirty(editor: Editor): boolean {
  return editor.lines !== editor.saved;
}

export function selectionOf({ caret, anchor }: Editor): { from: Caret; to: Caret } | undefined {
  if (!anchor || compare(caret, anchor) === 0) return undefined;
  return compare(anchor, caret) < 0 ? { from: anchor, to: caret } : { from: caret, to: anchor };
}

/** Replaces the selection with a text, or inserts it at the caret. */
export function insert(editor: Editor, text: string): Editor {
  const isWord = /^\S$/.test(text);
  const before = selectionOf(editor) ? removeSelection(editor) : pushUndo(editor, editor.typing && isWord);
  const { caret, lines, newEnding } = before;
  const current = at(lines, caret.line);
  const parts = text.replace(/\r\n?/g, "\n").split("\n");
  const [head, tail] = [current.text.slice(0, caret.col), current.text.slice(caret.col)];
  const inserted = parts.map((part, index): EditLine => {
    const isLast = index === parts.length - 1;
    return {
      text: (index === 0 ? head : "") + part + (isLast ? tail : ""),
      ending: isLast ? current.ending : current.ending || newEnding,
    };
  });
  const next = splice(lines, caret.line, 1, inserted);
  const line = caret.line + parts.length - 1;
  return {
    ...before,
    lines: next,
    caret: { line, col: at(next, line).text.length - tail.length },
    typing: isWord,
    redo: [],
  };
}

export function removeBefore(editor: Editor): Editor {
  if (selectionOf(editor)) return removeSelection(editor);
  return removeTo(editor, stepLeft(editor, editor.caret));
}

export function removeAfter(editor: Editor): Editor {
  if (selectionOf(editor)) return removeSelection(editor);
  return removeTo(editor, stepRight(editor, editor.caret));
}

/** What cut and copy put on the clipboard: the selection, or the whole line with its ending. */
export function copiedText(editor: Editor): string {
  const range = selectionOf(editor);
  if (range) return textBetween(editor.lines, range.from, range.to);
  return `${at(editor.lines, editor.caret.line).text}\n`;
}

export function cut(editor: Editor): Editor {
  if (selectionOf(editor)) return removeSelection(editor);
  const { caret, lines } = editor;
  const isLast = caret.line === lines.length - 1;
  const rest = splice(lines, caret.line, 1, isLast ? [emptyLine] : []);
  return {
    ...pushUndo(editor, false),
    lines: rest,
    caret: { line: Math.min(caret.line, rest.length - 1), col: 0 },
  };
}

const emptyLine: EditLine = { text: "", ending: "" };

export function undo(editor: Editor): Editor {
  const last = editor.undo.at(-1);
  if (!last) return editor;
  const now = { lines: editor.lines, caret: editor.caret };
  const common = { anchor: undefined, typing: false, goalColumn: undefined };
  return { ...editor, ...last, ...common, undo: editor.undo.slice(0, -1), redo: [...editor.redo, now] };
}

export function redo(editor: Editor): Editor {
  const next = editor.redo.at(-1);
  if (!next) return editor;
  const now = { lines: editor.lines, caret: editor.caret };
  const common = { anchor: undefined, typing: false, goalColumn: undefined };
  return { ...editor, ...next, ...common, redo: editor.redo.slice(0, -1), undo: [...editor.undo, now] };
}

export function selectAll(editor: Editor): Editor {
  const line = editor.lines.length - 1;
  const end = { line, col: at(editor.lines, line).text.length };
  return { ...editor, anchor: { line: 0, col: 0 }, caret: end, typing: false };
}

/** Moves the caret; with `select` it extends the selection. */
export function moveTo(editor: Editor, caret: Caret, select: boolean, goalColumn?: number): Editor {
  const anchor = select ? (editor.anchor ?? editor.caret) : undefined;
  return { ...editor, caret: clampCaret(editor.lines, caret), anchor, goalColumn: goalColumn, typing: false };
}

export function moveLines(editor: Editor, by: number, select: boolean): Editor {
  const goalColumn = editor.goalColumn ?? editor.caret.col;
  const line = Math.max(0, Math.min(editor.lines.length - 1, editor.caret.line + by));
  return moveTo(editor, { line, col: goalColumn }, select, goalColumn);
}

export function stepLeft({ lines }: Editor, { line, col }: Caret): Caret {
  if (col > 0) return { line, col: boundaries(at(lines, line).text).findLast((stop) => stop < col) ?? 0 };
  return line === 0 ? { line, col } : { line: line - 1, col: at(lines, line - 1).text.length };
}

export function stepRight({ lines }: Editor, { line, col }: Caret): Caret {
  const { text } = at(lines, line);
  if (col < text.length) return { line, col: boundaries(text).find((stop) => stop > col) ?? text.length };
  return line + 1 < lines.length ? { line: line + 1, col: 0 } : { line, col };
}

export function stepWord(editor: Editor, by: -1 | 1): Caret {
  const { caret, lines } = editor;
  const { text } = at(lines, caret.line);
  if (by > 0) {
    const ahead = /^\s*\S+/.exec(text.slice(caret.col))?.[0].length;
    return ahead === undefined
      ? stepRight(editor, { ...caret, col: text.length })
      : { ...caret, col: caret.col + ahead };
  }
  const start = text.slice(0, caret.col).replace(/\S+\s*$/, "").length;
  return caret.col === 0 ? stepLeft(editor, caret) : { ...caret, col: start === caret.col ? 0 : start };
}

function removeTo(editor: Editor, other: Caret): Editor {
  return removeSelection({ ...editor, anchor: other });
}

function removeSelection(editor: Editor): Editor {
  const range = selectionOf(editor);
  if (!range) return { ...editor, anchor: undefined };
  const { from, to } = range;
  const first = at(editor.lines, from.line);
  const last = at(editor.lines, to.line);
  const joined = { text: first.text.slice(0, from.col) + last.text.slice(to.col), ending: last.ending };
  return {
    ...pushUndo(editor, false),
    lines: splice(editor.lines, from.line, to.line - from.line + 1, [joined]),
    caret: from,
    anchor: undefined,
    redo: [],
  };
}

/** Adds an undo step, unless this edit continues the last one. */
function pushUndo(editor: Editor, continues: boolean): Editor {
  const common = { anchor: undefined, goalColumn: undefined, typing: false };
  if (continues) return { ...editor, ...common };
  const now = { lines: editor.lines, caret: editor.caret };
  return { ...editor, ...common, undo: [...editor.undo, now].slice(-maxUndo), redo: [] };
}

function textBetween(lines: readonly EditLine[], from: Caret, to: Caret): string {
  const [first, last] = [at(lines, from.line).text, at(lines, to.line).text];
  if (from.line === to.line) return first.slice(from.col, to.col);
  const middle = lines.slice(from.line + 1, to.line).map(({ text }) => text);
  return [first.slice(from.col), ...middle, last.slice(0, to.col)].join("\n");
}

function linesOf(text: string): EditLine[] {
  const lines = splitLines(text).map(({ text, ending }): EditLine => ({ text, ending }));
  const last = lines.at(-1);
  return last === undefined || last.ending !== "" ? [...lines, emptyLine] : lines;
}

function clampCaret(lines: readonly EditLine[], { line, col }: Caret): Caret {
  const index = Math.max(0, Math.min(lines.length - 1, line));
  const { text } = at(lines, index);
  if (col >= text.length) return { line: index, col: text.length };
  return { line: index, col: boundaries(text).findLast((stop) => stop <= Math.max(0, col)) ?? 0 };
}

function compare(a: Caret, b: Caret): number {
  return a.line - b.line || a.col - b.col;
}

function splice<T>(items: readonly T[], at: number, remove: number, added: readonly T[]): T[] {
  return [...items.slice(0, at), ...added, ...items.slice(at + remove)];
}
