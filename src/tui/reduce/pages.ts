import { lineOfRow, pageRows, rowOfLine } from "../layout/page-rows.ts";
import { contentRows, documentCols } from "../layout/panes.ts";
import type { Effect } from "../state/events.ts";
import type { Page, Position, State, TextPage } from "../state/model.ts";
import {
  currentKey,
  currentPage,
  currentTab,
  matchingLines,
  openItemOf,
  positionOf,
  selectedRow,
  visibleTabs,
} from "../state/select.ts";
import { pageKey } from "../state/tabs.ts";
import { type Change, clamp, setPosition, to } from "./change.ts";

const maxPages = 60;

/** Loads the selected row and its visible page; the old content stays on the screen until then. */
export function loadCurrent(state: State): Effect[] {
  const row = selectedRow(state);
  const tab = currentTab(state)?.id ?? state.tab;
  if (tab === "result") return [];
  if (tab === "logs" && openItemOf(state) === "messages") return [];
  return row || tab === "logs" ? [{ do: "load-page", row }] : [];
}

export function showTab(state: State, tab: string): Change {
  const next: State = { ...state, tab, find: "" };
  return to(next, ...loadCurrent(next));
}

export function stepTab(state: State, by: 1 | -1): Change {
  const tabs = visibleTabs(state);
  const at = tabs.findIndex(({ id }) => id === currentTab(state)?.id);
  const next = tabs[(at + by + tabs.length) % tabs.length];
  return next ? showTab(state, next.id) : to(state);
}

export function storePage(state: State, key: string, page: Page): State {
  const { [key]: _old, ...others } = state.pages;
  const recent = Object.fromEntries(Object.entries(others).slice(-maxPages));
  const next: State = { ...state, pages: { ...recent, [key]: page } };
  const position = positionOf(state, key);
  if (page.kind === "text" && page.at !== undefined) return scrollToLine(next, key, page.at);
  if (page.kind === "absent") return next;
  const last = (page.kind === "items" ? page.items.length : page.tasks.length) - 1;
  const cursor = clamp(position.cursor, 0, Math.max(0, last));
  const positioned = setPosition(next, key, { ...position, cursor });
  return page.kind === "text" ? scroll(positioned, key, page, topOf(positioned, key, page)) : positioned;
}

/** Keeps the same line on top after the document changes its size. */
export function keepPosition(state: State): State {
  const page = currentPage(state);
  const key = currentKey(state);
  if (!page || page.kind === "absent") return state;
  if (page.kind === "items") return reveal(state, key, page);
  const { cursor } = positionOf(state, key);
  const moved = scroll(state, key, page, topOf(state, key, page));
  return cursor > 0 ? reveal(moved, key, page) : moved;
}

/** The top row at the current width. */
function topOf(state: State, key: string, page: TextPage): number {
  const { top, cols = documentCols(state) } = positionOf(state, key);
  if (cols === documentCols(state)) return top;
  return rowOfLine(pageRows(page, documentCols(state)), lineOfRow(pageRows(page, cols), top));
}

/** Opens the selected item of a list page. */
export function openItem(state: State): Change {
  const page = currentPage(state);
  const key = currentKey(state);
  const item = page?.kind === "items" ? page.items[positionOf(state, key).cursor] : undefined;
  if (!item) return to(state);
  const opened: State = { ...state, openItems: { ...state.openItems, [key]: item.id }, find: "" };
  if (currentTab(state)?.id === "logs" && item.id === "messages")
    return to(storePage(opened, currentKey(opened), messages(state)));
  return to(opened, ...loadCurrent(opened));
}

/** The messages of this session. */
function messages({ notices }: State): Page {
  const lines = notices.map(({ at, text }) => `${new Date(at).toTimeString().slice(0, 8)} ${text}`);
  return {
    kind: "text",
    file: undefined,
    lines,
    markdown: false,
    tasks: [],
    notes: lines.length === 0 ? ["None yet."] : [],
  };
}

/** Goes back from an item to its list; undefined when no item is open. */
export function closeItem(state: State): State | undefined {
  const list = pageKey(state.selected, currentTab(state)?.id ?? state.tab);
  if (state.openItems[list] === undefined) return undefined;
  const { [list]: _closed, ...openItems } = state.openItems;
  return { ...state, openItems, find: "" };
}

