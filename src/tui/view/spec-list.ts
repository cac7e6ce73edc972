import { widthOf } from "../screen/clusters.ts";
import { type Grid, type Rect, type Span, span } from "../screen/grid.ts";
import { cutMiddle } from "../screen/text.ts";
import { glyphsOf, phaseStyle, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { FeatureRow, State, TreeRow } from "../state/model.ts";
import { isActive, visibleFeatures } from "../state/select.ts";
import { drawFrame, drawRow, listTop } from "./frame.ts";

/** The specs: phase, name, tasks, worktree and whether a step runs. */
export function drawSpecs(grid: Grid, rect: Rect, state: State, number: string): void {
  const rows = visibleFeatures(state);
  const at = rows.findIndex(({ folder }) => folder === state.selected);
  const focused = state.pane === "specs";
  const filter = state.filter === "" ? "" : ` /${state.filter}`;
  const count = at >= 0 ? `${at + 1} of ${rows.length}` : `${rows.length} of ${state.features.length}`;
  const footer = rows.length > 0 ? count : "";
  const inner = drawFrame(grid, rect, state, { title: `Specs${number}${filter}`, footer, focused });
  if (rows.length === 0) return drawEmpty(grid, inner, state);
  const top = listTop(at, rows.length, inner.rows);
  for (const [y, row] of rows.slice(top, top + inner.rows).entries()) {
    const isSelected = top + y === at;
    const spans = specSpans(state, row, inner.cols - 2);
    drawRow(grid, inner, y, spans, isSelected ? (focused ? "here" : "elsewhere") : "no", ">");
  }
}

/** `● 003-user-auth tasks [12/30] ⎇* ↑2↓1 ▶`; a narrow list drops columns from the right. */
function specSpans(state: State, row: FeatureRow, cols: number): Span[] {
  const glyphs = glyphsOf(state.ui.ascii);
  const phase = row.phase ?? "unknown";
  const tree = state.trees.find(({ path, main }) => !main && path === row.worktree);
  const progress = row.tasks.total > 0 ? `[${row.tasks.completed}/${row.tasks.total}]` : "";
  const isRunning = state.runs.some((run) => run.folder === row.folder && isActive(run));
  const ends: Span[] = [
    ...(row.problem === undefined ? [] : [span(glyphs.bad, theme.bad)]),
    ...(progress === "" ? [] : [span(progress, theme.dim)]),
    ...(tree ? [span(treeMark(state, tree), theme.accent)] : []),
    ...(tree ? syncSpans(state, tree) : []),
  ];
  const firmCount = (row.problem === undefined ? 0 : 1) + (progress === "" ? 0 : 1);
  const running = isRunning ? [span(glyphs.running, theme.good)] : [];
  const fixed = [span(glyphs.phase[phase], phaseStyle[phase])];
  const word = row.phase === undefined ? [] : [span(row.phase, phaseStyle[phase])];
  // The name matters more than the marks, and the tasks matter more than a very long name.
  const full = widthOf(row.folder);
  const minName = (marks: number) => (marks > firmCount ? full : Math.min(16, full));
  const marks = [...ends];
  const used = (spans: readonly Span[]) => spans.reduce((sum, { text }) => sum + widthOf(text) + 1, 0);
  const others = used(fixed) + used(word) + used(running);
  while (marks.length > 0 && others + used(marks) + minName(marks.length) > cols) marks.pop();
  const name = cutMiddle(row.folder, Math.max(minName(0), cols - others - used(marks)), glyphs.ellipsis);
  const spans = [...fixed, span(name), ...word, ...marks, ...running];
  return spans.flatMap((each, index) => (index === 0 ? [each] : [span(" "), each]));
}

export function treeMark({ ui, activeRoot }: State, { status, path }: TreeRow): string {
  const isDirty = status !== undefined && status.modified + status.staged + status.untracked > 0;
  return `${glyphsOf(ui.ascii).worktree}${isDirty ? "*" : ""}${path === activeRoot ? "!" : ""}`;
}

export function syncSpans({ ui }: State, { status }: TreeRow): Span[] {
  const { ahead, behind } = glyphsOf(ui.ascii);
  if (!status || (status.ahead === 0 && status.behind === 0)) return [];
  const text = `${status.ahead > 0 ? ahead + status.ahead : ""}${status.behind > 0 ? behind + status.behind : ""}`;
  return [span(text, theme.warn)];
}

function drawEmpty(grid: Grid, inner: Rect, state: State): void {
  const key = state.keymap.label("new-spec");
  const text = !state.loaded.features
    ? "Loading specs…"
    : state.loaded.features === "failed"
      ? `Cannot read the specs; ${state.keymap.label("refresh")} retries.`
      : state.features.length > 0
        ? "No specs match the filter."
        : `No specs yet. Press ${key} to create one.`;
  for (const [y, row] of wrapLines(text, inner.cols - 2).entries()) grid.put(inner, 1, y, row, theme.dim);
}
