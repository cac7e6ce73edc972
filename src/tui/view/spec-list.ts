import { widthOf } from "../screen/clusters.ts";
import type { Grid, Rect, Span } from "../screen/grid.ts";
import { cutMiddle } from "../screen/text.ts";
import { glyphsOf, phaseStyle, theme } from "../screen/theme.ts";
import type { FeatureRow, State, TreeRow } from "../state/model.ts";
import { isActive, shownFeatures } from "../state/select.ts";
import { drawFrame, drawRow, listTop, span } from "./frame.ts";

/** The specs: phase, name, tasks, worktree, what is running. */
export function drawSpecs(grid: Grid, rect: Rect, state: State, number: string): void {
  const rows = shownFeatures(state);
  const at = rows.findIndex(({ folder }) => folder === state.selected);
  const focused = state.pane === "specs";
  const filter = state.filter === "" ? "" : ` /${state.filter}`;
  const count = at >= 0 ? `${at + 1} of ${rows.length}` : `${rows.length} of ${state.features.length}`;
  const footer = rows.length > 0 ? count : "";
  const place = drawFrame(grid, rect, state, { title: `Specs${number}${filter}`, footer, focused });
  if (rows.length === 0) return drawEmpty(grid, place, state);
  const top = listTop(at, rows.length, place.rows);
  for (const [y, row] of rows.slice(top, top + place.rows).entries()) {
    const isSelected = top + y === at;
    const spans = specSpans(state, row, place.cols - 2);
    drawRow(grid, place, y, spans, isSelected ? (focused ? "here" : "elsewhere") : "no", ">");
  }
}

/** `● 003-user-auth tasks [12/30] ⎇* ↑2↓1 ▶`; from the right, columns are dropped as the width shrinks. */
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
  const firmEnds = (row.problem === undefined ? 0 : 1) + (progress === "" ? 0 : 1);
  const running = isRunning ? [span(glyphs.running, theme.good)] : [];
  const fixed = [span(glyphs.phase[phase], phaseStyle[phase])];
  const word = row.phase === undefined ? [] : [span(row.phase, phaseStyle[phase])];
  // The name is worth more than the marks, and the tasks are worth more than a very long name.
  const full = widthOf(row.folder);
  const shortest = (kept: number) => (kept > firmEnds ? full : Math.min(16, full));
  const kept = [...ends];
  const used = (spans: readonly Span[]) => spans.reduce((sum, { text }) => sum + widthOf(text) + 1, 0);
  const others = used(fixed) + used(word) + used(running);
  while (kept.length > 0 && others + used(kept) + shortest(kept.length) > cols) kept.pop();
  const name = cutMiddle(row.folder, Math.max(shortest(0), cols - others - used(kept)), glyphs.ellipsis);
  const spans = [...fixed, span(name), ...word, ...kept, ...running];
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

function drawEmpty(grid: Grid, place: Rect, state: State): void {
  const key = state.keymap.label("new-spec");
  const text = !state.loaded.features
    ? "Reading specs…"
    : state.loaded.features === "failed"
      ? `They cannot be read; ${state.keymap.label("refresh")} tries again.`
      : state.features.length > 0
        ? "Nothing fits the filter."
        : `No specs yet. ${key} makes the first one.`;
  grid.put(place, 1, 0, text, theme.dim);
}
