import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem } from "../../markdown/tasks.ts";
import type { Layout } from "../../specs/layouts.ts";
import { readConfig } from "../../specs/openspec-config.ts";
import { readText, type TextFile } from "../../workspace/files/files.ts";
import { childPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { findFiles } from "../files.ts";
import type { ChangeMetadata } from "../metadata.ts";
import { findSchema, schemaNameOf } from "./find-schema.ts";
import { outputsOf } from "./outputs.ts";

/** Where a change keeps its tasks instead of in tasks.md: the first file, and the tasks of all. */
export interface TrackedTasks {
  readonly path: WorkspacePath;
  readonly file: TextFile;
  readonly items: readonly TaskItem[];
}

/** The tasks of a change whose schema tracks another file than tasks.md; undefined for all others. */
export async function trackedTasks(
  workspace: Workspace,
  { layout, path: folder }: { readonly layout: Layout; readonly path: WorkspacePath },
  metadata: ChangeMetadata,
): Promise<TrackedTasks | undefined> {
  if (layout.name !== "openspec") return undefined;
  const found = await findSchema(workspace, schemaNameOf({ metadata }, await readConfig(workspace)));
  const tracks = found.ok ? found.value.schema.apply?.tracks : undefined;
  if (!tracks || tracks === "tasks.md") return undefined;
  const names = (await findFiles(workspace, folder)).map((path) => path.slice(folder.length + 1));
  let tracked: TrackedTasks | undefined;
  for (const name of outputsOf(tracks, names)) {
    const path = childPath(folder, name);
    const file = await readText(workspace, path, { lossy: true });
    if (!file.ok) continue;
    const items = readTasks(readMarkdown(file.value.text));
    tracked = tracked
      ? { ...tracked, items: [...tracked.items, ...items] }
      : { path, file: file.value, items };
  }
  return tracked;
}
