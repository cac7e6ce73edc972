import { statPath } from "../workspace/files/files.ts";
import { git } from "../workspace/git/command.ts";
import { editedSinceHead, gitStatus } from "../workspace/git/queries.ts";
import { listedPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { findFiles } from "./files.ts";

/** A change, a feature or a scratch pad. */
export interface WorkFolder {
  readonly path: WorkspacePath;
}

/**
 * When each change was last touched. A clone gives every file the time of the clone, so the last commit counts;
 * files that differ from it, or that git does not have, count by their own time.
 */
export async function lastModified<T extends WorkFolder>(
  workspace: Workspace,
  entries: readonly T[],
): Promise<Map<T, Date>> {
  const committed = await commitTimes(workspace, entries);
  const found = new Map<T, Date>();
  for (const entry of entries) {
    const times = committed?.get(entry) ?? {
      commit: undefined,
      files: await findFiles(workspace, entry.path),
    };
    const own = await Promise.all(times.files.map((path) => mtimeOf(workspace, path)));
    const latest = Math.max(times.commit ?? 0, ...own);
    if (latest > 0) found.set(entry, new Date(latest));
  }
  return found;
}

interface Times {
  /** Of the last commit, in milliseconds. */
  readonly commit: number | undefined;
  /** Files that are not as they were in it. */
  readonly files: readonly WorkspacePath[];
}

/** Undefined where git cannot answer; a change that git does not have is left out. */
async function commitTimes<T extends WorkFolder>(
  workspace: Workspace,
  entries: readonly T[],
): Promise<Map<T, Times> | undefined> {
  if (entries.length === 0 || (await gitStatus(workspace)).head === undefined) return undefined;
  const cwd = workspace.root;
  const folders = entries.map(({ path }) => path);
  const log = await git(["log", "-z", "--format=%x01%ct", "--name-only", "--relative", "--", ...folders], {
    cwd,
  });
  const edited = await editedSinceHead(workspace, folders);
  const others = await git(["ls-files", "--others", "--exclude-standard", "-z", "--", ...folders], { cwd });
  if (!log.ok || !edited.ok || !others.ok) return undefined;
  const owner = ownerOf(entries);
  const commits = new Map<T, number>();
  let time = 0;
  for (const field of log.value.stdout.split("\0")) {
    const text = field.replace(/^\n/, "");
    if (text.startsWith("\u0001")) time = Number(text.slice(1)) * 1000;
    const entry = owner(text);
    if (entry !== undefined && !commits.has(entry)) commits.set(entry, time);
  }
  const files = new Map<T, WorkspacePath[]>();
  for (const text of [...edited.value, ...others.value.stdout.split("\0")]) {
    const [entry, path] = [owner(text), listedPath(text)];
    if (entry !== undefined && path !== undefined) files.set(entry, [...(files.get(entry) ?? []), path]);
  }
  return new Map(
    [...commits].map(([entry, commit]) => [entry, { commit, files: files.get(entry) ?? [] }] as const),
  );
}

/** The change whose folder holds a path. Folders of changes are never inside each other. */
function ownerOf<T extends WorkFolder>(entries: readonly T[]): (path: string) => T | undefined {
  const depths = new Set(entries.map(({ path }) => path.split("/").length));
  const byPath = new Map<string, T>(entries.map((entry) => [entry.path, entry]));
  return (path) => {
    const parts = path.split("/");
    for (const depth of depths) {
      const entry = byPath.get(parts.slice(0, depth).join("/"));
      if (entry !== undefined) return entry;
    }
    return undefined;
  };
}

async function mtimeOf(workspace: Workspace, path: WorkspacePath): Promise<number> {
  const stat = await statPath(workspace, path);
  return stat.ok ? (stat.value?.mtimeMs ?? 0) : 0;
}
