import { widthOf } from "../screen/clusters.ts";
import type { Grid, Size } from "../screen/grid.ts";
import { cleanLine } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { Modal, State } from "../state/model.ts";
import { centred } from "./boxes.ts";
import { drawFrame } from "./frame.ts";

/** A dialog that says something and takes a few keys. */
export interface Message {
  readonly title: string;
  readonly lines: readonly string[];
  readonly keys: string;
}

export function drawMessage(grid: Grid, state: State, message: Message, top = 0): void {
  const { rows, keyRows, rect, room } = placed(grid, message);
  const place = drawFrame(grid, rect, state, { title: message.title, focused: true });
  const from = Math.max(0, Math.min(top, rows.length - room));
  for (const [y, text] of rows.slice(from, from + room).entries()) grid.put(place, 1, y, text);
  if (rows.length > room) {
    const part = ` ${from + 1}-${from + room} of ${rows.length} `;
    grid.put(place, Math.max(0, place.cols - 20), room, part, theme.dim);
  }
  for (const [y, text] of keyRows.entries()) grid.put(place, 1, room + 1 + y, text, theme.key);
}

/** How far the text of a dialog can be scrolled. */
export function messageEnd(state: State, message: Message): number {
  const { rows, room } = placed(state.size, message);
  return Math.max(0, rows.length - room);
}

function placed(size: Size, { title, lines, keys }: Message) {
  const widest = Math.max(...lines.map(widthOf), widthOf(title), widthOf(keys)) + 6;
  const cols = Math.min(size.cols - 2, Math.max(50, Math.min(100, widest)));
  const keyRows = wrapLines(keys, cols - 4);
  const rows = lines.flatMap((line) => wrapLines(cleanLine(line), cols - 4));
  const rect = centred(size, cols, rows.length + keyRows.length + 3);
  return { rows, keyRows, rect, room: Math.max(0, rect.rows - 2 - keyRows.length - 1) };
}

export function approveMessage({ title, lines, offers }: Extract<Modal, { kind: "approve" }>): Message {
  const forRun = offers.forRun ? ["r allow all of this run"] : [];
  const edit = offers.edit ? ["e edit first"] : [];
  return { title, lines, keys: ["y allow", ...forRun, ...edit, "n deny"].join(", ") };
}

export function cardMessage(state: State, { card, open }: Extract<Modal, { kind: "card" }>): Message {
  const { bad, arrow } = glyphsOf(state.ui.ascii);
  const { title, message, hint, details } = card;
  const lines = [
    `${bad} ${message}`,
    ...(hint === "" ? [] : [`${arrow} ${hint}`]),
    ...(open ? ["", ...details.split("\n")] : []),
  ];
  const keys = details === "" ? "Esc close" : `d ${open ? "hide details" : "details"}, Esc close`;
  return { title, lines, keys };
}
