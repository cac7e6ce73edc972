import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { findRepository } from "../git/repository.ts";
import { stateFolder } from "../state/folder.ts";
import type { Workspace } from "./root.ts";

/** What tells that somebody works with a folder as a whole. */
const markers = [stateFolder, "hewto.toml", "openspec", ".spox", ".specify", ".specman"];

/**
 * The folder above, in the same checkout, that is the project: somebody stands in `src/` and meant all of it.
 * Nothing works there by itself, because the current folder is the workspace; it is for what a message says.
 */
export function enclosingProject({ root }: Workspace): string | undefined {
  const top = findRepository(root)?.checkout;
  if (top === undefined || hasMarker(root)) return undefined;
  for (let folder = root; folder !== top; ) {
    folder = dirname(folder);
    if (hasMarker(folder)) return folder;
  }
  return undefined;
}

function hasMarker(folder: string): boolean {
  return markers.some((name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined);
}
