import { basename } from "node:path";
import { widthOf } from "../screen/clusters.ts";
import { type Grid, type Rect, type Span, span } from "../screen/grid.ts";
import { cutMiddle } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import type { State, TreeRow } from "../state/model.ts";
import { selectedTree, treeSize } from "../state/select.ts";
import { drawFrame, drawRow, listTop } from "./frame.ts";
import { syncSpans } from "./list.ts";

/** A shorter part of a path is useless. */
const MIN_PATH_COLS = 12;

/** The worktrees: branch, status, distance from upstream and path. */
export function drawTrees(grid: Grid, rect: Rect, state: State, number: string): void {
  const { trees, treeCursor } = state;
  const focused = state.pane === "worktrees";
  const selected = selectedTree(state);
  const size = selected ? treeSize(state, selected) : "";
  const position = `${treeCursor + 1} of ${trees.length}${size === "" ? "" : `, ${size}`}`;
  const footer = focused && trees.length > 0 ? position : "";
  const inner = drawFrame(grid, rect, state, { title: `Worktrees${number}`, footer, focused });
  if (trees.length === 0) {
    const text = state.loaded.trees ? "Not a git repository: no worktrees." : "Loading worktrees…";
    for (const [y, row] of wrapLines(text, inner.cols - 2).entries()) grid.put(inner, 1, y, row, theme.dim);
    return;
  }
  const top = listTop(treeCursor, trees.length, inner.rows);
  for (const [y, tree] of trees.slice(top, top + inner.rows).entries()) {
    const isSelected = focused && top + y === treeCursor;
    drawRow(grid, inner, y, treeSpans(state, tree, inner.cols - 2), isSelected ? "here" : "no", ">");
  }
}

function treeSpans(state: State, tree: TreeRow, cols: number): Span[] {
  const glyphs = glyphsOf(state.ui.ascii);
  const isActive = tree.path === state.activeRoot;
  const name = tree.branch ?? (tree.detached ? `(detached) ${basename(tree.path)}` : basename(tree.path));
  const facts = [
    ...(tree.main ? ["(main checkout)"] : []),
    stateWord(tree),
    ...syncSpans(state, tree).map(({ text }) => text),
    ...(isActive ? ["active"] : []),
    ...(tree.locked === undefined ? [] : ["locked"]),
  ];
  const text = facts.join(" ");
  const label = cutMiddle(name, Math.max(8, cols - text.length - 3), glyphs.ellipsis);
  const isClean = stateWord(tree) === "clean";
  const room = cols - widthOf(label) - widthOf(text) - 4;
  const path =
    tree.main || room < MIN_PATH_COLS ? "" : cutMiddle(shortPath(state, tree), room, glyphs.ellipsis);
  return [
    span(isActive ? `${glyphs.ready} ` : "  ", theme.good),
    span(`${label} `),
    span(text, isClean ? theme.dim : theme.warn),
    span(path === "" ? "" : ` ${path}`, theme.dim),
  ];
}

/** Relative to the project for worktrees inside it. */
function shortPath({ project }: State, { path }: TreeRow): string {
  return path.startsWith(`${project.root}/`) ? path.slice(project.root.length + 1) : path;
}

/** `clean`, `missing`, or the number of uncommitted files: `dirty ~2 +1 ?3`. */
export function stateWord({ status, prunable }: TreeRow): string {
  if (prunable !== undefined) return "missing";
  if (!status) return "unknown";
  const { modified, staged, untracked } = status;
  if (modified + staged + untracked === 0) return "clean";
  const parts = [modified && `~${modified}`, staged && `+${staged}`, untracked && `?${untracked}`];
  return `dirty ${parts.filter(Boolean).join(" ")}`;
}
