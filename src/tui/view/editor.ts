import { at } from "../../kernel/array.ts";
import { widthOf } from "../screen/clusters.ts";
import type { Grid, Rect, Span } from "../screen/grid.ts";
import { normal } from "../screen/style.ts";
import { cleanLine } from "../screen/text.ts";
import { theme } from "../screen/theme.ts";
import { type Editor, isDirty, selectionOf } from "../state/editor.ts";
import type { State } from "../state/model.ts";

/** The text in the editor, scrolled so that the caret is visible, with the terminal's cursor on it. */
export function drawEditor(grid: Grid, rect: Rect, state: State, editor: Editor): void {
  const gutter = String(editor.lines.length).length + 2;
  const inner = { ...rect, x: rect.x + gutter, cols: Math.max(0, rect.cols - gutter) };
  const { caret, top } = editor;
  const column = widthOf(visible(at(editor.lines, caret.line).text.slice(0, caret.col)));
  const left = Math.max(0, column - inner.cols + 1);
  for (let y = 0; y < rect.rows; y++) {
    const line = editor.lines[top + y];
    if (!line) break;
    grid.put(rect, 0, y, String(top + y + 1).padStart(gutter - 1), theme.dim);
    grid.putSpans(inner, -left, y, editSpans(editor, top + y));
  }
  const mark = isDirty(editor) ? " modified " : " unchanged ";
  grid.put(
    { ...rect, y: rect.y - 1, rows: 1 },
    Math.max(0, rect.cols - mark.length),
    0,
    mark,
    isDirty(editor) ? theme.warn : theme.dim,
  );
  if (state.modals.length > 0) return;
  const cursor = { x: inner.x + column - left, y: inner.y + caret.line - top };
  if (cursor.y < rect.y + rect.rows) grid.cursor = cursor;
}

function editSpans(editor: Editor, index: number): Span[] {
  const { text } = at(editor.lines, index);
  const range = selectionOf(editor);
  if (!range || index < range.from.line || index > range.to.line)
    return [{ text: visible(text), style: normal }];
  const start = index === range.from.line ? range.from.col : 0;
  const end = index === range.to.line ? range.to.col : text.length;
  const middle = visible(text.slice(start, end)) + (index < range.to.line ? " " : "");
  return [
    { text: visible(text.slice(0, start)), style: normal },
    { text: middle, style: theme.selection },
    { text: visible(text.slice(end)), style: normal },
  ];
}

/** Bytes that are not UTF-8 are stored as lone surrogates; on the screen they are replacement characters. */
function visible(text: string): string {
  return cleanLine(
    text.replaceAll("\t", "    ").replace(/[\udc80-\udcff]/g, (char, index: number, all: string) => {
      const before = all.charCodeAt(index - 1);
      return before >= 0xd800 && before <= 0xdbff ? char : "\ufffd";
    }),
  );
}
