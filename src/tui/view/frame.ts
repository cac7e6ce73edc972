import { inside } from "../layout/panes.ts";
import { widthOf } from "../screen/clusters.ts";
import { type Grid, type Rect, type Span, span } from "../screen/grid.ts";
import { normal, type Style } from "../screen/style.ts";
import { cutTo } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import type { LineInput } from "../state/line-input.ts";
import type { State } from "../state/model.ts";

export interface FrameOptions {
  readonly title: string;
  /** At the right end of the lower edge, such as `5 of 20`. */
  readonly footer?: string;
  readonly focused: boolean;
  readonly style?: Style;
}

/** Draws a frame with a title in its upper edge; returns the cleared rectangle inside. */
export function drawFrame(grid: Grid, rect: Rect, state: State, options: FrameOptions): Rect {
  const { frame, ellipsis } = glyphsOf(state.ui.ascii);
  const edge = options.style ?? (options.focused ? theme.focused : theme.frame);
  const across = frame.h.repeat(Math.max(0, rect.cols - 2));
  grid.fill(rect);
  grid.put(rect, 0, 0, frame.tl + across + frame.tr, edge);
  for (let y = 1; y < rect.rows - 1; y++) {
    grid.put(rect, 0, y, frame.v, edge);
    grid.put(rect, rect.cols - 1, y, frame.v, edge);
  }
  grid.put(rect, 0, rect.rows - 1, frame.bl + across + frame.br, edge);
  const title = cutTo(options.title, rect.cols - 4, ellipsis);
  if (title !== "") grid.put(rect, 1, 0, ` ${title} `, options.focused ? theme.focused : theme.title);
  const footer = options.footer ?? "";
  const footerCols = widthOf(footer) + 2;
  if (footer !== "" && footerCols + 2 < rect.cols)
    grid.put(rect, rect.cols - footerCols - 1, rect.rows - 1, ` ${footer} `, edge);
  return inside(rect);
}

/** A row of a list. A selected row has a mark, so that it is visible without colors. */
export function drawRow(
  grid: Grid,
  rect: Rect,
  y: number,
  spans: readonly Span[],
  selected: "here" | "elsewhere" | "no",
  cursor: string,
): void {
  const above = selected === "here" ? theme.selected : selected === "elsewhere" ? theme.selectedAway : normal;
  if (selected === "here") grid.fill({ ...rect, y: rect.y + y, rows: 1 }, " ", above);
  grid.put(rect, 0, y, selected === "no" ? " " : cursor, above);
  // In one color: inverted, each color of the row would be a block of its own.
  grid.putSpans(rect, 2, y, selected === "here" ? spans.map(({ text }) => span(text)) : spans, above);
}

/** A text field, scrolled so that the cursor is visible. */
export function drawInput(grid: Grid, rect: Rect, y: number, prefix: string, input: LineInput): void {
  const x = grid.put(rect, 0, y, prefix, theme.key);
  const inner = { ...rect, x: rect.x + x, cols: Math.max(1, rect.cols - x) };
  const before = widthOf(input.text.slice(0, input.cursor));
  const left = Math.max(0, before - inner.cols + 1);
  grid.put(inner, -left, y, input.text);
  grid.cursor = { x: inner.x + before - left, y: rect.y + y };
}

/** The first visible row of a list, so that the selected one is visible. */
export function listTop(selected: number, total: number, rows: number): number {
  if (total <= rows) return 0;
  return Math.max(0, Math.min(total - rows, selected - Math.floor(rows / 2)));
}

/** `0:42`, `12:05`, `1:00:00`. */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  const end = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${end}` : `${minutes}:${end}`;
}
