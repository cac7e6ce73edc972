import { labelOf } from "../keys/key.ts";
import { type Place, places } from "../keys/key-context.ts";
import type { Grid, Span } from "../screen/grid.ts";
import { theme } from "../screen/theme.ts";
import type { Modal, State } from "../state/model.ts";
import { centred } from "./boxes.ts";
import { drawFrame, span } from "./frame.ts";

const WIDTH = 84;

/** All keys, as they are for this person. */
export function drawHelp(grid: Grid, state: State, modal: Extract<Modal, { kind: "help" }>): void {
  const rows = helpRows(state);
  const rect = centred(grid, WIDTH, rows.length + 2);
  const room = rect.rows - 2;
  const top = Math.max(0, Math.min(modal.top, rows.length - room));
  const footer = rows.length > room ? `${top + 1}-${top + room} of ${rows.length}` : "";
  const place = drawFrame(grid, rect, state, { title: "Keys", footer, focused: true });
  for (const [y, spans] of rows.slice(top, top + room).entries()) grid.putSpans(place, 1, y, spans);
}

/** How far the help can be scrolled. */
export function helpEnd(state: State): number {
  const rows = helpRows(state).length;
  return Math.max(0, rows + 2 - centred(state.size, WIDTH, rows + 2).rows);
}

function helpRows(state: State): Span[][] {
  const rows: Span[][] = [];
  const pad = state.size.cols < 60 ? 10 : 16;
  for (const place of Object.keys(places).filter(isPlace)) {
    const entries = state.keymap.entries.filter((entry) => entry.place === place && entry.keys.length > 0);
    if (entries.length === 0) continue;
    if (rows.length > 0) rows.push([]);
    rows.push([span(places[place], theme.heading)]);
    for (const { keys, help } of entries) {
      rows.push([span(`${keys.map(labelOf).join(" ").padEnd(pad)} `, theme.key), span(help)]);
    }
  }
  return rows;
}

function isPlace(name: string): name is Place {
  return Object.hasOwn(places, name);
}
