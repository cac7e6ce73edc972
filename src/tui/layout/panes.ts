import { widthOf } from "../screen/clusters.ts";
import type { Rect, Size } from "../screen/grid.ts";
import { type PaneName, paneNames, type State } from "../state/model.ts";
import { listLines } from "../state/rows.ts";
import { rowsOf } from "../state/select.ts";

export const MIN_SIZE: Size = { cols: 40, rows: 10 };

/** Where everything is. A hidden pane has no rectangle. */
export interface Layout {
  readonly kind: "wide" | "medium" | "small" | "too-small";
  readonly header: Rect;
  readonly footer: Rect;
  readonly body: Rect;
  readonly panes: Readonly<Partial<Record<PaneName, Rect>>>;
}

type LayoutState = Pick<State, "size" | "pane" | "zoom" | "outputOpen" | "runs" | "trees" | "lists" | "list">;

export function layoutOf(state: LayoutState): Layout {
  const { cols, rows } = state.size;
  const header = { x: 0, y: 0, cols, rows: 1 };
  const footer = { x: 0, y: rows - 1, cols, rows: 1 };
  const body = { x: 0, y: 1, cols, rows: Math.max(0, rows - 2) };
  const bars = { header, footer, body };
  if (cols < MIN_SIZE.cols || rows < MIN_SIZE.rows) return { kind: "too-small", ...bars, panes: {} };
  const kind = cols >= 100 && rows >= 24 ? "wide" : cols >= 60 && rows >= 18 ? "medium" : "small";
  if (kind === "small" || state.zoom) return { kind, ...bars, panes: { [state.pane]: body } };
  return { kind, ...bars, panes: kind === "wide" ? widePanes(state, body) : mediumPanes(state, body) };
}

export function isTooSmall(state: LayoutState): boolean {
  return layoutOf(state).kind === "too-small";
}

/** The rectangle inside a frame. */
export function inside({ x, y, cols, rows }: Rect): Rect {
  return { x: x + 1, y: y + 1, cols: Math.max(0, cols - 2), rows: Math.max(0, rows - 2) };
}

/** How many rows of content a pane shows, at least one. */
export function contentRows(state: LayoutState, pane: PaneName): number {
  const rect = layoutOf(state).panes[pane];
  return rect ? Math.max(1, inside(rect).rows - (pane === "document" ? 1 : 0)) : 10;
}

/** The columns for text in the document, without the frame and the margin for marks. */
export function documentCols(state: LayoutState): number {
  const rect = layoutOf(state).panes.document;
  return Math.max(1, (rect ? inside(rect).cols : state.size.cols) - 3);
}

/** The panes that Tab cycles through. */
export function reachablePanes(state: LayoutState): readonly PaneName[] {
  return paneNames.filter((pane) => pane !== "output" || state.runs.length > 0);
}

function widePanes(state: LayoutState, body: Rect): Layout["panes"] {
  const output = outputRows(state, Math.max(6, Math.round(body.rows * 0.3)));
  const upper = body.rows - output;
  // A third of the width, or more for long names.
  const longest = rowsOf(state).reduce((max, { name }) => Math.max(max, widthOf(name)), 0);
  const forNames = Math.min(longest + 26, Math.floor(body.cols * 0.45));
  const left = Math.max(36, Math.floor(body.cols / 3), forNames);
  const trees = Math.min(8, Math.max(4, state.trees.length + 2));
  const right = { x: left, cols: body.cols - left };
  return {
    list: { x: 0, y: body.y, cols: left, rows: upper - trees },
    worktrees: { x: 0, y: body.y + upper - trees, cols: left, rows: trees },
    document: { ...right, y: body.y, rows: upper },
    output: { x: 0, y: body.y + upper, cols: body.cols, rows: output },
  };
}

/** The list above the document above the output. The list shows worktrees while that pane is focused. */
function mediumPanes(state: LayoutState, body: Rect): Layout["panes"] {
  const output = outputRows(state, Math.max(6, Math.floor(body.rows * 0.4)));
  const maxList = Math.floor((body.rows - 1) / 3);
  const list = Math.max(4, Math.min(maxList, listLines(rowsOf(state)).length + 2));
  const upper = state.pane === "worktrees" ? "worktrees" : "list";
  const { cols, x, y } = body;
  return {
    [upper]: { x, y, cols, rows: list },
    document: { x, y: y + list, cols, rows: body.rows - list - output },
    output: { x, y: y + body.rows - output, cols, rows: output },
  };
}

function outputRows({ outputOpen, runs }: LayoutState, open: number): number {
  return outputOpen && runs.length > 0 ? open : 1;
}
