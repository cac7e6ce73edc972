import { labelOf } from "../keys/key.ts";
import type { Grid } from "../screen/grid.ts";
import { theme } from "../screen/theme.ts";
import type { Modal, State } from "../state/model.ts";
import { paletteChoices } from "../state/palette.ts";
import { centred, drawInput } from "./boxes.ts";
import { drawFrame, drawRow, listTop, span } from "./frame.ts";

export function drawPalette(grid: Grid, state: State, modal: Extract<Modal, { kind: "palette" }>): void {
  const choices = paletteChoices(state, modal.input.text);
  const rect = centred(grid, 80, Math.min(18, choices.length + 4));
  const footer = choices.length > 0 ? `${modal.cursor + 1} of ${choices.length}` : "nothing fits";
  const place = drawFrame(grid, rect, state, { title: "Commands", footer, focused: true });
  const list = { ...place, y: place.y + 1, rows: Math.max(0, place.rows - 1) };
  const top = listTop(modal.cursor, choices.length, list.rows);
  for (const [y, { label, note, keys }] of choices.slice(top, top + list.rows).entries()) {
    const spans = [
      span(label.padEnd(18)),
      span(`${keys.split(" ").map(labelOf).join(" ").padEnd(12)} `, theme.key),
      span(note, theme.dim),
    ];
    drawRow(grid, list, y, spans, top + y === modal.cursor ? "here" : "no", ">");
  }
  drawInput(grid, place, 0, ":", modal.input);
}
