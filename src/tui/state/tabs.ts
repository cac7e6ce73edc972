import type { Step } from "../../workflow/phase.ts";

/** The tabs of the document, in order. A tab with `file` shows that file of the selected feature. */
export const tabs = [
  { id: "spec", title: "Spec", file: "spec.md", step: "specify" },
  { id: "plan", title: "Plan", file: "plan.md", step: "plan" },
  { id: "tasks", title: "Tasks", file: "tasks.md", step: "tasks" },
  { id: "research", title: "Research", file: "research.md", step: "plan" },
  { id: "data-model", title: "Data model", file: "data-model.md", step: "plan" },
  { id: "checklists", title: "Checklists", step: "specify" },
  { id: "logs", title: "Logs" },
  { id: "capabilities", title: "Capabilities", ofProject: true },
  { id: "changes", title: "Changes", ofProject: true },
  { id: "artifacts", title: "Artifacts", ofProject: true },
  { id: "result", title: "Result", ofProject: true },
] as const satisfies readonly TabSpec[];

export type TabId = (typeof tabs)[number]["id"];

export interface TabSpec {
  readonly id: string;
  readonly title: string;
  readonly file?: string;
  /** The step that writes it. */
  readonly step?: Step;
  /** It belongs to the whole project, not to the selected feature. */
  readonly ofProject?: boolean;
}

export function tabOf(id: TabId): TabSpec & { readonly id: TabId } {
  return tabs.find((tab) => tab.id === id) ?? tabs[0];
}

/** The tab that shows the result of a step. */
export const tabOfStep: Readonly<Record<Step, TabId>> = {
  specify: "spec",
  clarify: "spec",
  plan: "plan",
  tasks: "tasks",
  implement: "tasks",
};

/** The key of a page in `State.pages`. */
export function pageKey(folder: string, tab: TabId, item = ""): string {
  return `${tabOf(tab).ofProject ? "" : folder}:${tab}${item === "" ? "" : `/${item}`}`;
}
