import { ok, type Result } from "../kernel/result.ts";
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

/** When a folder was last touched, and who committed to it, the last one first. */
export interface Touched {
  readonly at: Date;
  readonly authors: readonly string[];
}

/**
 * When each change was last touched, and by whom. A clone gives every file the time of the clone, so the last commit
 * counts; files that differ from it, or that git does not have, count by their own time.
 */
export async function lastTouched<T extends WorkFolder>(
  workspace: Workspace,
  entries: readonly T[],
): Promise<Map<T, Touched>> {
  const committed = await commitsOf(workspace, entries);
  const found = new Map<T, Touched>();
  for (const entry of entries) {
    const times = committed?.get(entry) ?? {
      commit: undefined,
      authors: [],
      files: await findFiles(workspace, entry.path),
    };
    const own = await Promise.all(times.files.map((path) => mtimeOf(workspace, path)));
    const latest = Math.max(times.commit ?? 0, ...own);
    if (latest > 0) found.set(entry, { at: new Date(latest), authors: times.authors });
  }
  return found;
}

interface Commits {
  /** Time of the last commit, in milliseconds. */
  readonly commit: number | undefined;
  readonly authors: readonly string[];
  /** Files that are not as they were in it. */
  readonly files: readonly WorkspacePath[];
}

/** Undefined where git cannot answer; a change that git does not have is left out. */
async function commitsOf<T extends WorkFolder>(
  workspace: Workspace,
  entries: readonly T[],
): Promise<Map<T, Commits> | undefined> {
  if (entries.length === 0 || (await gitStatus(workspace)).head === undefined) return undefined;
  const folders = entries.map(({ path }) => path);
  const log = await git(
    ["log", "-z", "--format=%x01%ct %aN", "--name-only", "--relative", "--", ...folders],
    { cwd: workspace.root },
  );
  const uncommitted = await uncommittedFiles(workspace, folders);
  if (!log.ok || !uncommitted.ok) return undefined;
  const owner = ownerOf(entries);
  const commits = new Map<T, { commit: number; authors: Set<string>; files: WorkspacePath[] }>();
  let [time, author] = [0, ""];
  for (const field of log.value.stdout.split("\0")) {
    const text = field.replace(/^\n/, "");
    const isHead = text.startsWith("\u0001");
    if (isHead)
      [time, author] = [Number.parseInt(text.slice(1), 10) * 1000, text.slice(text.indexOf(" ") + 1)];
    const entry = isHead ? undefined : owner(text);
    if (entry === undefined) continue;
    const known = commits.get(entry);
    if (known) known.authors.add(author);
    else commits.set(entry, { commit: time, authors: new Set([author]), files: [] });
  }
  for (const path of uncommitted.value) {
    const entry = owner(path);
    if (entry !== undefined) commits.get(entry)?.files.push(path);
  }
  return new Map([...commits].map(([entry, found]) => [entry, { ...found, authors: [...found.authors] }]));
}

/** Files at or below some paths that are not as the last commit has them, new ones included. */
export async function uncommittedFiles(
  workspace: Workspace,
  paths: readonly WorkspacePath[],
): Promise<Result<WorkspacePath[]>> {
  const edited = await editedSinceHead(workspace, paths);
  if (!edited.ok) return edited;
  const others = await git(["ls-files", "--others", "--exclude-standard", "-z", "--", ...paths], {
    cwd: workspace.root,
  });
  if (!others.ok) return others;
  return ok([...edited.value, ...others.value.stdout.split("\0")].flatMap((text) => listedPath(text) ?? []));
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
