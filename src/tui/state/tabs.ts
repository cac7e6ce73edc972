import type { Step } from "../../workflow/phase.ts";
import type { FileLocation } from "./model.ts";
import { hasSteps, type Row } from "./rows.ts";

/** Texts that an operation makes, in place of a file. */
export type TextView = "redline" | "findings" | "constraints" | "compliance" | "tree" | "overview" | "skill";

/** A tab of the document. The tabs of a row depend on what it has: there is no empty one. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content:
    | { readonly kind: "file"; readonly file: FileLocation; readonly tasks: boolean; readonly at?: number }
    | { readonly kind: "files"; readonly files: readonly FileLocation[]; readonly tasks: boolean }
    | { readonly kind: "text"; readonly view: TextView }
    /** A document that the next step writes. */
    | { readonly kind: "missing"; readonly name: string; readonly step: Step }
    | { readonly kind: "logs" }
    | { readonly kind: "result" };
}

export const logsTab: Tab = { id: "logs", title: "Logs", content: { kind: "logs" } };
export const resultTab: Tab = { id: "result", title: "Result", content: { kind: "result" } };

interface KnownFile {
  readonly id: string;
  readonly title: string;
  /** Which paths, relative to the folder of the item, belong to the tab. */
  readonly fits: (path: string) => boolean;
  readonly tasks?: boolean;
}

const named = (id: string, title: string, name: string, tasks = false): KnownFile => ({
  id,
  title,
  fits: (path) => path === name,
  tasks,
});

const below = (id: string, title: string, folder: string, tasks = false): KnownFile => ({
  id,
  title,
  fits: (path) => path.startsWith(folder) && path.endsWith(".md"),
  tasks,
});

const knownFiles: Readonly<Record<"change" | "feature" | "scratch_pad", readonly KnownFile[]>> = {
  feature: [
    named("spec", "Spec", "spec.md"),
    named("plan", "Plan", "plan.md"),
    named("tasks", "Tasks", "tasks.md", true),
    named("research", "Research", "research.md"),
    named("data-model", "Data model", "data-model.md"),
    named("quickstart", "Quickstart", "quickstart.md"),
    below("checklists", "Checklists", "checklists/", true),
    { id: "contracts", title: "Contracts", fits: (path) => path.startsWith("contracts/") },
  ],
  change: [
    named("proposal", "Proposal", "proposal.md"),
    named("design", "Design", "design.md"),
    named("tasks", "Tasks", "tasks.md", true),
    below("deltas", "Deltas", "specs/"),
  ],
  scratch_pad: [named("scratch", "Scratch pad", "scratch.md"), named("tasks", "Tasks", "tasks.md", true)],
};

/** The tabs of the files of work in flight; every file is in one of them. */
export function workTabs(
  kind: "change" | "feature" | "scratch_pad",
  place: FileLocation,
  paths: readonly string[],
): Tab[] {
  const locationOf = (path: string): FileLocation => ({ root: place.root, path: `${place.path}/${path}` });
  const tabs = knownFiles[kind].flatMap(({ id, title, fits, tasks = false }) => {
    const files = paths.filter(fits).map(locationOf);
    return fileTab(id, title, files, tasks);
  });
  const isShown = (path: string) => path.startsWith(".") || knownFiles[kind].some(({ fits }) => fits(path));
  const others = paths.filter((path) => !isShown(path)).map(locationOf);
  return [...tabs, ...fileTab("files", "More files", others, false)];
}

function fileTab(id: string, title: string, files: readonly FileLocation[], tasks: boolean): Tab[] {
  const [only, ...others] = files;
  if (only === undefined) return [];
  if (others.length === 0) return [{ id, title, content: { kind: "file", file: only, tasks } }];
  return [{ id, title, content: { kind: "files", files, tasks } }];
}

/** The document that does not exist yet, for work without one. */
export function firstTab(kind: "change" | "feature"): Tab {
  const [id, title, name] =
    kind === "change"
      ? (["proposal", "Proposal", "proposal.md"] as const)
      : (["spec", "Spec", "spec.md"] as const);
  return { id, title, content: { kind: "missing", name, step: "specify" } };
}

/** The tab that shows the result of a step. */
export function tabOfStep(row: Pick<Row, "kind">, step: Step): string | undefined {
  if (!hasSteps(row)) return undefined;
  const first = row.kind === "change" ? "proposal" : "spec";
  const tabs = { specify: first, clarify: first, plan: row.kind === "change" ? "design" : "plan" };
  return step === "tasks" || step === "implement" ? "tasks" : tabs[step];
}

/** The key of a page in `State.pages`. Search results belong to no row. */
export function pageKey(row: string, tab: string, item = ""): string {
  return `${tab === "result" ? "" : row}:${tab}${item === "" ? "" : `/${item}`}`;
}
