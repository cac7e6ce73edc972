import { commonEnding, type LineEnding, splitLines } from "../../markdown/blocks/lines.ts";
import { boundaries } from "../screen/clusters.ts";
import type { FilePlace } from "./model.ts";

/** A place in the text; `col` counts UTF-16 units and always stands between whole characters. */
export interface Caret {
  readonly line: number;
  readonly col: number;
}

/** A line with the ending that it had: what is not edited is written back as it was. */
export interface EditLine {
  readonly text: string;
  readonly ending: LineEnding;
}

interface Snapshot {
  readonly lines: readonly EditLine[];
  readonly caret: Caret;
}

export interface Editor {
  readonly place: FilePlace;
  /** Never empty; a text that ends with a newline has an empty last line. */
  readonly lines: readonly EditLine[];
  readonly caret: Caret;
  /** The other end of the selection. */
  readonly anchor: Caret | undefined;
  /** The column to come back to when lines of different length are crossed. */
  readonly wish: number | undefined;
  readonly top: number;
  readonly newEnding: LineEnding;
  /** SHA-256 of what was read, for compare-and-write. */
  readonly expect: string | "absent";
  readonly saved: readonly EditLine[];
  readonly undo: readonly Snapshot[];
  readonly redo: readonly Snapshot[];
  /** Typing of one word is undone at once. */
  readonly typing: boolean;
}

const MOST_UNDO = 500;

