import { ok, type Result } from "../kernel/result.ts";
import { readMarkdown } from "../markdown/document.ts";
import { readTasks, type TaskItem, taskProgress } from "../markdown/tasks.ts";
import { listFolder, readText, type TextFile } from "../workspace/files/files.ts";
import { joinPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Feature } from "./feature.ts";
import { type Documents, type Phase, phaseOf } from "./phase.ts";
import { isUntouched } from "./read/placeholders.ts";
import { readSpec } from "./read/spec-document.ts";

export interface FeatureDocuments extends Documents {
  /** The files themselves, including unfilled templates, for compare-and-write. */
  readonly files: ReadonlyMap<string, TextFile>;
  readonly items: readonly TaskItem[];
  readonly checklists: readonly ChecklistState[];
  readonly phase: Phase;
  readonly title: string;
}

export interface ChecklistState {
  readonly name: string;
  readonly completed: number;
  readonly total: number;
  /** The id of the first unchecked line. */
  readonly firstOpen?: string | undefined;
}

const names = ["spec.md", "plan.md", "tasks.md", "research.md", "data-model.md", "quickstart.md"] as const;

/** Reads everything in a feature's folder that the steps and the overview use. */
export async function readDocuments(feature: Feature): Promise<Result<FeatureDocuments>> {
  const files = new Map<string, TextFile>();
  for (const name of [...names, "contracts/operations.md", "checklists/requirements.md"]) {
    const file = await readIn(feature, name);
    if (!file.ok) return file;
    if (file.value) files.set(name, file.value);
  }
  const textOf = (name: string) => {
    const text = files.get(name)?.text;
    return text === undefined || isUntouched(text) ? undefined : text;
  };
  const [spec, plan, tasks] = [textOf("spec.md"), textOf("plan.md"), textOf("tasks.md")];
  const items = tasks === undefined ? [] : readTasks(readMarkdown(tasks));
  const documents = { spec, plan, tasks, progress: taskProgress(items) };
  return ok({
    ...documents,
    files,
    items,
    checklists: await readChecklists(feature),
    phase: phaseOf(documents),
    title: spec === undefined ? "" : readSpec(spec).title,
  });
}

/** The path of a file in the feature's folder. The names are our own, so they are always valid. */
export function inFeature(feature: Feature, name: string): WorkspacePath {
  const path = joinPath(feature.path, name);
  if (!path.ok) throw new Error(path.fault.message);
  return path.value;
}

async function readIn(feature: Feature, name: string): Promise<Result<TextFile | undefined>> {
  const file = await readText(feature.workspace, inFeature(feature, name), { lossy: true });
  if (file.ok) return file;
  return file.fault.code === "path_not_found" ? ok(undefined) : file;
}

async function readChecklists(feature: Feature): Promise<ChecklistState[]> {
  const listed = await listFolder(feature.workspace, inFeature(feature, "checklists"));
  const states: ChecklistState[] = [];
  for (const entry of listed.ok ? listed.value : []) {
    if (entry.kind !== "file" || !entry.name.endsWith(".md")) continue;
    const file = await readText(feature.workspace, entry.path, { lossy: true });
    if (!file.ok) continue;
    const items = readTasks(readMarkdown(file.value.text));
    const firstOpen = items.find(({ done }) => !done)?.id;
    states.push({ name: entry.name, ...taskProgress(items), firstOpen });
  }
  return states;
}
