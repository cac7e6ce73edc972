import { steps } from "../../workflow/phase.ts";
import type { Grid, Span } from "../screen/grid.ts";
import { cleanLine, cutTo } from "../screen/text.ts";
import { theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { Modal, State } from "../state/model.ts";
import { obstacle } from "../state/select.ts";
import { centred, drawInput } from "./boxes.ts";
import { drawFrame, drawRow, listTop, span } from "./frame.ts";
import { drawHelp } from "./help.ts";
import { approveMessage, cardMessage, drawMessage } from "./message.ts";
import { drawPalette } from "./palette.ts";
import { drawSearch } from "./search.ts";

type Of<K extends Modal["kind"]> = Extract<Modal, { kind: K }>;

/** The dialog on top of everything. */
export function drawModal(grid: Grid, state: State, modal: Modal): void {
  switch (modal.kind) {
    case "help":
      return drawHelp(grid, state, modal);
    case "run-menu":
      return drawRunMenu(grid, state, modal);
    case "prompt":
      return drawPrompt(grid, state, modal);
    case "confirm":
      return drawMessage(grid, state, { title: modal.title, lines: modal.lines, keys: "y yes, n no" });
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
        lines: [state.editor?.place.path ?? ""],
        keys: "s save and leave, x drop the changes, Esc stay",
      });
  }
}

function drawRunMenu(grid: Grid, state: State, modal: Of<"run-menu">): void {
  const feature = state.features.find(({ folder }) => folder === modal.folder);
  const rect = centred(grid, 64, steps.length + 2);
  const place = drawFrame(grid, rect, state, { title: `Run for ${modal.folder}`, focused: true });
  for (const [y, step] of steps.entries()) {
    const why = feature ? obstacle(state, feature, step) : "it is gone";
    const isNext = feature?.phase === step;
    const spans: Span[] = [
      span(`${state.keymap.label(`run-${step}`)} `, why === undefined ? theme.key : theme.dim),
      span(step.padEnd(10), why === undefined ? (isNext ? theme.strong : 0) : theme.dim),
      span(why ?? (isNext ? "next" : ""), why === undefined ? theme.good : theme.dim),
    ];
    drawRow(grid, place, y, spans, y === modal.cursor ? "here" : "no", ">");
  }
}

function drawPrompt(grid: Grid, state: State, modal: Of<"prompt">): void {
  if (modal.purpose.kind === "filter" || modal.purpose.kind === "find") {
    const rect = { x: 0, y: grid.rows - 1, cols: grid.cols, rows: 1 };
    grid.fill(rect);
    return drawInput(grid, rect, 0, "/", modal.input);
  }
  const { option, hint } = modal;
  const rect = centred(grid, 76, 5 + (option ? 1 : 0));
  const place = drawFrame(grid, rect, state, { title: modal.title, focused: true });
  grid.put(place, 1, 0, hint, theme.dim);
  if (option) {
    const key = state.keymap.label("input-option");
    grid.put(place, 1, 3, `${key}  [${option.on ? "x" : " "}] ${option.label}`);
  }
  drawInput(grid, { ...place, x: place.x + 1, cols: place.cols - 2 }, 1, "> ", modal.input);
}

function drawForm(grid: Grid, state: State, modal: Of<"form">): void {
  const field = modal.fields[modal.index];
  const choices = field?.choices ?? [];
  const cols = Math.min(grid.cols - 2, 90);
  const message = modal.message
    .split("\n")
    .flatMap((line) => wrapLines(cleanLine(line), cols - 4))
    .slice(0, 12);
  const shown = Math.min(choices.length, 8);
  const rect = centred(grid, cols, message.length + shown + 7);
  const footer = modal.fields.length > 1 ? `${modal.index + 1} of ${modal.fields.length}` : "";
  const place = drawFrame(grid, rect, state, { title: "The agent asks", footer, focused: true });
  let y = 0;
  for (const text of message) grid.put(place, 1, y++, text, theme.strong);
  y++;
  if (field) {
    const need = field.required ? "" : " (may be left empty)";
    grid.put(place, 1, y++, cutTo(cleanLine(field.label) + need, place.cols - 2), theme.accent);
    const current = choices.findIndex(({ title, value }) =>
      [title, value].includes(modal.inputs[modal.index]?.text ?? ""),
    );
    const from = listTop(Math.max(0, current), choices.length, shown);
    for (const [index, choice] of choices.slice(from, from + shown).entries()) {
      const isChosen = from + index === current;
      drawRow(
        grid,
        place,
        y++,
        [span(`${from + index + 1}. ${cleanLine(choice.title)}`)],
        isChosen ? "here" : "no",
        ">",
      );
    }
    drawInput(
      grid,
      { ...place, x: place.x + 1, cols: place.cols - 2 },
      y++,
      "> ",
      modal.inputs[modal.index] ?? { text: "", cursor: 0 },
    );
  }
  if (modal.problem !== "") grid.put(place, 1, y, modal.problem, theme.bad);
  const keys = [
    `Enter ${modal.index + 1 < modal.fields.length ? "next" : "send"}`,
    `${state.keymap.label("input-decline")} decline`,
    "Esc end the questions",
  ];
  grid.put(place, 1, place.rows - 1, keys.join(", "), theme.key);
}

function conflictLines({ current }: Of<"conflict">): string[] {
  const lines = current.split(/\r?\n/);
  return [
    "What is there now:",
    "",
    ...lines.slice(0, 8).map((line) => `  ${line}`),
    ...(lines.length > 8 ? [`  … ${lines.length - 8} more lines`] : []),
  ];
}
