import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Where a checkout keeps its repository. */
export interface GitRepository {
  /** The folder that holds `.git`. */
  readonly checkout: string;
  /** HEAD and the index of this checkout. */
  readonly gitDir: string;
  /** Refs, configuration and `info/exclude`; the same as `gitDir` unless this is a linked worktree. */
  readonly commonDir: string;
}

/** The repository that the folder is in, found by going up; a `.git` that is no repository is passed by. */
export function findRepository(start: string): GitRepository | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = repositoryAt(folder);
    if (found || folder === dirname(folder)) return found;
  }
}

/** The repository whose checkout is exactly this folder. In worktrees and submodules `.git` is a file. */
export function repositoryAt(folder: string): GitRepository | undefined {
  const dotGit = join(folder, ".git");
  const found = statSync(dotGit, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const target = found.isFile() ? /^gitdir: (.+)/.exec(readSmall(dotGit) ?? "")?.[1] : ".git";
  if (target === undefined) return undefined;
  const gitDir = resolve(folder, target);
  if (statSync(join(gitDir, "HEAD"), { throwIfNoEntry: false }) === undefined) return undefined;
  const common = readSmall(join(gitDir, "commondir"))?.trim();
  return { checkout: folder, gitDir, commonDir: common ? resolve(gitDir, common) : gitDir };
}

/** A small file of git's own, or undefined when it is not there. */
export function readSmall(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
