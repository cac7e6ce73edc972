import { pageRows, rowOfLine } from "../layout/page-rows.ts";
import { contentRows, documentCols } from "../layout/panes.ts";
import type { Effect } from "../state/events.ts";
import type { Page, Position, State, TextPage } from "../state/model.ts";
import { currentKey, currentPage, positionOf, selectedFeature } from "../state/select.ts";
import { pageKey, type TabId, tabOf, tabs } from "../state/tabs.ts";
import { type Change, clamp, setPosition, to } from "./change.ts";

/** The document: which page is shown, and where in it one is. */

const MOST_PAGES = 60;

/** Reads the page that is shown; what was read before stays on the screen until then. */
export function loadCurrent(state: State): Effect[] {
  const feature = selectedFeature(state);
  const isOfProject = tabOf(state.tab).ofProject === true;
  if ((!feature && !isOfProject) || state.tab === "found") return [];
  const item = state.inner[pageKey(state.selected, state.tab)] ?? "";
  if (state.tab === "logs" && item === "messages") return [];
  const { folder, directory } = feature ?? { folder: "", directory: "" };
  return [{ do: "load-page", key: currentKey(state), tab: state.tab, folder, directory, item }];
}

export function showTab(state: State, tab: TabId): Change {
  const shown = { ...state, tab, find: "" };
  return to(shown, ...loadCurrent(shown));
}

/** The next or previous tab; the one of a found file is there only when something was found. */
export function stepTab(state: State, by: 1 | -1): Change {
  const there = tabs.filter(({ id }) => id !== "found" || state.pages[pageKey("", "found")] !== undefined);
  const at = there.findIndex(({ id }) => id === state.tab);
  const next = there[(at + by + there.length) % there.length];
  return next ? showTab(state, next.id) : to(state);
}

export function keepPage(state: State, key: string, page: Page): State {
  const { [key]: _old, ...others } = state.pages;
  const kept = Object.entries(others).slice(-MOST_PAGES);
  const next = { ...state, pages: { ...Object.fromEntries(kept), [key]: page } };
  const position = positionOf(state, key);
  if (page.kind === "text" && page.at !== undefined) return scrollToLine(next, key, page.at);
  if (page.kind === "absent") return next;
  const last = (page.kind === "items" ? page.items.length : page.tasks.length) - 1;
  const cursor = clamp(position.cursor, 0, Math.max(0, last));
  const placed = setPosition(next, key, { ...position, cursor });
  return page.kind === "text" ? scroll(placed, key, page, topOf(placed, key, page)) : placed;
}

/** The line that was on top is on top again after the page got another width or height. */
export function keepPlace(state: State): State {
  const page = currentPage(state);
  const key = currentKey(state);
  if (!page || page.kind === "absent") return state;
  if (page.kind === "items") return reveal(state, key, page);
  const { cursor } = positionOf(state, key);
  const moved = scroll(state, key, page, topOf(state, key, page));
  return cursor > 0 ? reveal(moved, key, page) : moved;
}

/** The row to begin with at the present width. */
function topOf(state: State, key: string, page: TextPage): number {
  const { top, cols = documentCols(state) } = positionOf(state, key);
  if (cols === documentCols(state)) return top;
  const line = pageRows(page, cols)[top]?.line ?? 0;
  return rowOfLine(pageRows(page, documentCols(state)), line);
}

/** Opens the selected item of a list page. */
export function openItem(state: State): Change {
  const page = currentPage(state);
  const key = currentKey(state);
  const item = page?.kind === "items" ? page.items[positionOf(state, key).cursor] : undefined;
  if (!item) return to(state);
  const opened = { ...state, inner: { ...state.inner, [key]: item.id }, find: "" };
  if (state.tab === "logs" && item.id === "messages")
    return to(keepPage(opened, currentKey(opened), messages(state)));
  return to(opened, ...loadCurrent(opened));
}

