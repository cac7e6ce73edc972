import { missingFor, type Step } from "../../workflow/phase.ts";
import type { KeyContext } from "../keys/key-context.ts";
import type { FeatureRow, Modal, Notice, Page, Position, Run, State, TreeRow } from "./model.ts";
import { pageKey, tabs } from "./tabs.ts";

/** How long a message stays in the footer. */
export const NOTICE_MS = 6000;

export function visibleFeatures({ features, filter }: State): readonly FeatureRow[] {
  const pattern = filter.replace(/^!/, "").toLowerCase();
  if (pattern === "") return features;
  const inverse = filter.startsWith("!");
  return features.filter(({ folder, title, phase }) => {
    const matches = `${folder} ${title} ${phase ?? ""}`.toLowerCase().includes(pattern);
    return matches !== inverse;
  });
}

export function selectedFeature(state: State): FeatureRow | undefined {
  return state.features.find(({ folder }) => folder === state.selected);
}

export function selectedTree({ trees, treeCursor }: State): TreeRow | undefined {
  return trees[treeCursor];
}

/** The key of the visible page: the open item, or the tab itself. */
export function currentKey(state: State): string {
  const list = pageKey(state.selected, state.tab);
  const item = state.openItems[list];
  return item === undefined ? list : pageKey(state.selected, state.tab, item);
}

export function currentPage(state: State): Page | undefined {
  return state.pages[currentKey(state)];
}

export function positionOf({ positions }: State, key: string): Position {
  return positions[key] ?? { top: 0, cursor: 0 };
}

/** All tabs, except that of a search result while there is none. */
export function visibleTabs({ pages }: State) {
  return tabs.filter(({ id }) => id !== "result" || pages[pageKey("", "result")] !== undefined);
}

export function topModal({ modals }: State): Modal | undefined {
  return modals.at(-1);
}

export function currentRun({ runs, currentRunId: id }: State): Run | undefined {
  return runs.find((run) => run.id === id);
}

export function isActive({ phase }: Pick<Run, "phase">): boolean {
  return ["queued", "starting", "running", "overdue", "cancelling"].includes(phase);
}

export function activeRuns({ runs }: State): readonly Run[] {
  return runs.filter(isActive);
}

/** The run that `c` cancels: the visible one, or the newest active one. */
export function cancellableRun(state: State): Run | undefined {
  const run = currentRun(state);
  return run && isActive(run) ? run : activeRuns(state).at(-1);
}

/** From four fifths of the time limit on, the user can give a silent run more time. */
export function isNearLimit({ now, ui }: State, run: Run): boolean {
  return run.phase === "running" && now - run.lastActivityAt > ui.idleLimitMs * 0.8;
}

/** Why a step cannot run for a feature now, or undefined. */
export function obstacle(state: State, feature: FeatureRow, step: Step): string | undefined {
  if (activeRuns(state).some(({ folder }) => folder === feature.folder))
    return "a step of this spec is running";
  if (feature.phase === undefined) return "its files are still being read";
  const reached = ["specify", "plan", "tasks", "implement"].indexOf(
    feature.phase === "clarify" ? "plan" : feature.phase,
  );
  const has = (index: number) => (reached === -1 || reached > index ? "" : undefined); // -1: done
  const progress = feature.tasks;
  const missing = missingFor(step, { spec: has(0), plan: has(1), tasks: has(2), progress });
  return missing && `needs ${missing.file}: run ${missing.step} first`;
}

/** Why a worktree cannot be deleted, or undefined. */
export function reasonToKeep(state: State, tree: TreeRow): string | undefined {
  if (tree.main) return "it is the main checkout";
  if (tree.path === state.project.root) return "Hewto was started in it";
  if (tree.path === state.activeRoot) return "it is active; switch to another one first";
  if (tree.locked !== undefined) return `it is locked${tree.locked === "" ? "" : ` (${tree.locked})`}`;
  const run = activeRuns(state).find(({ directory }) => directory.startsWith(`${tree.path}/`));
  return run && `${run.step} of ${run.folder} is running in it`;
}

/** `12.4 MB`, or an empty text while it is not known. */
export function treeSize({ treeSizes }: State, { path }: TreeRow): string {
  const bytes = treeSizes[path];
  if (bytes === undefined) return "";
  const [unit, name] = bytes < 1e6 ? [1e3, "kB"] : bytes < 1e9 ? [1e6, "MB"] : [1e9, "GB"];
  return `${(bytes / unit).toFixed(1)} ${name}`;
}

/** The lines of the page that contain the text, 1-based. */
export function matchingLines(page: Page | undefined, find: string): number[] {
  if (page?.kind !== "text" || find === "") return [];
  const pattern = find.toLowerCase();
  return page.lines.flatMap((line, index) => (line.toLowerCase().includes(pattern) ? [index + 1] : []));
}

export function isNoticeVisible(state: State, notice: Notice): boolean {
  return state.now - notice.at < NOTICE_MS;
}

/** The contexts in which keys are looked up, innermost first. */
export function activeContexts(state: State): readonly KeyContext[] {
  const modal = topModal(state);
  if (modal) return modalContexts[modal.kind];
  if (state.editor && state.pane === "document") return ["editor"];
  const inner: KeyContext[] = [];
  if (state.pane === "document") {
    const page = currentPage(state);
    if (state.find !== "") inner.push("finding");
    if (page?.kind === "text" && page.tasks.length > 0) inner.push("tasks");
  }
  return [...inner, state.pane, "main"];
}

const modalContexts: Readonly<Record<Modal["kind"], readonly KeyContext[]>> = {
  help: ["menu"],
  "run-menu": ["run-menu", "menu"],
  prompt: ["input"],
  confirm: ["confirm", "menu"],
  palette: ["input"],
  search: ["input"],
  approve: ["approve", "menu"],
  form: ["input"],
  card: ["card", "menu"],
  conflict: ["conflict", "menu"],
  leave: ["leave", "menu"],
};
