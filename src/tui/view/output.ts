import type { OutputLine } from "../../client/run/output.ts";
import { clipText } from "../../kernel/clip.ts";
import { inside, layoutOf } from "../layout/panes.ts";
import { widthOf } from "../screen/clusters.ts";
import type { Grid, Rect, Span } from "../screen/grid.ts";
import { normal } from "../screen/style.ts";
import { cleanOutput, cutTo } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { Run, RunPhase, State } from "../state/model.ts";
import { isActive, isNearLimit, shownRun } from "../state/select.ts";
import { drawFrame, elapsedText, span } from "./frame.ts";

const words: Readonly<Record<RunPhase, string>> = {
  queued: "queued",
  starting: "running",
  running: "running",
  overdue: "out of time, stopping…",
  cancelling: "cancelling…",
  done: "done",
  "tool-failed": "failed",
  "protocol-error": "failed",
  "agent-died": "failed",
  unavailable: "failed",
  "timed-out": "timed out",
  cancelled: "cancelled",
};

/** What a run is and how it stands: `plan · 001-auth · running 0:42 · 50 % Analyzing…`. */
export function runTitle(state: State, run: Run): string {
  const { dot } = glyphsOf(state.ui.ascii);
  const word = words[run.phase];
  const elapsed = run.phase === "queued" ? "" : ` ${elapsedText((run.endedAt ?? state.now) - run.startedAt)}`;
  const progress = isActive(run) && run.progress ? amountText(run) : "";
  return [run.step, run.folder, `${word}${elapsed}`, progress].filter((part) => part !== "").join(` ${dot} `);
}

export function drawOutput(grid: Grid, rect: Rect, state: State, number: string): void {
  const run = shownRun(state);
  const focused = state.pane === "output";
  if (rect.rows < 3) return drawCollapsed(grid, rect, state, run);
  const title = run ? `Output ${glyphsOf(state.ui.ascii).dot} ${runTitle(state, run)}` : "Output";
  const at = state.runs.findIndex(({ id }) => id === run?.id);
  const footer = state.runs.length > 1 ? `run ${at + 1} of ${state.runs.length}` : "";
  const place = drawFrame(grid, rect, state, { title: title + number, footer, focused });
  if (!run) return void grid.put(place, 1, 0, "Nothing has run yet.", theme.dim);
  const isBarred = isActive(run);
  if (isBarred) drawBar(grid, { ...place, rows: 1 }, state, run);
  const end = endSpans(state, run, place.cols - 2);
  const y = isBarred ? 1 : 0;
  const room = Math.max(0, place.rows - y);
  const tail = end.slice(0, room);
  drawLines(grid, { ...place, y: place.y + y, rows: room - tail.length }, state, run);
  for (const [index, spans] of tail.entries()) grid.putSpans(place, 1, y + room - tail.length + index, spans);
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
  const turn = state.ui.motion ? (spinner[Math.floor(state.now / 125) % spinner.length] ?? "") : "";
  const filled = Math.round((fraction ?? 0) * cols);
  const drawn =
    fraction === undefined
      ? ""
      : `${bar.full.repeat(filled)}${bar.empty.repeat(cols - filled)} ${Math.floor(fraction * 100)} % `;
  const text = doing(state, run) ?? cleanOutput(message);
  const counter = fraction === undefined && run.progress ? `${run.progress.progress} ` : "";
  const x = grid.put(rect, 1, 0, `${turn} ${drawn}`.trimStart(), theme.good);
  const wait = isNearLimit(state, run) ? `  (silent; ${state.keymap.label("wait-longer")} waits longer)` : "";
  grid.put(rect, x, 0, counter + text.replace(/\s+/g, " ") + wait);
}

/** What the bar says where it is not the agent's own words; undefined where it is. */
function doing({ keymap }: State, { phase }: Run): string | undefined {
  if (phase === "starting") return "starting the agent";
  if (phase === "overdue") return `time is up; ${keymap.label("cancel")} ends the agent at once`;
  if (phase === "cancelling") return `${keymap.label("cancel")} once more ends the agent at once`;
  return undefined;
}