/** What was said to the person in this session. */
function messages({ notices }: State): Page {
  const lines = notices.map(({ at, text }) => `${new Date(at).toTimeString().slice(0, 8)} ${text}`);
  return {
    kind: "text",
    place: undefined,
    lines,
    markdown: false,
    tasks: [],
    notes: lines.length === 0 ? ["None yet."] : [],
  };
}

/** Back from an item to its list; undefined when none is open. */
export function closeItem(state: State): State | undefined {
  const list = pageKey(state.selected, state.tab);
  if (state.inner[list] === undefined) return undefined;
  const { [list]: _closed, ...inner } = state.inner;
  return { ...state, inner, find: "" };
}

/** Moves in the document by rows, or by tasks or items where there are some. */
export function moveInPage(state: State, by: number): State {
  const page = currentPage(state);
  const key = currentKey(state);
  if (!page || page.kind === "absent") return state;
  const position = positionOf(state, key);
  const marks = page.kind === "items" ? page.items.length : page.tasks.length;
  if (marks === 0) return scroll(state, key, page, position.top + by);
  const cursor = clamp(position.cursor + by, 0, marks - 1);
  const moved = setPosition(state, key, { ...position, cursor });
  // From the first task upward is the text above it, and from the last one downward what follows.
  if (cursor === position.cursor && page.kind === "text") return scroll(moved, key, page, position.top + by);
  return reveal(moved, key, page);
}

/** Moves by rows whatever is selected; the selection follows into view. */
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
  const marks = page.kind === "items" ? page.items.length : page.tasks.length;
  const cursor = end === "top" ? 0 : Math.max(0, marks - 1);
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

/** The lines of the page that hold what is sought. */
export function matchesIn(page: Page | undefined, find: string): number[] {
  if (page?.kind !== "text" || find === "") return [];
  const wanted = find.toLowerCase();
  return page.lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [index + 1] : []));
}

/** Goes to the next match after, or before, what is on top of the screen. */
export function stepMatch(state: State, by: 1 | -1): State {
  const page = currentPage(state);
  const key = currentKey(state);
  const matches = matchesIn(page, state.find);
  if (page?.kind !== "text" || matches.length === 0) return state;
  const rows = pageRows(page, documentCols(state));
  const third = Math.floor(contentRows(state, "document") / 3);
  const { top } = positionOf(state, key);
  const here = (rows[Math.min(rows.length - 1, top === 0 && by > 0 ? 0 : top + third)]?.line ?? 0) + 1;
  const isFresh = top === 0 && by > 0;
  const next =
    by > 0
      ? (matches.find((line) => (isFresh ? line >= here : line > here)) ?? matches[0])
      : (matches.findLast((line) => line < here) ?? matches.at(-1));
  return next === undefined ? state : scrollToLine(state, key, next);
}

function scroll(state: State, key: string, page: Page, top: number): State {
  const all = page.kind === "text" ? pageRows(page, documentCols(state)).length : 0;
  const most = Math.max(0, all - contentRows(state, "document"));
  const cols = documentCols(state);
  return setPosition(state, key, { ...positionOf(state, key), top: clamp(top, 0, most), cols });
}

/** Scrolls as little as need be for the selection to be seen. */
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

/** After scrolling, the selected task is one that can be seen, if there is any. */
function selectVisible(state: State, key: string, page: Extract<Page, { kind: "text" }>): State {
  const position = positionOf(state, key);
  const rows = pageRows(page, documentCols(state));
  const height = contentRows(state, "document");
  const isVisible = (line: number) => {
    const row = rowOfLine(rows, line - 1);
    return row >= position.top && row < position.top + height;
  };
  if (isVisible(page.tasks[position.cursor]?.line ?? 0)) return state;
  const cursor = page.tasks.findIndex(({ line }) => isVisible(line));
  return cursor < 0 ? state : setPosition(state, key, { ...position, cursor });
}
