import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem } from "../../markdown/tasks.ts";
import { readConfig } from "../../specs/openspec-config.ts";
import { readText } from "../../workspace/files/files.ts";
import { childPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { findFiles } from "../files.ts";
import type { Change } from "../library.ts";
import { findSchema, schemaNameOf } from "./find-schema.ts";
import { outputsOf } from "./outputs.ts";

/** The tasks of a change whose schema keeps them elsewhere than in tasks.md; undefined for all others. */
export async function trackedTasks(workspace: Workspace, change: Change): Promise<TaskItem[] | undefined> {
  const { layout, path: folder } = change.entry;
  if (layout.name !== "openspec") return undefined;
  const found = await findSchema(workspace, schemaNameOf(change, await readConfig(workspace)));
  const tracks = found.ok ? found.value.schema.apply?.tracks : undefined;
  if (!tracks || tracks === "tasks.md") return undefined;
  const names = (await findFiles(workspace, folder)).map((path) => path.slice(folder.length + 1));
  const tasks: TaskItem[] = [];
  for (const name of outputsOf(tracks, names)) {
    const file = await readText(workspace, childPath(folder, name), { lossy: true });
    if (file.ok) tasks.push(...readTasks(readMarkdown(file.value.text)));
  }
  return tasks.length === 0 ? undefined : tasks;
}