export function openText(place: FilePlace, text: string, expect: string | "absent"): Editor {
  const lines = linesOf(text);
  const common = { caret: { line: 0, col: 0 }, anchor: undefined, wish: undefined, top: 0 };
  return {
    place,
    lines,
    ...common,
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

/** Puts text in place of the selection, or at the caret. */
export function insert(editor: Editor, text: string): Editor {
  const isWord = /^\S$/.test(text);
  const before = selectionOf(editor) ? removeSelection(editor) : remember(editor, editor.typing && isWord);
  const { caret, lines, newEnding } = before;
  const line = lines[caret.line] ?? { text: "", ending: "" };
  const parts = text.replace(/\r\n?/g, "\n").split("\n");
  const [head, tail] = [line.text.slice(0, caret.col), line.text.slice(caret.col)];
  const made = parts.map((part, index): EditLine => {
    const isLast = index === parts.length - 1;
    return {
      text: (index === 0 ? head : "") + part + (isLast ? tail : ""),
      ending: isLast ? line.ending : line.ending || newEnding,
    };
  });
  const last = parts.at(-1) ?? "";
  const col = (parts.length === 1 ? head.length : 0) + last.length;
  return {
    ...before,
    lines: splice(lines, caret.line, 1, made),
    caret: { line: caret.line + parts.length - 1, col },
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

/** What a cut or copy takes: the selection, else the whole line with its ending. */
export function taken(editor: Editor): string {
  const range = selectionOf(editor);
  if (range) return between(editor.lines, range.from, range.to);
  const line = editor.lines[editor.caret.line];
  return line ? `${line.text}\n` : "";
}

export function cut(editor: Editor): Editor {
  if (selectionOf(editor)) return removeSelection(editor);
  const { caret, lines } = editor;
  const isLast = caret.line === lines.length - 1;
  const rest = splice(lines, caret.line, 1, isLast ? [emptyLine] : []);
  return {
    ...remember(editor, false),
    lines: rest,
    caret: { line: Math.min(caret.line, rest.length - 1), col: 0 },
  };
}

const emptyLine: EditLine = { text: "", ending: "" };

export function undo(editor: Editor): Editor {
  const last = editor.undo.at(-1);
  if (!last) return editor;
  const now = { lines: editor.lines, caret: editor.caret };
  const common = { anchor: undefined, typing: false, wish: undefined };
  return { ...editor, ...last, ...common, undo: editor.undo.slice(0, -1), redo: [...editor.redo, now] };
}

export function redo(editor: Editor): Editor {
  const next = editor.redo.at(-1);
  if (!next) return editor;
  const now = { lines: editor.lines, caret: editor.caret };
  const common = { anchor: undefined, typing: false, wish: undefined };
  return { ...editor, ...next, ...common, redo: editor.redo.slice(0, -1), undo: [...editor.undo, now] };
}

export function selectAll(editor: Editor): Editor {
  const line = editor.lines.length - 1;
  const end = { line, col: editor.lines[line]?.text.length ?? 0 };
  return { ...editor, anchor: { line: 0, col: 0 }, caret: end, typing: false };
}

/** Moves the caret; with `select` the selection grows or shrinks with it. */
export function moveTo(editor: Editor, caret: Caret, select: boolean, wish?: number): Editor {
  const anchor = select ? (editor.anchor ?? editor.caret) : undefined;
  return { ...editor, caret: inside(editor.lines, caret), anchor, wish, typing: false };
}

export function moveLines(editor: Editor, by: number, select: boolean): Editor {
  const wish = editor.wish ?? editor.caret.col;
  const line = Math.max(0, Math.min(editor.lines.length - 1, editor.caret.line + by));
  return moveTo(editor, { line, col: wish }, select, wish);
}

export function stepLeft({ lines }: Editor, { line, col }: Caret): Caret {
  if (col > 0) return { line, col: boundaries(lines[line]?.text ?? "").findLast((at) => at < col) ?? 0 };
  return line === 0 ? { line, col } : { line: line - 1, col: lines[line - 1]?.text.length ?? 0 };
}

export function stepRight({ lines }: Editor, { line, col }: Caret): Caret {
  const text = lines[line]?.text ?? "";
  if (col < text.length) return { line, col: boundaries(text).find((at) => at > col) ?? text.length };
  return line + 1 < lines.length ? { line: line + 1, col: 0 } : { line, col };
}

export function wordStep(editor: Editor, by: -1 | 1): Caret {
  const { caret, lines } = editor;
  const text = lines[caret.line]?.text ?? "";
  if (by > 0) {
    const ahead = /^\s*\S+/.exec(text.slice(caret.col))?.[0].length;
    return ahead === undefined
      ? stepRight(editor, { ...caret, col: text.length })
      : { ...caret, col: caret.col + ahead };
  }
  const kept = text.slice(0, caret.col).replace(/\S+\s*$/, "").length;
  return caret.col === 0 ? stepLeft(editor, caret) : { ...caret, col: kept === caret.col ? 0 : kept };
}

function removeTo(editor: Editor, other: Caret): Editor {
  return removeSelection({ ...editor, anchor: other });
}

function removeSelection(editor: Editor): Editor {
  const range = selectionOf(editor);
  if (!range) return { ...editor, anchor: undefined };
  const { from, to } = range;
  const first = editor.lines[from.line]?.text.slice(0, from.col) ?? "";
  const last = editor.lines[to.line];
  const joined = { text: first + (last?.text.slice(to.col) ?? ""), ending: last?.ending ?? "" };
  return {
    ...remember(editor, false),
    lines: splice(editor.lines, from.line, to.line - from.line + 1, [joined]),
    caret: from,
    anchor: undefined,
    redo: [],
  };
}

/** Keeps what is there for undo, unless this edit goes on with the last one. */
function remember(editor: Editor, goesOn: boolean): Editor {
  const common = { anchor: undefined, wish: undefined, typing: false };
  if (goesOn) return { ...editor, ...common };
  const now = { lines: editor.lines, caret: editor.caret };
  return { ...editor, ...common, undo: [...editor.undo, now].slice(-MOST_UNDO), redo: [] };
}

function between(lines: readonly EditLine[], from: Caret, to: Caret): string {
  if (from.line === to.line) return lines[from.line]?.text.slice(from.col, to.col) ?? "";
  const middle = lines.slice(from.line + 1, to.line).map(({ text }) => text);
  const first = lines[from.line]?.text.slice(from.col) ?? "";
  return [first, ...middle, lines[to.line]?.text.slice(0, to.col) ?? ""].join("\n");
}

function linesOf(text: string): EditLine[] {
  const lines = splitLines(text).map(({ text, ending }): EditLine => ({ text, ending }));
  const last = lines.at(-1);
  return last === undefined || last.ending !== "" ? [...lines, { text: "", ending: "" }] : lines;
}

function inside(lines: readonly EditLine[], { line, col }: Caret): Caret {
  const at = Math.max(0, Math.min(lines.length - 1, line));
  const text = lines[at]?.text ?? "";
  if (col >= text.length) return { line: at, col: text.length };
  return { line: at, col: boundaries(text).findLast((place) => place <= Math.max(0, col)) ?? 0 };
}

function compare(a: Caret, b: Caret): number {
  return a.line - b.line || a.col - b.col;
}

function splice<T>(items: readonly T[], at: number, remove: number, added: readonly T[]): T[] {
  return [...items.slice(0, at), ...added, ...items.slice(at + remove)];
}
