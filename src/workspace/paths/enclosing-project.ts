import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { findRepository } from "../git/repository.ts";
import { stateFolder } from "../state/folder.ts";
import type { Workspace } from "./root.ts";

/** Files and folders that mark the top of a project. */
const markers = [stateFolder, "hewto.toml", "openspec", ".spox", ".specify", ".specman"];

/**
 * The project that contains the workspace, in the same checkout, when a command runs in `src/` but its user probably
 * meant the whole project. Only for hints in messages: the workspace stays the current folder.
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
