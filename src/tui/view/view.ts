import { type Layout, layoutOf, MIN_SIZE, reachablePanes } from "../layout/panes.ts";
import { Grid } from "../screen/grid.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { PaneName, State } from "../state/model.ts";
import { isNoticeVisible, topModal } from "../state/select.ts";
import { drawFooter, drawHeader } from "./bars.ts";
import { drawModal } from "./dialogs.ts";
import { drawDocument } from "./document.ts";
import { drawList } from "./list.ts";
import { drawOutput } from "./output.ts";
import { drawTrees } from "./tree-list.ts";

/** Draws the whole screen. Pure: the same state gives the same cells. */
export function view(state: State): Grid {
  const grid = new Grid(state.size);
  const layout = layoutOf(state);
  if (layout.kind === "too-small") {
    drawTooSmall(grid, state);
    return grid;
  }
  drawHeader(grid, layout.header, state);
  for (const [pane, draw] of Object.entries(drawers)) {
    const rect = layout.panes[isPane(pane) ? pane : "list"];
    if (rect && isPane(pane)) draw(grid, rect, state, numberOf(state, layout, pane));
  }
  drawFooter(grid, layout.footer, state);
  const modal = topModal(state);
  if (modal) drawModal(grid, state, modal);
  return grid;
}

const drawers = {
  list: drawList,
  worktrees: drawTrees,
  document: drawDocument,
  output: drawOutput,
} as const;

function isPane(name: string): name is PaneName {
  return Object.hasOwn(drawers, name);
}

/** `1/3` in the title when only one pane is visible. */
function numberOf(state: State, layout: Layout, pane: PaneName): string {
  if (layout.kind !== "small" && !state.zoom) return "";
  const panes = reachablePanes(state);
  return ` ${panes.indexOf(pane) + 1}/${panes.length}`;
}

function drawTooSmall(grid: Grid, state: State): void {
  const all = { x: 0, y: 0, cols: grid.cols, rows: grid.rows };
  const need = `${MIN_SIZE.cols}x${MIN_SIZE.rows}`;
  const lines = ["too small", `need ${need}`, `have ${grid.cols}x${grid.rows}`, "q quits"];
  const line = `terminal too small (need ${need}, have ${grid.cols}x${grid.rows})`;
  const notice = state.notices.at(-1);
  const message = notice && isNoticeVisible(state, notice) ? wrapLines(notice.text, grid.cols) : [];
  const size = grid.cols >= line.length ? [line] : lines;
  const fits = message.length === 0 || message.length + size.length <= grid.rows;
  // A message matters more than the size that the window needs.
  const rows = fits ? [...size, ...message] : [...(grid.rows > 1 ? ["too small"] : []), ...message];
  for (const [y, text] of rows.entries()) grid.put(all, 0, y, text);
}
