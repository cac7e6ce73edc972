import { relative } from "node:path";
import { readDocuments } from "../../workflow/documents.ts";
import { allFeatures, type Feature } from "../../workflow/feature.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { stateOf, type Work, type WorkItem } from "./item.ts";

/** The features of the workspace and of its worktrees. */
export async function findFeatureWork(workspace: Workspace, path?: string): Promise<Work[]> {
  const works: Work[] = [];
  for (const feature of await allFeatures(workspace))
    if (path === undefined || pathOf(workspace, feature) === path)
      works.push(await workOf(workspace, feature));
  return works;
}

function pathOf({ root }: Workspace, { directory }: Feature): string {
  return relative(root, directory).replaceAll("\\", "/");
}

export async function workOf(workspace: Workspace, feature: Feature): Promise<Work> {
  const item = await itemOf(workspace, feature);
  return { item, workspace: feature.workspace, folder: feature.path };
}

async function itemOf(workspace: Workspace, feature: Feature): Promise<WorkItem> {
  const documents = await readDocuments(feature);
  const base = {
    id: feature.folder,
    kind: "feature",
    label: "spec-kit feature",
    modified: "",
    path: pathOf(workspace, feature),
  } as const;
  if (!documents.ok) {
    const progress = { completed: 0, total: 0 };
    return { ...base, title: feature.folder, state: "drafting", progress, valid: false, ...emptyLists() };
  }
  const { title, phase, progress } = documents.value;
  const isPlanned = phase === "implement" || phase === "done";
  return {
    ...base,
    ...emptyLists(),
    title: title || feature.folder,
    state: isPlanned ? stateOf(progress) : "drafting",
    next_step: phase === "done" ? undefined : phase,
    progress,
    valid: true,
  };
}

/** spec-kit has neither dependencies between features nor shared requirements. */
function emptyLists(): Pick<WorkItem, "blocked_by" | "overlaps"> {
  return { blocked_by: [], overlaps: [] };
}
