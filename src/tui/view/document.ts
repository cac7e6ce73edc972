import { lineOfRow, pageRows } from "../layout/page-rows.ts";
import { documentCols } from "../layout/panes.ts";
import { widthOf } from "../screen/clusters.ts";
import { type Grid, type Rect, span } from "../screen/grid.ts";
import { normal } from "../screen/style.ts";
import { cleanLine } from "../screen/text.ts";
import { diffStyle, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { Page, State, TextPage } from "../state/model.ts";
import {
  currentKey,
  currentPage,
  currentTab,
  matchingLines,
  openItemOf,
  positionOf,
  rowsOf,
  selectedRow,
  visibleTabs,
} from "../state/select.ts";
import { drawEditor } from "./editor.ts";
import { drawFrame, drawRow } from "./frame.ts";
import { lineSpans, markMatches, sliceSpans } from "./markdown-spans.ts";

/** The tabs, and the page or the editor. */
export function drawDocument(grid: Grid, rect: Rect, state: State, number: string): void {
  const focused = state.pane === "document";
  const page = currentPage(state);
  const title = (titleOf(state) + number).trimStart();
  const footer = state.editor ? "" : footerOf(state, page);
  const inner = drawFrame(grid, rect, state, { title, footer, focused });
  drawTabs(grid, { ...inner, rows: 1 }, state);
  const content = { ...inner, y: inner.y + 1, rows: Math.max(0, inner.rows - 1) };
  if (state.editor) return drawEditor(grid, content, state, state.editor);
  if (page === undefined) return drawWaiting(grid, content, state);
  if (page.kind === "absent") return drawAbsent(grid, content, page);
  if (page.kind === "items") return drawItems(grid, content, state, page);
  drawText(grid, content, state, page);
}

function titleOf(state: State): string {
  if (state.editor) return `Editing ${state.editor.file.path}`;
  const page = currentPage(state);
  if (page?.kind === "text" && page.file) return page.file.path;
  const item = openItemOf(state);
  if (item !== undefined) return item;
  const row = selectedRow(state);
  return cleanLine(row?.title || row?.name || "");
}

function footerOf(state: State, page: Page | undefined): string {
  if (page?.kind === "items")
    return page.items.length === 0
      ? ""
      : `${positionOf(state, currentKey(state)).cursor + 1} of ${page.items.length}`;
  if (page?.kind !== "text") return "";
  if (state.find !== "") return `${matchingLines(page, state.find).length} lines with "${state.find}"`;
  const done = page.tasks.filter((task) => task.done).length;
  const tasks = page.tasks.length > 0 ? `${done}/${page.tasks.length} done` : "";
  const rows = pageRows(page, documentCols(state));
  const { top } = positionOf(state, currentKey(state));
  const line = rows.length > 0 ? `line ${lineOfRow(rows, top) + 1} of ${page.lines.length}` : "";
  return [tasks, line].filter((part) => part !== "").join(", ");
}

/** All tabs if they fit, otherwise those around the selected one. */
function drawTabs(grid: Grid, rect: Rect, state: State): void {
  const tabs = visibleTabs(state);
  const at = tabs.findIndex(({ id }) => id === currentTab(state)?.id);
  const width = (from: number, to: number) =>
    tabs.slice(from, to).reduce((sum, { title }) => sum + widthOf(title) + 2, 0);
  let from = 0;
  while (from < at && width(from, at + 1) > rect.cols - 3) from++;
  let x = from > 0 ? grid.put(rect, 0, 0, "<", theme.dim) : 0;
  for (const { id, title } of tabs.slice(from)) {
    if (x + widthOf(title) + 3 > rect.cols) return void grid.put(rect, rect.cols - 1, 0, ">", theme.dim);
    const isSelected = id === currentTab(state)?.id;
    x = grid.put(
      rect,
      x,
      0,
      isSelected ? `[${title}]` : ` ${title} `,
      isSelected ? theme.focused : theme.dim,
    );
  }
}

function drawWaiting(grid: Grid, rect: Rect, state: State): void {
  const isNothing = state.loaded.lists[state.list] === true && !selectedRow(state);
  if (isNothing && state.list === "project" && rowsOf(state).length === 0)
    return drawWelcome(grid, rect, state);
  grid.put(rect, 1, 0, isNothing ? "Nothing is selected." : "Loading…", theme.dim);
}

/** A project without specs: the whole workflow, so that nobody has to open the manual. */
function drawWelcome(grid: Grid, rect: Rect, { keymap }: State): void {
  const run = keymap.label("run-menu");
  const rows: [key: string, what: string][] = [
    [keymap.label("new-spec"), "describe the feature in one sentence"],
    [`${run} ${keymap.label("run-specify")}`, "specify writes the spec"],
    [`${run} ${keymap.label("run-clarify")}`, "clarify asks you about open points"],
    [`${run} ${keymap.label("run-plan")}`, "plan decides how to build it"],
    [`${run} ${keymap.label("run-tasks")}`, "tasks breaks the plan into tasks"],
    [`${run} ${keymap.label("run-implement")}`, "implement has an agent do them"],
    [keymap.label("toggle"), "ticks a task that you did yourself"],
    [keymap.label("help"), "shows all keys"],
  ];
  grid.put(rect, 1, 1, "From a sentence to working code:", theme.heading);
  for (const [y, [key, what]] of rows.entries()) {
    grid.put(rect, 1, 3 + y, key.padStart(6), theme.key);
    grid.put(rect, 9, 3 + y, what);
  }
}

function drawAbsent(grid: Grid, rect: Rect, page: Extract<Page, { kind: "absent" }>): void {
  const message = wrapLines(page.message, rect.cols - 2);
  const hint = wrapLines(page.hint, rect.cols - 2);
  for (const [y, text] of message.entries()) grid.put(rect, 1, y, text);
  for (const [y, text] of hint.entries()) grid.put(rect, 1, message.length + y, text, theme.dim);
}

function drawItems(grid: Grid, rect: Rect, state: State, page: Extract<Page, { kind: "items" }>): void {
  if (page.items.length === 0) {
    for (const [y, text] of wrapLines(page.empty, rect.cols - 2).entries())
      grid.put(rect, 1, y, text, theme.dim);
    return;
  }
  const { top, cursor } = positionOf(state, currentKey(state));
  const focused = state.pane === "document";
  for (const [y, item] of page.items.slice(top, top + rect.rows).entries()) {
    const spans = [span(item.title), span(item.note === "" ? "" : `  ${item.note}`, theme.dim)];
    const isSelected = top + y === cursor;
    drawRow(grid, rect, y, spans, isSelected ? (focused ? "here" : "elsewhere") : "no", ">");
  }
}

function drawText(grid: Grid, rect: Rect, state: State, page: TextPage): void {
  const key = currentKey(state);
  const { top, cursor } = positionOf(state, key);
  const rows = pageRows(page, documentCols(state));
  const task = page.tasks[cursor];
  const selected = task ? task.line - 1 : undefined;
  const first = Math.max(0, Math.min(top, rows.length - 1));
  for (const [y, row] of rows.slice(first, first + rect.rows).entries()) {
    const line = sliceSpans(lineSpans(page, row.line), row.start, row.end);
    const spans = state.find === "" ? line : markMatches(line, state.find, theme.match);
    const isMarked = row.line === selected || (page.at !== undefined && row.line === page.at - 1);
    const isFirst = row.start === 0;
    if (isMarked && isFirst) grid.put(rect, 0, y, ">", theme.focused);
    const isStrong = row.line === selected && state.pane === "document";
    const style =
      page.diff === true ? diffStyle(page.lines[row.line] ?? "") : isStrong ? theme.strong : normal;
    grid.putSpans(rect, 2, y, spans, style);
  }
  for (const [index, note] of page.notes.entries()) {
    const y = rows.length - first + index;
    if (y < rect.rows) grid.put(rect, 2, y, note, theme.warn);
  }
}
