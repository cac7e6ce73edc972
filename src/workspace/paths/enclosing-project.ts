import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { findGitDir } from "../git/repository.ts";
import { stateFolder } from "../state/folder.ts";
import type { Workspace } from "./root.ts";

/** What tells that somebody works with a folder as a whole. */
const marks = [stateFolder, "hewto.toml", "openspec", ".spox", ".specify", ".specman"];

/**
 * The folder above, in the same checkout, that is the project: somebody stands in `src/` and meant all of it.
 * Nothing works there by itself, because the current folder is the workspace; it is for what a message says.
 */
export function projectAbove({ root }: Workspace): string | undefined {
  const top = findGitDir(root)?.checkout;
  if (top === undefined || hasMark(root)) return undefined;
  for (let folder = root; folder !== top; ) {
    folder = dirname(folder);
    if (hasMark(folder)) return folder;
  }
  return undefined;
}

function hasMark(folder: string): boolean {
  return marks.some((name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined);
}
