import { basename } from "node:path";
import { treeSize } from "../reduce/trees.ts";
import { widthOf } from "../screen/clusters.ts";
import type { Grid, Rect, Span } from "../screen/grid.ts";
import { cutMiddle } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import type { State, TreeRow } from "../state/model.ts";
import { selectedTree } from "../state/select.ts";
import { drawFrame, drawRow, listTop, span } from "./frame.ts";
import { syncSpans } from "./spec-list.ts";

/** Less of a path tells nothing. */
const SHORTEST_PATH = 12;

/** The worktrees: branch, whether it is clean, how far from its upstream, where it is. */
export function drawTrees(grid: Grid, rect: Rect, state: State, number: string): void {
  const { trees, treeCursor } = state;
  const focused = state.pane === "worktrees";
  const selected = selectedTree(state);
  const size = selected ? treeSize(state, selected) : "";
  const counted = `${treeCursor + 1} of ${trees.length}${size === "" ? "" : `, ${size}`}`;
  const footer = focused && trees.length > 0 ? counted : "";
  const place = drawFrame(grid, rect, state, { title: `Worktrees${number}`, footer, focused });
  if (trees.length === 0) {
    const text = state.loaded.trees ? "No git repository, no worktrees." : "Reading worktrees…";
    grid.put(place, 1, 0, text, theme.dim);
    return;
  }
  const top = listTop(treeCursor, trees.length, place.rows);
  for (const [y, tree] of trees.slice(top, top + place.rows).entries()) {
    const isSelected = focused && top + y === treeCursor;
    drawRow(grid, place, y, treeSpans(state, tree, place.cols - 2), isSelected ? "here" : "no", ">");
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
  const shown = cutMiddle(name, Math.max(8, cols - text.length - 3), glyphs.ellipsis);
  const isClean = stateWord(tree) === "clean";
  const room = cols - widthOf(shown) - widthOf(text) - 4;
  const path =
    tree.main || room < SHORTEST_PATH ? "" : cutMiddle(shortPath(state, tree), room, glyphs.ellipsis);
  return [
    span(isActive ? `${glyphs.ready} ` : "  ", theme.good),
    span(`${shown} `),
    span(text, isClean ? theme.dim : theme.warn),
    span(path === "" ? "" : ` ${path}`, theme.dim),
  ];
}

/** Most lie in the project, whose path everybody here knows. */
function shortPath({ project }: State, { path }: TreeRow): string {
  return path.startsWith(`${project.root}/`) ? path.slice(project.root.length + 1) : path;
}

/** `clean`, `gone`, or what is uncommitted: `dirty ~2 +1 ?3`. */
export function stateWord({ status, prunable }: TreeRow): string {
  if (prunable !== undefined) return "gone";
  if (!status) return "unknown";
  const { modified, staged, untracked } = status;
  if (modified + staged + untracked === 0) return "clean";
  const parts = [modified && `~${modified}`, staged && `+${staged}`, untracked && `?${untracked}`];
  return `dirty ${parts.filter(Boolean).join(" ")}`;
}
