import { clip, clipText } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { shownId } from "../../specs/ids.ts";
import { listBelow, readText } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Work } from "./item.ts";

/** Everything in the folder of a work item. */
export interface WorkFiles {
  /** Sorted; a link counts as a file and is not followed. */
  readonly paths: readonly WorkspacePath[];
  readonly leftOut: number;
}

const maxFiles = 2_000;
const maxDepth = 16;

/** Every file of a work item, known to its format or not. */
export async function filesOf(workspace: Workspace, folder: WorkspacePath): Promise<WorkFiles> {
  const folders = await listBelow(workspace, folder, ({ link }, depth) => !link && depth < maxDepth);
  const entries = folders
    .flatMap(({ entries }) => (entries.ok ? entries.value : []))
    .filter(({ kind, link }) => kind !== "folder" || link);
  const paths = entries.map(({ path }) => path).sort(byCodePoint);
  return {
    paths: paths.slice(0, maxFiles),
    leftOut: Math.max(0, paths.length - maxFiles),
  };
}

const maxText = 400_000;

/** One file of an item. The name is compared with the files that are there, and never made into a path. */
export async function readFileOf(
  { item, workspace, folder }: Work,
  { paths }: WorkFiles,
  name: string,
): Promise<Result<{ path: string; text: string }>> {
  const path = paths.find((each) => each === name || each === `${folder}/${name}`);
  if (path === undefined) {
    const names = clip(
      paths.map((each) => each.slice(folder.length + 1)),
      50,
    );
    const more = names.leftOut > 0 ? `, and ${names.leftOut} more` : "";
    const message = `\`${item.id}\` has no file \`${shownId(name)}\`.`;
    const remedy = `It has: ${names.shown.join(", ")}${more}.`;
    return fail(fault("path_not_found", message, remedy, { subject: { id: item.id, file: name } }));
  }
  const file = await readText(workspace, path, { lossy: true });
  if (!file.ok) return file;
  return ok({ path: path.slice(folder.length + 1), text: clipText(file.value.text, maxText) });
}
