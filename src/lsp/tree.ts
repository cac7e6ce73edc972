import type { Result } from "../kernel/result.ts";
import { ok } from "../kernel/result.ts";
import type { WorkKind } from "../project/work/item.ts";
import { listWork } from "../project/work/operations/list-work.ts";
import { findSpecs } from "../specs/library.ts";
import { listSpecs } from "../specs/operations/list-specs.ts";
import type { Folder } from "./session/folder.ts";

/** A row of a tree in an editor; `path` is the file that it opens. */
interface Row {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly path: string;
}

/** The document to open first. */
const documents: Readonly<Record<WorkKind, string>> = {
  change: "proposal.md",
  feature: "spec.md",
  scratch_pad: "scratch.md",
};

/** The specs of a folder, and the work in flight. */
export async function treeOf(folder: Folder): Promise<Result<{ specs: Row[]; work: Row[] }>> {
  const context = folder.context();
  const { layouts } = await folder.project();
  const paths = new Map(
    (await findSpecs(folder.workspace, layouts)).map(({ id, path }): [string, string] => [id, path]),
  );
  const listed = await context.call(listSpecs, {});
  if (!listed.ok) return listed;
  const specs = listed.value.specs.map(({ id, title }) => ({
    id,
    title,
    detail: "",
    path: paths.get(id) ?? "",
  }));
  const working = await context.call(listWork, {});
  if (!working.ok) return working;
  const work = working.value.work.map(({ id, title, label, kind, progress, path }) => {
    const { completed, total } = progress;
    const tasks = total === 0 ? "" : ` · ${completed} of ${total} tasks`;
    return { id, title, detail: `${label}${tasks}`, path: `${path}/${documents[kind]}` };
  });
  return ok({ specs, work });
}
