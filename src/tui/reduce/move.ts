import { maxOutputScroll } from "../layout/output.ts";
import { contentRows, reachablePanes } from "../layout/panes.ts";
import type { PaneName, State } from "../state/model.ts";
import { currentKey, currentRun, visibleRows } from "../state/select.ts";
import { type Change, clamp, to } from "./change.ts";
import { loadCurrent, moveInPage, moveToEnd, scrollPage } from "./pages.ts";
import { updateRun } from "./runs.ts";

export function move(state: State, by: number): Change {
  if (state.pane === "list") return selectBy(state, by);
  if (state.pane === "worktrees") return to(moveTree(state, by));
  if (state.pane === "output") return to(scrollOutput(state, by));
  return to(moveInPage(state, by));
}

export function movePage(state: State, by: number): Change {
  const rows = Math.max(
    1,
    Math.floor(contentRows(state, state.pane) * Math.abs(by)) - (Math.abs(by) === 1 ? 1 : 0),
  );
  const signed = Math.sign(by) * Math.max(1, rows);
  return state.pane === "document" ? to(scrollPage(state, signed)) : move(state, signed);
}

export function moveEnd(state: State, end: "top" | "bottom"): Change {
  if (state.pane === "document") return to(moveToEnd(state, end));
  // Far past either end: every pane stops at its own.
  return move(state, end === "top" ? -1_000_000_000 : 1_000_000_000);
}

export function selectRow(state: State, key: string): Change {
  if (key === state.selected && state.pages[currentKey(state)] !== undefined) return to(state);
  // A result belongs to no row: the next row shows its own tabs.
  const tab = state.tab === "result" ? "" : state.tab;
  const selected: State = { ...state, selected: key, tab, find: "" };
  return to(selected, ...loadCurrent(selected));
}

export function stepPane(state: State, by: 1 | -1): State {
  const panes = reachablePanes(state);
  const at = panes.indexOf(state.pane);
  const pane = panes[(at + by + panes.length) % panes.length] ?? "list";
  return goToPane(state, pane);
}

export function goToPane(state: State, pane: PaneName): State {
  if (pane === "output" && state.runs.length === 0) return state;
  return { ...state, pane, outputOpen: pane === "output" ? true : state.outputOpen };
}

export function scrollOutput(state: State, by: number): State {
  const run = currentRun(state);
  if (!run) return state;
  return updateRun(state, run.id, { scroll: clamp(run.scroll - by, 0, maxOutputScroll(state, run)) });
}

function selectBy(state: State, by: number): Change {
  const rows = visibleRows(state);
  const at = rows.findIndex(({ key }) => key === state.selected);
  const next = rows[clamp(at + by, 0, rows.length - 1)];
  return next ? selectRow(state, next.key) : to(state);
}

function moveTree(state: State, by: number): State {
  return { ...state, treeCursor: clamp(state.treeCursor + by, 0, Math.max(0, state.trees.length - 1)) };
}
