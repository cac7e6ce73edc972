import { ok, type Result } from "../../kernel/result.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem } from "../../markdown/tasks.ts";
import { listFolder, readText } from "../../workspace/files/files.ts";
import { childPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Work } from "./item.ts";

/** A task and the file that it is in. */
export interface FiledTask {
  readonly path: WorkspacePath;
  /** Relative to the folder of the work item. */
  readonly file: string;
  readonly task: TaskItem;
}

/** The tasks of a work item: those of `tasks.md` first, then the items of the checklists of a feature. */
export async function tasksOf({ workspace, folder, item }: Work): Promise<Result<FiledTask[]>> {
  const paths = [childPath(folder, "tasks.md")];
  if (item.kind === "feature") {
    const checklists = await listFolder(workspace, childPath(folder, "checklists"));
    const files = (checklists.ok ? checklists.value : []).filter(({ kind }) => kind === "file");
    paths.push(...files.filter(({ name }) => name.endsWith(".md")).map(({ path }) => path));
  }
  const found: FiledTask[] = [];
  for (const path of paths) {
    const text = await readText(workspace, path);
    if (!text.ok && text.fault.code !== "path_not_found") return text;
    const file = path.slice(folder.length + 1);
    const tasks = text.ok ? readTasks(readMarkdown(text.value.text)) : [];
    found.push(...tasks.map((task) => ({ path, file, task })));
  }
  return ok(found);
}

/** The tasks that a person or an agent can mean by `1.2`, `T001` or `tasks.md:12`. */
export function matchTasks(tasks: readonly FiledTask[], name: string): FiledTask[] {
  const at = /^(?:(.+):)?(\d+)$/.exec(name.trim());
  const byId = tasks.filter(({ task }) => task.id?.toLowerCase() === name.trim().toLowerCase());
  if (byId.length > 0 || at === null) return byId;
  const [, file, line] = at;
  return tasks.filter(
    (each) =>
      each.task.line === Number(line) && (each.file === file || each.path === file || file === undefined),
  );
}
