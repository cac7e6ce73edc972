import { initHome } from "../../artifacts/locate/home.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { exists, statPath } from "../../workspace/files/files.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import { exampleFiles } from "./example.ts";
import type { Found } from "./found.ts";
import type { LayoutChoice, NewFile } from "./layout-choice.ts";
import { starterFiles } from "./starter.ts";

/** What `init` would make: only what is not there. */
export interface InitPlan {
  readonly layout: LayoutChoice | undefined;
  /** Whether it is the small example for an empty folder. */
  readonly isExample: boolean;
  readonly files: readonly NewFile[];
  /** Whether a SpecMan workspace is made too. */
  readonly specman: boolean;
  /** All that would be made, relative to the root. */
  readonly paths: readonly string[];
}

/** Whether there is a choice of layout to make: the place has content and no layout. */
export function needsLayout(found: Found): boolean {
  return !found.empty && found.layouts.length === 0;
}

/** `layout` is the one that was asked for; without one, only what the place itself calls for is planned. */
export async function planInit(
  workspace: Workspace,
  found: Found,
  layout: LayoutChoice | "none" | undefined,
): Promise<Result<InitPlan>> {
  const isExample = found.empty && layout !== "specman" && layout !== "none";
  const chosen = layout === "none" ? undefined : (layout ?? (found.empty ? "openspec" : undefined));
  const isThere = found.layouts.some(({ name }) => name === chosen);
  const texts =
    chosen === undefined || isThere ? [] : isExample ? exampleFiles(chosen) : starterFiles(chosen);
  const files: NewFile[] = [];
  for (const file of texts) if (!(await exists(workspace, literalPath(file[0])))) files.push(file);
  // Where SpecMan's documents are, its own folder may have been left out of the repository.
  const isSpecman = found.empty || found.layouts.some(({ name }) => name === "specman");
  const specman = layout === "specman" || (layout === undefined && isSpecman);
  const home = specman ? await initHome(workspace.root, true) : undefined;
  if (home && !home.ok) return home;
  const blocked = await inTheWay(workspace, files);
  if (blocked !== undefined) return wayBlocked(blocked);
  return ok({
    layout: chosen,
    isExample,
    files,
    specman,
    paths: [...files.map(([path]) => path), ...(home?.value.paths ?? [])],
  });
}

/** Makes what was planned. Nothing that exists is touched: a file that appeared meanwhile stops everything. */
export async function carryOutInit(workspace: Workspace, plan: InitPlan): Promise<Result<string[]>> {
  const edits = plan.files.map(
    ([path, content]) => ({ kind: "write", path: literalPath(path), content, expect: "absent" }) as const,
  );
  const written = edits.length === 0 ? ok(undefined) : await commit(workspace, { label: "init", edits });
  if (!written.ok) return written;
  const home = plan.specman ? await initHome(workspace.root, false) : undefined;
  if (home && !home.ok) return home;
  return ok([...plan.files.map(([path]) => path), ...(home?.value.paths ?? [])]);
}

/** A file where a folder must be. */
async function inTheWay(workspace: Workspace, files: readonly NewFile[]): Promise<string | undefined> {
  for (const folder of new Set(files.map(([path]) => path.split("/")[0] ?? path))) {
    const found = await statPath(workspace, literalPath(folder));
    const isFile = found.ok && found.value !== undefined && found.value.kind !== "folder";
    if (isFile && files.some(([path]) => path.startsWith(`${folder}/`))) return folder;
  }
  return undefined;
}

function wayBlocked(path: string): Result<never> {
  const message = `\`${path}\` is a file, and the layout needs a folder of that name.`;
  return fail(fault("invalid_argument", message, "Choose another --layout, or move the file.", { path }));
}
