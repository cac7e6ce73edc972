import { missingFor, type Step } from "../../workflow/phase.ts";
import type { KeyContext } from "../keys/key-context.ts";
import type { Modal, Notice, Page, Position, Run, State, TreeRow } from "./model.ts";
import type { Row } from "./rows.ts";
import { logsTab, pageKey, resultTab, type Tab } from "./tabs.ts";

/** How long a message stays in the footer. */
export const NOTICE_MS = 6000;

export function rowsOf({ lists, list }: Pick<State, "lists" | "list">): readonly Row[] {
  return lists[list];
}

export function visibleRows(state: State): readonly Row[] {
  const { filter } = state;
  const rows = rowsOf(state);
  const pattern = filter.replace(/^!/, "").toLowerCase();
  if (pattern === "") return rows;
  const inverse = filter.startsWith("!");
  return rows.filter(({ name, title, phase, label, marks }) => {
    const text = [name, title, phase ?? "", label, ...marks].join(" ").toLowerCase();
    return text.includes(pattern) !== inverse;
  });
}

export function selectedRow(state: State): Row | undefined {
  return rowsOf(state).find(({ key }) => key === state.selected);
}

/** Work of any list, by its key. */
export function rowWithKey({ lists }: State, key: string): Row | undefined {
  return lists.project.find((row) => row.key === key);
}

export function selectedTree({ trees, treeCursor }: State): TreeRow | undefined {
  return trees[treeCursor];
}

/** The tabs of the selected row: those of what it has, its logs while they are shown, and a result while there is one. */
export function visibleTabs(state: State): readonly Tab[] {
  const own = state.details[state.selected] ?? [];
  const hasLogs = state.tab === "logs" && !own.some(({ id }) => id === "logs");
  const hasResult = state.pages[pageKey("", "result")] !== undefined;
  return [...own, ...(hasLogs ? [logsTab] : []), ...(hasResult ? [resultTab] : [])];
}

export function currentTab(state: State): Tab | undefined {
  const tabs = visibleTabs(state);
  return tabs.find(({ id }) => id === state.tab) ?? tabs[0];
}

/** The key of the visible page: the open item, or the tab itself. */
export function currentKey(state: State): string {
  const tab = currentTab(state)?.id ?? state.tab;
  const item = openItemOf(state);
  return pageKey(state.selected, tab, item ?? "");
}

/** The open item of the visible list page. */
export function openItemOf(state: State): string | undefined {
  return state.openItems[pageKey(state.selected, currentTab(state)?.id ?? state.tab)];
}

export function currentPage(state: State): Page | undefined {
  return state.pages[currentKey(state)];
}

export function positionOf({ positions }: State, key: string): Position {
  return positions[key] ?? { top: 0, cursor: 0 };
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

/** Why a step cannot run for a change or feature now, or undefined. */
export function obstacle(state: State, row: Row, step: Step): string | undefined {
  if (activeRuns(state).some(({ directory }) => directory === row.directory))
    return `a step of this ${row.kind === "change" ? "change" : "spec"} is running`;
  const { phase = "specify" } = row;
  const reached = ["specify", "plan", "tasks", "implement"].indexOf(phase === "clarify" ? "plan" : phase);
  const has = (index: number) => (reached === -1 || reached > index ? "" : undefined); // -1: done
  if (row.kind === "change") return changeObstacle(step, has(0) !== undefined, has(2) !== undefined);
  const missing = missingFor(step, { spec: has(0), plan: has(1), tasks: has(2), progress: row.tasks });
  return missing && `needs ${missing.file}: run ${missing.step} first`;
}

/** A change needs no design. */
function changeObstacle(step: Step, hasProposal: boolean, hasTasks: boolean): string | undefined {
  if (step !== "specify" && !hasProposal) return "needs proposal.md: run specify first";
  return step === "implement" && !hasTasks ? "needs tasks.md: run tasks first" : undefined;
}

/** Why a worktree cannot be deleted, or undefined. */
export function reasonToKeep(state: State, tree: TreeRow): string | undefined {
  if (tree.main) return "it is the main checkout";
  if (tree.path === state.project.root) return "Hewto was started in it";
  if (tree.path === state.activeRoot) return "it is active; switch to another one first";
  if (tree.locked !== undefined) return `it is locked${tree.locked === "" ? "" : ` (${tree.locked})`}`;
  const run = activeRuns(state).find(({ directory }) => directory.startsWith(`${tree.path}/`));
  return run && `${run.step} of ${run.name} is running in it`;
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
