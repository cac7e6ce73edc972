import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** A checkout and the folders of its repository. */
export interface GitRepository {
  /** The folder that contains `.git`. */
  readonly checkout: string;
  /** HEAD and the index of this checkout. */
  readonly gitDir: string;
  /** Refs, configuration and `info/exclude`; the same as `gitDir` unless this is a linked worktree. */
  readonly commonDir: string;
}

/** The repository that contains a folder; a `.git` that is not a repository is skipped. */
export function findRepository(start: string): GitRepository | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const repository = repositoryAt(folder);
    if (repository || folder === dirname(folder)) return repository;
  }
}

/** The repository whose checkout is exactly this folder. In worktrees and submodules `.git` is a file. */
export function repositoryAt(folder: string): GitRepository | undefined {
  const dotGit = join(folder, ".git");
  const stats = statSync(dotGit, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const target = stats.isFile() ? /^gitdir: (.+)/.exec(readSmall(dotGit) ?? "")?.[1] : ".git";
  if (target === undefined) return undefined;
  const gitDir = resolve(folder, target);
  if (statSync(join(gitDir, "HEAD"), { throwIfNoEntry: false }) === undefined) return undefined;
  const common = readSmall(join(gitDir, "commondir"))?.trim();
  return { checkout: folder, gitDir, commonDir: common ? resolve(gitDir, common) : gitDir };
}

/** A small file of git's own; undefined when it does not exist. */
export function readSmall(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
