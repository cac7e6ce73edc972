import { at } from "../../kernel/array.ts";
import { outputRows, resultRows } from "../layout/output.ts";
import { widthOf } from "../screen/clusters.ts";
import { type Grid, type Rect, type Span, span } from "../screen/grid.ts";
import { normal } from "../screen/style.ts";
import { cleanOutput, cutTo } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import type { Run, RunPhase, State } from "../state/model.ts";
import { currentRun, isActive, isNearLimit } from "../state/select.ts";
import { drawFrame, elapsedText } from "./frame.ts";

const phaseLabels: Readonly<Record<RunPhase, string>> = {
  queued: "queued",
  starting: "running",
  running: "running",
  overdue: "out of time, stopping…",
  cancelling: "canceling…",
  done: "done",
  "tool-failed": "failed",
  "protocol-error": "failed",
  "agent-died": "failed",
  unavailable: "failed",
  "timed-out": "timed out",
  cancelled: "cancelled",
};

/** The step, name, state and progress of a run: `plan · 001-auth · running 0:42 · 50 % Analyzing…`. */
export function runTitle(state: State, run: Run): string {
  const { dot } = glyphsOf(state.ui.ascii);
  const label = phaseLabels[run.phase];
  const elapsed = run.phase === "queued" ? "" : ` ${elapsedText((run.endedAt ?? state.now) - run.startedAt)}`;
  const progress = isActive(run) && run.progress ? amountText(run) : "";
  return [run.step, run.name, `${label}${elapsed}`, progress].filter((part) => part !== "").join(` ${dot} `);
}

export function drawOutput(grid: Grid, rect: Rect, state: State, number: string): void {
  const run = currentRun(state);
  const focused = state.pane === "output";
  if (rect.rows < 3) return drawCollapsed(grid, rect, state, run);
  const title = run ? `Output ${glyphsOf(state.ui.ascii).dot} ${runTitle(state, run)}` : "Output";
  const at = state.runs.findIndex(({ id }) => id === run?.id);
  const footer = state.runs.length > 1 ? `run ${at + 1} of ${state.runs.length}` : "";
  const inner = drawFrame(grid, rect, state, { title: title + number, footer, focused });
  if (!run) return void grid.put(inner, 1, 0, "Nothing has run yet.", theme.dim);
  const isBarred = isActive(run);
  if (isBarred) drawBar(grid, { ...inner, rows: 1 }, state, run);
  const result = resultRows(state, run, inner.cols - 2);
  const y = isBarred ? 1 : 0;
  const room = Math.max(0, inner.rows - y);
  const tail = result.slice(0, room);
  drawLines(grid, { ...inner, y: inner.y + y, rows: room - tail.length }, state, run);
  for (const [index, spans] of tail.entries()) grid.putSpans(inner, 1, y + room - tail.length + index, spans);
}

function drawCollapsed(grid: Grid, rect: Rect, state: State, run: Run | undefined): void {
  grid.fill(rect);
  const { ellipsis } = glyphsOf(state.ui.ascii);
  const text = run ? `Output: ${runTitle(state, run)}` : "Output: nothing has run yet";
  grid.put(rect, 1, 0, cutTo(text, rect.cols - 2, ellipsis), run ? styleOfPhase(run.phase) : theme.dim);
}

function drawBar(grid: Grid, rect: Rect, state: State, run: Run): void {
  const { bar, spinner } = glyphsOf(state.ui.ascii);
  const { fraction, message = "" } = run.progress ?? {};
  const cols = Math.min(30, Math.floor(rect.cols / 3));
  const turn = state.ui.motion ? at(spinner, Math.floor(state.now / 125) % spinner.length) : "";
  const filled = Math.round((fraction ?? 0) * cols);
  const drawn =
    fraction === undefined
      ? ""
      : `${bar.full.repeat(filled)}${bar.empty.repeat(cols - filled)} ${Math.floor(fraction * 100)} % `;
  const text = stateText(state, run) ?? cleanOutput(message);
  const counter = fraction === undefined && run.progress ? `${run.progress.progress} ` : "";
  const x = grid.put(rect, 1, 0, `${turn} ${drawn}`.trimStart(), theme.good);
  const wait = isNearLimit(state, run) ? `  (silent; ${state.keymap.label("wait-longer")} waits longer)` : "";
  grid.put(rect, x, 0, counter + text.replace(/\s+/g, " ") + wait);
}

/** What the bar says in place of the agent's own message, if anything. */
function stateText({ keymap }: State, { phase }: Run): string | undefined {
  if (phase === "starting") return "starting the agent";
  if (phase === "overdue") return `time is up; ${keymap.label("cancel")} ends the agent at once`;
  if (phase === "cancelling") return `${keymap.label("cancel")} again ends the agent at once`;
  return undefined;
}

/** Wraps the output from its end, so that lines off the screen cost nothing. */
function drawLines(grid: Grid, rect: Rect, state: State, run: Run): void {
  if (rect.rows <= 0) return;
  const rows: Span[][] = [];
  const last = run.lines.length - run.scroll;
  for (let index = last - 1; index >= 0 && rows.length < rect.rows; index--) {
    const line = run.lines[index];
    if (!line) break;
    const style = line.stream === "err" ? theme.warn : normal;
    const wrapped = outputRows(state, line, rect.cols - 2).map((text) => [span(text, style)]);
    rows.unshift(...wrapped.slice(-(rect.rows - rows.length)));
  }
  if (run.droppedLines > 0 && rows.length < rect.rows)
    rows.unshift([span(`… ${run.droppedLines} earlier lines are in the log`, theme.dim)]);
  for (const [y, spans] of rows.entries()) grid.putSpans(rect, 1, y, spans);
  if (run.scroll > 0)
    grid.put(rect, Math.max(0, rect.cols - 12), rect.rows - 1, ` ${run.scroll} below `, theme.match);
  if (rows.length === 0 && isActive(run) && state.runs.length > 0) grid.put(rect, 1, 0, "…", theme.dim);
}

function amountText({ progress }: Run): string {
  if (!progress) return "";
  const { fraction, total, message = "" } = progress;
  const amount =
    fraction === undefined
      ? `${progress.progress}`
      : total === 100
        ? `${Math.floor(fraction * 100)} %`
        : `${progress.progress}/${total}`;
  const text = cleanOutput(message).replace(/\s+/g, " ");
  return `${amount} ${widthOf(text) > 40 ? cutTo(text, 40) : text}`.trim();
}

function styleOfPhase(phase: RunPhase) {
  if (phase === "done") return theme.good;
  return isActive({ phase }) ? theme.accent : theme.bad;
}
