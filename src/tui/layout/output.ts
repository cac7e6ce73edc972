import type { OutputLine } from "../../client/run/output.ts";
import { clipText } from "../../kernel/clip.ts";
import { type Span, span } from "../screen/grid.ts";
import { cleanOutput, cutTo } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { Run, State } from "../state/model.ts";
import { isActive } from "../state/select.ts";
import { inside, layoutOf } from "./panes.ts";

/** The log has what is beyond this. */
const maxLineChars = 4000;
const maxRawChars = 1000;
const maxMessageRows = 3;
const maxStderrLines = 5;

/** The rows of one line of output, with the project's files as relative paths. */
export function outputRows({ project }: State, line: OutputLine, cols: number): string[] {
  const text = clipText(line.text, maxLineChars, "the log has the rest").replaceAll("\n", " ");
  return wrapLines(cleanOutput(text).replaceAll(`${project.root}/`, ""), cols);
}

/** How many lines the output scrolls back until the first ones fill the panel. */
export function maxOutputScroll(state: State, run: Run): number {
  const { output } = layoutOf(state).panes;
  if (!output) return 0;
  const { cols, rows } = inside(output);
  const height = Math.max(1, rows - (isActive(run) ? 1 : 0) - resultRows(state, run, cols - 2).length);
  let lines = 0;
  let used = 0;
  for (const line of run.lines) {
    used += outputRows(state, line, cols - 2).length;
    if (used > height) break;
    lines++;
  }
  return Math.max(0, run.lines.length - Math.max(1, lines));
}

/** What a finished run shows below its output: the changed files, or the error with its cause and next step. */
export function resultRows(state: State, run: Run, cols: number): Span[][] {
  if (isActive(run)) return [];
  const { good, bad, arrow, dot } = glyphsOf(state.ui.ascii);
  const changes = run.changes.map(({ name, added, removed }) => `${name} +${added} -${removed}`).join("  ");
  const files = changes === "" ? [] : [[span(`${good} ${cutTo(changes, cols - 2)}`, theme.good)]];
  const { error } = run;
  if (!error) return files;
  const [firstLine = ""] = error.message.split("\n");
  const message = wrapLines(`${bad} ${cleanOutput(firstLine)}`, cols).slice(0, maxMessageRows);
  const details = run.details ? detailLines(run).flatMap((text) => wrapLines(text, cols)) : [];
  const keys = [
    ...(error.retryable ? [`${state.keymap.label("retry")} retry`] : []),
    `${state.keymap.label("details")} ${run.details ? "hide details" : "details"}`,
    `${state.keymap.label("logs")} logs`,
  ];
  return [
    ...message.map((text) => [span(text, theme.bad)]),
    ...wrapLines(`${arrow} ${error.hint}`, cols).map((text) => [span(text)]),
    ...details.map((text) => [span(text, theme.dim)]),
    ...files,
    [span(keys.join(` ${dot} `), theme.key)],
  ];
}

function detailLines({ error, log }: Run): string[] {
  if (!error) return [];
  const { code, data, lastWords = [] } = error;
  const raw = JSON.stringify({ code, data });
  return [
    ...(raw === "{}" ? [] : [clipText(raw, maxRawChars, "the log has the rest")]),
    ...lastWords.slice(-maxStderrLines).map((line) => `agent: ${cleanOutput(line)}`),
    log === "" ? "No log was written." : `log: ${log}`,
  ];
}
