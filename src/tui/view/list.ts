import { widthOf } from "../screen/clusters.ts";
import { type Grid, type Rect, type Span, span } from "../screen/grid.ts";
import { cleanLine, cutMiddle, cutTo } from "../screen/text.ts";
import { glyphsOf, phaseStyle, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { State, TreeRow } from "../state/model.ts";
import { isWork, type ListLine, listLines, listTitles, type Row, sharedLabel } from "../state/rows.ts";
import { isActive, rowsOf, visibleRows } from "../state/select.ts";
import { drawFrame, drawRow, listTop } from "./frame.ts";

/** The list: a heading for each section, and its rows. */
export function drawList(grid: Grid, rect: Rect, state: State, number: string): void {
  const rows = visibleRows(state);
  const at = rows.findIndex(({ key }) => key === state.selected);
  const focused = state.pane === "list";
  const filter = state.filter === "" ? "" : ` /${state.filter}`;
  const count = at >= 0 ? `${at + 1} of ${rows.length}` : `${rows.length} of ${rowsOf(state).length}`;
  const footer = rows.length > 0 ? count : "";
  const title = `${listTitles[state.list]}${number}${filter}`;
  const inner = drawFrame(grid, rect, state, { title, footer, focused });
  if (rows.length === 0) return drawEmpty(grid, inner, state);
  const lines = listLines(rows);
  const selected = lines.findIndex((line) => line.kind === "row" && line.row.key === state.selected);
  const top = listTop(selected, lines.length, inner.rows);
  for (const [y, line] of lines.slice(top, top + inner.rows).entries()) {
    const mark = top + y === selected ? (focused ? "here" : "elsewhere") : "no";
    drawLine(grid, inner, y, state, line, mark);
  }
}

function drawLine(
  grid: Grid,
  inner: Rect,
  y: number,
  state: State,
  line: ListLine,
  mark: "here" | "elsewhere" | "no",
): void {
  if (line.kind === "heading") {
    const { ellipsis, dot } = glyphsOf(state.ui.ascii);
    const label = line.label === "" ? "" : ` ${dot} ${line.label}`;
    const text = cutTo(cleanLine(line.text), inner.cols, ellipsis);
    const x = grid.put(inner, 0, y, text, theme.heading);
    grid.put(inner, x, y, cutTo(cleanLine(label), inner.cols - x, ellipsis), theme.dim);
  } else drawRow(grid, inner, y, rowSpans(state, line.row, inner.cols - 2), mark, ">");
}

function rowSpans(state: State, row: Row, cols: number): Span[] {
  return isWork(row) ? workSpans(state, row, cols) : plainSpans(state, row, cols);
}

/** `auth  Sign in and sessions`: the name, what is wrong, and as much of the title as fits. */
function plainSpans(state: State, row: Row, cols: number): Span[] {
  const { ellipsis, bad } = glyphsOf(state.ui.ascii);
  const marks =
    row.marks.length === 0 ? [] : [span(` ${bad} ${row.marks.map(cleanLine).join(", ")}`, theme.bad)];
  const used = marks.reduce((sum, { text }) => sum + widthOf(text), 0);
  const name = cutMiddle(cleanLine(row.name), Math.max(12, cols - used), ellipsis);
  const rest = cols - widthOf(name) - used - 2;
  const title = rest < 8 ? "" : cutTo(cleanLine(row.title), rest, ellipsis);
  return [span(name), ...marks, ...(title === "" ? [] : [span(`  ${title}`, theme.dim)])];
}

/** `● 003-user-auth tasks [12/30] ⎇* ↑2↓1 ▶`; a narrow list drops columns from the right. */
function workSpans(state: State, row: Row, cols: number): Span[] {
  const glyphs = glyphsOf(state.ui.ascii);
  const phase = row.phase ?? "unknown";
  const tree = treeOf(state, row);
  const progress = row.tasks.total > 0 ? `[${row.tasks.completed}/${row.tasks.total}]` : "";
  const isRunning = state.runs.some((run) => run.row === row.key && isActive(run));
  const isMixed = sharedLabel(rowsOf(state).filter(({ section }) => section === row.section)) === "";
  const ends: Span[] = [
    ...(row.marks.length === 0 ? [] : [span(glyphs.bad, theme.bad)]),
    ...(progress === "" ? [] : [span(progress, theme.dim)]),
    ...(tree ? [span(treeMark(state, tree), theme.accent)] : []),
    ...(tree ? syncSpans(state, tree) : []),
    ...row.marks.map((mark) => span(cleanLine(mark), theme.bad)),
    ...(isMixed ? [span(row.label, theme.dim)] : []),
  ];
  const firmCount = (row.marks.length === 0 ? 0 : 1) + (progress === "" ? 0 : 1);
  const running = isRunning ? [span(glyphs.running, theme.good)] : [];
  const fixed = [span(glyphs.phase[phase], phaseStyle[phase])];
  const word = row.phase === undefined ? [] : [span(row.phase, phaseStyle[phase])];
  // The name matters more than the marks, and the tasks matter more than a very long name.
  const label = cleanLine(row.name);
  const full = widthOf(label);
  const minName = (marks: number) => (marks > firmCount ? full : Math.min(16, full));
  const marks = [...ends];
  const used = (spans: readonly Span[]) => spans.reduce((sum, { text }) => sum + widthOf(text) + 1, 0);
  const others = used(fixed) + used(word) + used(running);
  while (marks.length > 0 && others + used(marks) + minName(marks.length) > cols) marks.pop();
  const name = cutMiddle(label, Math.max(minName(0), cols - others - used(marks)), glyphs.ellipsis);
  const spans = [...fixed, span(name), ...word, ...marks, ...running];
  return spans.flatMap((each, index) => (index === 0 ? [each] : [span(" "), each]));
}

/** The worktree of a feature: the one that has its name, or the one that holds its folder. */
function treeOf({ trees }: State, { kind, name, directory }: Row): TreeRow | undefined {
  if (kind !== "feature") return undefined;
  return trees.find(
    ({ main, branch, path }) => !main && (branch === name || directory.startsWith(`${path}/`)),
  );
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
  for (const [y, row] of wrapLines(emptyText(state), inner.cols - 2).entries())
    grid.put(inner, 1, y, row, theme.dim);
}

const emptyTexts = {
  skills: "No skills were found.",
  findings: "No problems found.",
  archive: "Nothing is archived.",
};

function emptyText(state: State): string {
  const { list, keymap } = state;
  const loaded = state.loaded.lists[list];
  const noun = list === "project" ? "specs" : list;
  if (!loaded) return list === "findings" ? "Checking everything…" : `Loading ${noun}…`;
  if (loaded === "failed") return `Cannot read the ${noun}; ${keymap.label("refresh")} retries.`;
  if (rowsOf(state).length > 0)
    return list === "project" ? "No specs match the filter." : "Nothing matches the filter.";
  if (list !== "project") return emptyTexts[list];
  return `No specs yet. Press ${keymap.label("new-spec")} to create one.`;
}
