import { initSpecmanWorkspace } from "../../artifacts/locate/specman-workspace.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { exists, statPath } from "../../workspace/files/files.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import { exampleFiles } from "./example.ts";
import type { LayoutChoice, NewFile } from "./layout-choice.ts";
import { starterFiles } from "./starter.ts";
import type { ProjectSurvey } from "./survey.ts";

/** What `hewto init` would create: only files that do not exist. */
export interface InitPlan {
  readonly layout: LayoutChoice | undefined;
  /** Whether this is the small example for an empty folder. */
  readonly isExample: boolean;
  readonly files: readonly NewFile[];
  /** Whether a SpecMan workspace is created too. */
  readonly specman: boolean;
  /** All paths to create, relative to the root. */
  readonly paths: readonly string[];
}

/** Whether a layout must be chosen: the folder has files and no layout. A collection of skills needs none. */
export function needsLayout(survey: ProjectSurvey): boolean {
  return !survey.empty && survey.layouts.length === 0 && !survey.is_skill_collection;
}

/** `layout` is the user's choice; without one, the plan has only what the folder needs. */
export async function planInit(
  workspace: Workspace,
  survey: ProjectSurvey,
  layout: LayoutChoice | "none" | undefined,
): Promise<Result<InitPlan>> {
  const isExample = survey.empty && layout !== "specman" && layout !== "none";
  const chosen = layout === "none" ? undefined : (layout ?? (survey.empty ? "openspec" : undefined));
  const isPresent = survey.layouts.some(({ name }) => name === chosen);
  const candidates =
    chosen === undefined || isPresent ? [] : isExample ? exampleFiles(chosen) : starterFiles(chosen);
  const files: NewFile[] = [];
  for (const file of candidates) if (!(await exists(workspace, literalPath(file[0])))) files.push(file);
  // SpecMan's documents may be committed without its own folder.
  const isSpecman = survey.empty || survey.layouts.some(({ name }) => name === "specman");
  const specman = layout === "specman" || (layout === undefined && isSpecman);
  const init = specman ? await initSpecmanWorkspace(workspace.root, true) : undefined;
  if (init && !init.ok) return init;
  const conflict = await conflictingFile(workspace, files);
  if (conflict !== undefined) return needsFolder(conflict);
  return ok({
    layout: chosen,
    isExample,
    files,
    specman,
    paths: [...files.map(([path]) => path), ...(init?.value.paths ?? [])],
  });
}

/** Creates the planned files. Existing files are never changed: one that appeared meanwhile stops everything. */
export async function applyInit(workspace: Workspace, plan: InitPlan): Promise<Result<string[]>> {
  const edits = plan.files.map(
    ([path, content]) => ({ kind: "write", path: literalPath(path), content, expect: "absent" }) as const,
  );
  const written = edits.length === 0 ? ok(undefined) : await commit(workspace, { label: "init", edits });
  if (!written.ok) return written;
  const init = plan.specman ? await initSpecmanWorkspace(workspace.root, false) : undefined;
  if (init && !init.ok) return init;
  return ok([...plan.files.map(([path]) => path), ...(init?.value.paths ?? [])]);
}

/** A file where the layout needs a folder. */
async function conflictingFile(workspace: Workspace, files: readonly NewFile[]): Promise<string | undefined> {
  for (const folder of new Set(files.map(([path]) => path.split("/")[0] ?? path))) {
    const stat = await statPath(workspace, literalPath(folder));
    const isFile = stat.ok && stat.value !== undefined && stat.value.kind !== "folder";
    if (isFile && files.some(([path]) => path.startsWith(`${folder}/`))) return folder;
  }
  return undefined;
}

function needsFolder(path: string): Result<never> {
  const message = `\`${path}\` is a file, but the layout needs a folder with that name.`;
  return fail(fault("invalid_argument", message, "Choose another --layout, or move the file.", { path }));
}