/** Moves by tasks or items, or by rows in a page without them. */
export function moveInPage(state: State, by: number): State {
  const page = currentPage(state);
  const key = currentKey(state);
  if (!page || page.kind === "absent") return state;
  const position = positionOf(state, key);
  const count = page.kind === "items" ? page.items.length : page.tasks.length;
  if (count === 0) return scroll(state, key, page, position.top + by);
  const cursor = clamp(position.cursor + by, 0, count - 1);
  const moved = setPosition(state, key, { ...position, cursor });
  // Above the first task and below the last one, it scrolls the text.
  if (cursor === position.cursor && page.kind === "text") return scroll(moved, key, page, position.top + by);
  return reveal(moved, key, page);
}

/** Scrolls by rows and selects a visible task. */
export function scrollPage(state: State, by: number): State {
  const page = currentPage(state);
  const key = currentKey(state);
  if (!page || page.kind === "absent") return state;
  if (page.kind === "items") return moveInPage(state, by);
  const scrolled = scroll(state, key, page, positionOf(state, key).top + by);
  return page.tasks.length > 0 ? selectVisible(scrolled, key, page) : scrolled;
}

export function moveToEnd(state: State, end: "top" | "bottom"): State {
  const page = currentPage(state);
  const key = currentKey(state);
  if (!page || page.kind === "absent") return state;
  const count = page.kind === "items" ? page.items.length : page.tasks.length;
  const cursor = end === "top" ? 0 : Math.max(0, count - 1);
  const moved = setPosition(state, key, { ...positionOf(state, key), cursor });
  if (page.kind === "items") return reveal(moved, key, page);
  return scroll(moved, key, page, end === "top" ? 0 : Number.MAX_SAFE_INTEGER);
}

export function scrollToLine(state: State, key: string, line: number): State {
  const page = state.pages[key];
  if (page?.kind !== "text") return state;
  const rows = pageRows(page, documentCols(state));
  const nearest = page.tasks.findIndex((task) => task.line >= line);
  const cursor = Math.max(0, nearest);
  const moved = setPosition(state, key, { ...positionOf(state, key), cursor });
  return scroll(moved, key, page, rowOfLine(rows, line - 1) - Math.floor(contentRows(state, "document") / 3));
}

/** Goes to the next match after, or before, the current position. */
export function stepMatch(state: State, by: 1 | -1): State {
  const page = currentPage(state);
  const key = currentKey(state);
  const matches = matchingLines(page, state.find);
  if (page?.kind !== "text" || matches.length === 0) return state;
  const rows = pageRows(page, documentCols(state));
  const third = Math.floor(contentRows(state, "document") / 3);
  const { top } = positionOf(state, key);
  // A match is shown a third of the way down; a page that was not scrolled yet starts at its first line.
  const isAtStart = top === 0 && by > 0;
  const here = lineOfRow(rows, isAtStart ? 0 : top + third) + 1;
  const next =
    by > 0
      ? (matches.find((line) => (isAtStart ? line >= here : line > here)) ?? matches[0])
      : (matches.findLast((line) => line < here) ?? matches.at(-1));
  return next === undefined ? state : scrollToLine(state, key, next);
}

function scroll(state: State, key: string, page: Page, top: number): State {
  const cols = documentCols(state);
  const rows = page.kind === "text" ? pageRows(page, cols).length : 0;
  const maxTop = Math.max(0, rows - contentRows(state, "document"));
  return setPosition(state, key, { ...positionOf(state, key), top: clamp(top, 0, maxTop), cols });
}

/** Scrolls just enough to make the selection visible. */
function reveal(state: State, key: string, page: Page): State {
  const position = positionOf(state, key);
  const height = contentRows(state, "document");
  const [first, last] = rowsOfCursor(state, page, position);
  const top = first < position.top ? first : last >= position.top + height ? last - height + 1 : position.top;
  return setPosition(state, key, { ...position, top: Math.max(0, top), cols: documentCols(state) });
}

function rowsOfCursor(state: State, page: Page, { cursor }: Position): [number, number] {
  if (page.kind !== "text") return [cursor, cursor];
  const line = (page.tasks[cursor]?.line ?? 1) - 1;
  const rows = pageRows(page, documentCols(state));
  const first = rowOfLine(rows, line);
  let last = first;
  while (rows[last + 1]?.line === line) last++;
  return [first, last];
}

/** Selects a visible task, unless the selected one is visible. */
function selectVisible(state: State, key: string, page: TextPage): State {
  const position = positionOf(state, key);
  const rows = pageRows(page, documentCols(state));
  const height = contentRows(state, "document");
  const isVisible = (line: number) => {
    const row = rowOfLine(rows, line - 1);
    return row >= position.top && row < position.top + height;
  };
  const selected = page.tasks[position.cursor];
  if (selected && isVisible(selected.line)) return state;
  const cursor = page.tasks.findIndex(({ line }) => isVisible(line));
  return cursor < 0 ? state : setPosition(state, key, { ...position, cursor });
}
