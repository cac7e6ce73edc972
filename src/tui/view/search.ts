import { type Grid, type Rect, span } from "../screen/grid.ts";
import { cleanLine } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { Modal, SearchHit, State } from "../state/model.ts";
import { drawFrame, drawInput, drawRow, listTop } from "./frame.ts";

type Search = Extract<Modal, { kind: "search" }>;

/** A search in specs and code: the results above, a preview of the selected one below. */
export function drawSearch(grid: Grid, state: State, modal: Search): void {
  const rect = { x: 0, y: 1, cols: grid.cols, rows: grid.rows - 2 };
  const footer = modal.hits.length > 0 ? `${modal.cursor + 1} of ${modal.hits.length}` : "";
  const inner = drawFrame(grid, rect, state, { title: "Search specs and code", footer, focused: true });
  const note = wrapLines(noteOf(state, modal), inner.cols).slice(0, 3);
  const above = 1 + note.length;
  const hitRows = Math.min(modal.hits.length, Math.max(3, Math.floor((inner.rows - above - 1) / 2)));
  const list = { ...inner, y: inner.y + above, rows: hitRows };
  for (const [y, text] of note.entries()) grid.put(inner, 0, 1 + y, text, theme.dim);
  const top = listTop(modal.cursor, modal.hits.length, list.rows);
  for (const [y, hit] of modal.hits.slice(top, top + list.rows).entries()) {
    const isSelected = top + y === modal.cursor;
    drawRow(grid, list, y, hitSpans(hit), isSelected ? "here" : "no", ">");
  }
  const preview = { ...inner, y: list.y + hitRows, rows: Math.max(0, inner.rows - above - hitRows) };
  const hit = modal.hits[modal.cursor];
  if (hit) drawPreview(grid, preview, state, hit);
  drawInput(grid, inner, 0, "Search: ", modal.input);
}

function hitSpans({ kind, title, path, line, score }: SearchHit) {
  return [
    span(`${String(score).padStart(3)} % `, theme.accent),
    span(`${kind} `, theme.dim),
    span(cleanLine(title)),
    span(`  ${path}:${line}`, theme.dim),
  ];
}

function drawPreview(grid: Grid, rect: Rect, state: State, hit: SearchHit): void {
  const { frame } = glyphsOf(state.ui.ascii);
  const title = ` ${hit.path}:${hit.line} `;
  grid.put(rect, 0, 0, frame.h.repeat(rect.cols), theme.frame);
  grid.put(rect, 1, 0, title, theme.title);
  const room = Math.max(0, rect.rows - 1);
  const rows = hit.preview.slice(0, room).flatMap((text) => wrapLines(cleanLine(text), rect.cols - 2));
  for (const [y, text] of rows.slice(0, room).entries()) grid.put(rect, 1, y + 1, text);
}

function noteOf(state: State, modal: Search): string {
  if (modal.note !== "") return modal.note;
  if (modal.lastQuery === undefined) return "Press Enter to search. The index updates itself.";
  if (modal.hits.length > 0) return "Enter opens the selected result; ↓ and ↑ select.";
  return `No results. ${state.keymap.label("input-index")} rebuilds the index.`;
}
