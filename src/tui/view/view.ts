import { type Layout, layoutOf, reachable, SMALLEST } from "../layout/panes.ts";
import { isNoticeShown } from "../reduce/change.ts";
import { Grid } from "../screen/grid.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { PaneName, State } from "../state/model.ts";
import { topModal } from "../state/select.ts";
import { drawFooter, drawHeader } from "./bars.ts";
import { drawModal } from "./dialogs.ts";
import { drawDocument } from "./document.ts";
import { drawOutput } from "./output.ts";
import { drawSpecs } from "./spec-list.ts";
import { drawTrees } from "./tree-list.ts";

/** The whole screen of a state. Pure: the same state gives the same cells. */
export function view(state: State): Grid {
  const grid = new Grid(state.size);
  const layout = layoutOf(state);
  if (layout.kind === "too-small") {
    drawTooSmall(grid, state);
    return grid;
  }
  drawHeader(grid, layout.header, state);
  for (const [pane, draw] of Object.entries(drawers)) {
    const rect = layout.panes[isPane(pane) ? pane : "specs"];
    if (rect && isPane(pane)) draw(grid, rect, state, numberOf(state, layout, pane));
  }
  drawFooter(grid, layout.footer, state);
  const modal = topModal(state);
  if (modal) drawModal(grid, state, modal);
  return grid;
}

const drawers = {
  specs: drawSpecs,
  worktrees: drawTrees,
  document: drawDocument,
  output: drawOutput,
} as const;

function isPane(name: string): name is PaneName {
  return Object.hasOwn(drawers, name);
}

/** Where only one pane is shown, its title says which of how many. */
function numberOf(state: State, layout: Layout, pane: PaneName): string {
  if (layout.kind !== "small" && !state.zoom) return "";
  const panes = reachable(state);
  return ` ${panes.indexOf(pane) + 1}/${panes.length}`;
}

function drawTooSmall(grid: Grid, state: State): void {
  const all = { x: 0, y: 0, cols: grid.cols, rows: grid.rows };
  const need = `${SMALLEST.cols}x${SMALLEST.rows}`;
  const lines = ["too small", `need ${need}`, `have ${grid.cols}x${grid.rows}`, "q quits"];
  const line = `terminal too small (need ${need}, have ${grid.cols}x${grid.rows})`;
  const notice = state.notices.at(-1);
  const said = notice && isNoticeShown(state, notice) ? wrapLines(notice.text, grid.cols) : [];
  const size = grid.cols >= line.length ? [line] : lines;
  const fits = said.length === 0 || said.length + size.length <= grid.rows;
  // What a key has just done matters more than how large the window should be.
  const shown = fits ? [...size, ...said] : [...(grid.rows > 1 ? ["too small"] : []), ...said];
  for (const [y, text] of shown.entries()) grid.put(all, 0, y, text);
}
