import { inside } from "../layout/panes.ts";
import { widthOf } from "../screen/clusters.ts";
import type { Grid, Rect, Span } from "../screen/grid.ts";
import { normal, type Style } from "../screen/style.ts";
import { cutTo } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import type { State } from "../state/model.ts";

export interface FrameOptions {
  readonly title: string;
  /** At the right end of the lower edge, such as `5 of 20`. */
  readonly footer?: string;
  readonly focused: boolean;
  readonly style?: Style;
}

/** A frame with its title in the upper edge; gives the place inside, which is emptied. */
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
  const room = widthOf(footer) + 2;
  if (footer !== "" && room + 2 < rect.cols)
    grid.put(rect, rect.cols - room - 1, rect.rows - 1, ` ${footer} `, edge);
  return inside(rect);
}

/** A line of a list: marked when it is selected, also where there are no colours. */
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
  // One bar in one colour: inverted, each colour of the row would be a block of its own.
  const shown = selected === "here" ? spans.map(({ text }) => span(text)) : spans;
  grid.putSpans(rect, 2, y, shown, above);
}

export function span(text: string, style: Style = normal): Span {
  return { text, style };
}

/** The first row of a list that keeps the selected one in sight. */
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
