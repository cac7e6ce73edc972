import { labelOf } from "../keys/key.ts";
import { type KeyContext, keyContexts } from "../keys/key-context.ts";
import { widthOf } from "../screen/clusters.ts";
import { type Rect, type Size, type Span, span } from "../screen/grid.ts";
import { cleanLine } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { Modal, State } from "../state/model.ts";

const MIN_MESSAGE_COLS = 50;
const maxMessageCols = 100;
const HELP_COLS = 84;

/** A rectangle in the middle of the screen, as large as its content and at most as large as the screen. */
export function centered(screen: Size, cols: number, rows: number): Rect {
  const width = Math.min(cols, screen.cols - 2);
  const height = Math.min(rows, screen.rows - 2);
  return {
    x: Math.floor((screen.cols - width) / 2),
    y: Math.max(1, Math.floor((screen.rows - height) / 2)),
    cols: width,
    rows: height,
  };
}

/** A dialog with text and a few keys. */
export interface Message {
  readonly title: string;
  readonly lines: readonly string[];
  readonly keys: string;
}

export interface MessageLayout {
  readonly rect: Rect;
  readonly rows: readonly string[];
  readonly keyRows: readonly string[];
  /** How many of the rows fit. */
  readonly height: number;
}

export function layoutMessage(size: Size, { title, lines, keys }: Message): MessageLayout {
  const widest = Math.max(...lines.map(widthOf), widthOf(title), widthOf(keys)) + 6;
  const cols = Math.min(size.cols - 2, Math.max(MIN_MESSAGE_COLS, Math.min(maxMessageCols, widest)));
  const keyRows = wrapLines(keys, cols - 4);
  const rows = lines.flatMap((line) => wrapLines(cleanLine(line), cols - 4));
  const rect = centered(size, cols, rows.length + keyRows.length + 3);
  return { rect, rows, keyRows, height: Math.max(0, rect.rows - 2 - keyRows.length - 1) };
}

export function maxMessageTop({ size }: State, message: Message): number {
  const { rows, height } = layoutMessage(size, message);
  return Math.max(0, rows.length - height);
}

export function approveMessage({ title, lines, offers }: Extract<Modal, { kind: "approve" }>): Message {
  const forRun = offers.forRun ? ["r allow for this run"] : [];
  const edit = offers.edit ? ["e edit first"] : [];
  return { title, lines, keys: ["y allow", ...forRun, ...edit, "n deny"].join(", ") };
}

export function confirmMessage({ title, lines, purpose }: Extract<Modal, { kind: "confirm" }>): Message {
  return { title, lines, keys: purpose.kind === "read" ? "Esc close" : "y yes, n no" };
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

export interface HelpLayout {
  readonly rect: Rect;
  readonly rows: readonly (readonly Span[])[];
  /** How many of the rows fit. */
  readonly height: number;
}

/** Every key with its current binding, by context. */
export function layoutHelp(state: State): HelpLayout {
  const rows = helpRows(state);
  const rect = centered(state.size, HELP_COLS, rows.length + 2);
  return { rect, rows, height: rect.rows - 2 };
}

export function maxHelpTop(state: State): number {
  const { rows, height } = layoutHelp(state);
  return Math.max(0, rows.length - height);
}

function helpRows(state: State): Span[][] {
  const rows: Span[][] = [];
  const keyCols = state.size.cols < 60 ? 10 : 16;
  for (const context of Object.keys(keyContexts).filter(isKeyContext)) {
    const bindings = state.keymap.bindings.filter((each) => each.context === context && each.keys.length > 0);
    if (bindings.length === 0) continue;
    if (rows.length > 0) rows.push([]);
    rows.push([span(keyContexts[context], theme.heading)]);
    for (const { keys, help } of bindings)
      rows.push([span(`${keys.map(labelOf).join(" ").padEnd(keyCols)} `, theme.key), span(help)]);
  }
  return rows;
}

function isKeyContext(name: string): name is KeyContext {
  return Object.hasOwn(keyContexts, name);
}