/** How many lines the output can be scrolled back: then the first ones fill the panel. */
export function outputEnd(state: State, run: Run): number {
  const { output } = layoutOf(state).panes;
  if (!output) return 0;
  const { cols, rows } = inside(output);
  const room = Math.max(1, rows - (isActive(run) ? 1 : 0) - endSpans(state, run, cols - 2).length);
  let shown = 0;
  let filled = 0;
  for (const line of run.lines) {
    filled += lineRows(state, line, cols - 2).length;
    if (filled > room) break;
    shown++;
  }
  return Math.max(0, run.lines.length - Math.max(1, shown));
}

/** A line of megabytes is shown by its beginning, and files of the project by their paths in it; the log has all. */
function lineRows({ project }: State, line: OutputLine, cols: number): string[] {
  const clipped = clipText(line.text, 4000, "the log has the rest").replaceAll("\n", " ");
  return wrapLines(cleanOutput(clipped).replaceAll(`${project.root}/`, ""), cols);
}

/** The last rows of the output, wrapped from the end: what is not seen costs nothing. */
function drawLines(grid: Grid, rect: Rect, state: State, run: Run): void {
  if (rect.rows <= 0) return;
  const rows: Span[][] = [];
  const last = run.lines.length - run.scroll;
  for (let index = last - 1; index >= 0 && rows.length < rect.rows; index--) {
    const line = run.lines[index];
    if (!line) break;
    const style = line.stream === "err" ? theme.warn : normal;
    const wrapped = lineRows(state, line, rect.cols - 2).map((text) => [span(text, style)]);
    rows.unshift(...wrapped.slice(-(rect.rows - rows.length)));
  }
  if (run.dropped > 0 && rows.length < rect.rows)
    rows.unshift([span(`… ${run.dropped} earlier lines are in the log`, theme.dim)]);
  for (const [y, spans] of rows.entries()) grid.putSpans(rect, 1, y, spans);
  if (run.scroll > 0)
    grid.put(rect, Math.max(0, rect.cols - 12), rect.rows - 1, ` ${run.scroll} below `, theme.match);
  if (rows.length === 0 && isActive(run) && state.runs.length > 0) grid.put(rect, 1, 0, "…", theme.dim);
}

/** What came of a run: the files that changed, or the error as a card with cause, next step and details. */
function endSpans(state: State, run: Run, cols: number): Span[][] {
  if (isActive(run)) return [];
  const { good, bad, arrow, dot } = glyphsOf(state.ui.ascii);
  const changes = run.changes.map(({ name, added, removed }) => `${name} +${added} -${removed}`).join("  ");
  const files = changes === "" ? [] : [[span(`${good} ${cutTo(changes, cols - 2)}`, theme.good)]];
  const { error } = run;
  if (!error) return files;
  const lines = wrapLines(`${bad} ${cleanOutput(error.message.split("\n")[0] ?? "")}`, cols).slice(0, 3);
  const keys = [
    ...(error.retryable ? [`${state.keymap.label("retry")} retry`] : []),
    `${state.keymap.label("details")} ${run.details ? "hide details" : "details"}`,
    `${state.keymap.label("logs")} logs`,
  ];
  return [
    ...lines.map((text) => [span(text, theme.bad)]),
    ...wrapLines(`${arrow} ${error.hint}`, cols).map((text) => [span(text)]),
    ...(run.details
      ? detailLines(run)
          .flatMap((text) => wrapLines(text, cols))
          .map((text) => [span(text, theme.dim)])
      : []),
    ...files,
    [span(keys.join(` ${dot} `), theme.key)],
  ];
}

function detailLines({ error, log }: Run): string[] {
  if (!error) return [];
  const raw = {
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(error.data === undefined ? {} : { data: error.data }),
  };
  return [
    ...(Object.keys(raw).length === 0 ? [] : [clipText(JSON.stringify(raw), 1000, "the log has the rest")]),
    ...(error.lastWords ?? []).slice(-5).map((word) => `agent: ${cleanOutput(word)}`),
    ...(log === "" ? ["no log could be written"] : [`log: ${log}`]),
  ];
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
