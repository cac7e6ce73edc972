import { missingFor, type Step } from "../../workflow/phase.ts";
import type { Place } from "../keys/key-context.ts";
import { layoutOf } from "../layout/panes.ts";
import type { FeatureRow, Modal, Page, Position, Run, State, TreeRow } from "./model.ts";
import { pageKey } from "./tabs.ts";

/** Questions about a state that more than one part of the app asks. */

export function shownFeatures({ features, filter }: State): readonly FeatureRow[] {
  const wanted = filter.replace(/^!/, "").toLowerCase();
  if (wanted === "") return features;
  const inverse = filter.startsWith("!");
  return features.filter(({ folder, title, phase }) => {
    const isFound = `${folder} ${title} ${phase ?? ""}`.toLowerCase().includes(wanted);
    return isFound !== inverse;
  });
}

export function selectedFeature(state: State): FeatureRow | undefined {
  return state.features.find(({ folder }) => folder === state.selected);
}

export function selectedTree({ trees, treeCursor }: State): TreeRow | undefined {
  return trees[treeCursor];
}

/** The key of the page that is shown, and of the list that it was opened from. */
export function currentKey(state: State): string {
  const list = pageKey(state.selected, state.tab);
  const item = state.inner[list];
  return item === undefined ? list : pageKey(state.selected, state.tab, item);
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

export function shownRun({ runs, shownRun: id }: State): Run | undefined {
  return runs.find((run) => run.id === id);
}

export function isActive({ phase }: Pick<Run, "phase">): boolean {
  return ["queued", "starting", "running", "overdue", "cancelling"].includes(phase);
}

export function activeRuns({ runs }: State): readonly Run[] {
  return runs.filter(isActive);
}

/** The run that `c` cancels: the one that is shown, else the newest that goes on. */
export function cancellable(state: State): Run | undefined {
  const shown = shownRun(state);
  return shown && isActive(shown) ? shown : activeRuns(state).at(-1);
}

/** From four fifths of the limit on, the person may give a silent run more time. */
export function isNearLimit({ now, ui }: State, run: Run): boolean {
  return run.phase === "running" && now - run.heardAt > ui.idleLimitMs * 0.8;
}

export function isTooSmall(state: State): boolean {
  return layoutOf(state).kind === "too-small";
}

/** Why a step cannot run for a feature now; undefined when it can. */
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

/** Where keys are looked up, innermost first. */
export function keyPlaces(state: State): readonly Place[] {
  const modal = topModal(state);
  if (modal) return modalPlaces[modal.kind];
  if (state.editor && state.pane === "document") return ["editor"];
  const inner: Place[] = [];
  if (state.pane === "document") {
    const page = currentPage(state);
    if (state.find !== "") inner.push("finding");
    if (page?.kind === "text" && page.tasks.length > 0) inner.push("tasks");
  }
  return [...inner, state.pane, "main"];
}

const modalPlaces: Readonly<Record<Modal["kind"], readonly Place[]>> = {
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
