import { steps } from "../../workflow/phase.ts";
import { labelOf } from "../keys/key.ts";
import {
  approveMessage,
  cardMessage,
  centered,
  confirmMessage,
  layoutHelp,
  layoutMessage,
  type Message,
} from "../layout/dialogs.ts";
import { type Grid, type Span, span } from "../screen/grid.ts";
import { cleanLine, cutTo } from "../screen/text.ts";
import { diffStyle, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { Modal, NewFormat, State } from "../state/model.ts";
import { paletteChoices } from "../state/palette.ts";
import { obstacle, rowWithKey } from "../state/select.ts";
import { drawFrame, drawInput, drawRow, listTop } from "./frame.ts";
import { drawSearch } from "./search.ts";

const maxFormMessageRows = 12;
const maxFormChoices = 8;
const maxConflictLines = 8;

type ModalOf<K extends Modal["kind"]> = Extract<Modal, { kind: K }>;

/** Draws the top dialog. */
export function drawModal(grid: Grid, state: State, modal: Modal): void {
  switch (modal.kind) {
    case "help":
      return drawHelp(grid, state, modal);
    case "run-menu":
      return drawRunMenu(grid, state, modal);
    case "prompt":
      return drawPrompt(grid, state, modal);
    case "confirm":
      return drawMessage(grid, state, confirmMessage(modal), modal.top);
    case "palette":
      return drawPalette(grid, state, modal);
    case "search":
      return drawSearch(grid, state, modal);
    case "approve":
      return drawMessage(grid, state, approveMessage(modal), modal.top);
    case "form":
      return drawForm(grid, state, modal);
    case "card":
      return drawMessage(grid, state, cardMessage(state, modal), modal.top);
    case "conflict":
      return drawMessage(grid, state, {
        title: "The file changed on disk since you opened it",
        lines: conflictLines(modal),
        keys: "o overwrite, r reload, k keep editing",
      });
    case "leave":
      return drawMessage(grid, state, {
        title: "The text is not saved",
        lines: [state.editor?.file.path ?? ""],
        keys: "s save and leave, x discard the changes, Esc stay",
      });
  }
}

function drawMessage(grid: Grid, state: State, message: Message, scrollTop = 0): void {
  const { rect, rows, keyRows, height } = layoutMessage(state.size, message);
  const inner = drawFrame(grid, rect, state, { title: message.title, focused: true });
  const top = Math.max(0, Math.min(scrollTop, rows.length - height));
  for (const [y, text] of rows.slice(top, top + height).entries())
    grid.put(inner, 1, y, text, diffStyle(text));
  if (rows.length > height) {
    const range = ` ${top + 1}-${top + height} of ${rows.length} `;
    grid.put(inner, Math.max(0, inner.cols - 20), height, range, theme.dim);
  }
  for (const [y, text] of keyRows.entries()) grid.put(inner, 1, height + 1 + y, text, theme.key);
}

function drawHelp(grid: Grid, state: State, modal: ModalOf<"help">): void {
  const { rect, rows, height } = layoutHelp(state);
  const top = Math.max(0, Math.min(modal.top, rows.length - height));
  const footer = rows.length > height ? `${top + 1}-${top + height} of ${rows.length}` : "";
  const inner = drawFrame(grid, rect, state, { title: "Keys", footer, focused: true });
  for (const [y, spans] of rows.slice(top, top + height).entries()) grid.putSpans(inner, 1, y, spans);
}

function drawRunMenu(grid: Grid, state: State, modal: ModalOf<"run-menu">): void {
  const row = rowWithKey(state, modal.row);
  const rect = centered(grid, 64, steps.length + 2);
  const inner = drawFrame(grid, rect, state, { title: `Run for ${row?.name ?? modal.row}`, focused: true });
  for (const [y, step] of steps.entries()) {
    const why = row ? obstacle(state, row, step) : "it no longer exists";
    const isNext = row?.phase === step;
    const spans: Span[] = [
      span(`${state.keymap.label(`run-${step}`)} `, why === undefined ? theme.key : theme.dim),
      span(step.padEnd(10), why === undefined ? (isNext ? theme.strong : 0) : theme.dim),
      span(why ?? (isNext ? "next" : ""), why === undefined ? theme.good : theme.dim),
    ];
    drawRow(grid, inner, y, spans, y === modal.cursor ? "here" : "no", ">");
  }
}

function drawPrompt(grid: Grid, state: State, modal: ModalOf<"prompt">): void {
  if (modal.purpose.kind === "filter" || modal.purpose.kind === "find") {
    const rect = { x: 0, y: grid.rows - 1, cols: grid.cols, rows: 1 };
    grid.fill(rect);
    return drawInput(grid, rect, 0, "/", modal.input);
  }
  const { option, hint } = modal;
  const formats = modal.purpose.kind === "new-work" ? formatLine(modal.purpose) : "";
  const rect = centered(grid, 76, 5 + (option ? 1 : 0) + (formats === "" ? 0 : 1));
  const inner = drawFrame(grid, rect, state, { title: modal.title, focused: true });
  grid.put(inner, 1, 0, hint, theme.dim);
  if (formats !== "") grid.put(inner, 1, option ? 4 : 3, `${labelOf("tab")}  ${formats}`, theme.dim);
  if (option) {
    const key = state.keymap.label("input-option");
    grid.put(inner, 1, 3, `${key}  [${option.on ? "x" : " "}] ${option.label}`);
  }
  drawInput(grid, { ...inner, x: inner.x + 1, cols: inner.cols - 2 }, 1, "> ", modal.input);
}

/** `[change] feature specification` */
function formatLine({
  formats,
  index,
}: {
  readonly formats: readonly NewFormat[];
  readonly index: number;
}): string {
  return formats.map((format, at) => (at === index ? `[${format}]` : format)).join(" ");
}

function drawPalette(grid: Grid, state: State, modal: ModalOf<"palette">): void {
  const choices = paletteChoices(state, modal.input.text);
  const rect = centered(grid, 80, Math.min(18, choices.length + 4));
  const footer = choices.length > 0 ? `${modal.cursor + 1} of ${choices.length}` : "no matches";
  const inner = drawFrame(grid, rect, state, { title: "Commands", footer, focused: true });
  const list = { ...inner, y: inner.y + 1, rows: Math.max(0, inner.rows - 1) };
  const top = listTop(modal.cursor, choices.length, list.rows);
  for (const [y, { label, note, keys }] of choices.slice(top, top + list.rows).entries()) {
    const spans = [
      span(label.padEnd(20)),
      span(`${keys.split(" ").map(labelOf).join(" ").padEnd(12)} `, theme.key),
      span(note, theme.dim),
    ];
    drawRow(grid, list, y, spans, top + y === modal.cursor ? "here" : "no", ">");
  }
  drawInput(grid, inner, 0, ":", modal.input);
}

function drawForm(grid: Grid, state: State, modal: ModalOf<"form">): void {
  const current = modal.fields[modal.index];
  const choices = current?.field.choices ?? [];
  const cols = Math.min(grid.cols - 2, 90);
  const message = modal.message
    .split("\n")
    .flatMap((line) => wrapLines(cleanLine(line), cols - 4))
    .slice(0, maxFormMessageRows);
  const visible = Math.min(choices.length, maxFormChoices);
  const rect = centered(grid, cols, message.length + visible + 7);
  const footer = modal.fields.length > 1 ? `${modal.index + 1} of ${modal.fields.length}` : "";
  const inner = drawFrame(grid, rect, state, { title: "The agent asks", footer, focused: true });
  let y = 0;
  for (const text of message) grid.put(inner, 1, y++, text, theme.strong);
  y++;
  if (current) {
    const { field, input } = current;
    const label = cleanLine(field.label) + (field.required ? "" : " (optional)");
    grid.put(inner, 1, y++, cutTo(label, inner.cols - 2), theme.accent);
    const chosen = choices.findIndex(({ title, value }) => [title, value].includes(input.text));
    const top = listTop(Math.max(0, chosen), choices.length, visible);
    for (const [index, choice] of choices.slice(top, top + visible).entries()) {
      const spans = [span(`${top + index + 1}. ${cleanLine(choice.title)}`)];
      drawRow(grid, inner, y++, spans, top + index === chosen ? "here" : "no", ">");
    }
    drawInput(grid, { ...inner, x: inner.x + 1, cols: inner.cols - 2 }, y++, "> ", input);
  }
  if (modal.problem !== "") grid.put(inner, 1, y, modal.problem, theme.bad);
  const keys = [
    `Enter ${modal.index + 1 < modal.fields.length ? "next" : "send"}`,
    `${state.keymap.label("input-decline")} decline`,
    "Esc cancel the questions",
  ];
  grid.put(inner, 1, inner.rows - 1, keys.join(", "), theme.key);
}

function conflictLines({ current }: ModalOf<"conflict">): string[] {
  const lines = current.split(/\r?\n/);
  return [
    "The file now contains:",
    "",
    ...lines.slice(0, maxConflictLines).map((line) => `  ${line}`),
    ...(lines.length > maxConflictLines ? [`  … ${lines.length - maxConflictLines} more lines`] : []),
  ];
}
