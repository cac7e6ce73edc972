import { widthOf } from "../screen/clusters.ts";
import type { Grid, Rect, Size } from "../screen/grid.ts";
import { theme } from "../screen/theme.ts";
import type { LineInput } from "../state/line-input.ts";

/** A frame in the middle, as large as its content and no larger than the screen. */
export function centred(screen: Size, cols: number, rows: number): Rect {
  const width = Math.min(cols, screen.cols - 2);
  const height = Math.min(rows, screen.rows - 2);
  return {
    x: Math.floor((screen.cols - width) / 2),
    y: Math.max(1, Math.floor((screen.rows - height) / 2)),
    cols: width,
    rows: height,
  };
}

/** A line that is being typed, scrolled so that the cursor is in sight. */
export function drawInput(grid: Grid, rect: Rect, y: number, prefix: string, input: LineInput): void {
  const x = grid.put(rect, 0, y, prefix, theme.key);
  const place = { ...rect, x: rect.x + x, cols: Math.max(1, rect.cols - x) };
  const before = widthOf(input.text.slice(0, input.cursor));
  const left = Math.max(0, before - place.cols + 1);
  grid.put(place, -left, y, input.text);
  grid.cursor = { x: place.x + before - left, y: rect.y + y };
}
