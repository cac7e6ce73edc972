import { join } from "node:path";
import { at } from "../../kernel/array.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { cacheFolders } from "../../workspace/state/cache-folders.ts";
import { parserVersions } from "../languages/registry.ts";
import { hasManifest } from "../store/manifest.ts";

/** Raised whenever chunks, terms or roles come out differently for the same text. */
const chunkerVersion = 7;

/** The version that built an index; an index of another version is rebuilt. */
export function analysisVersion(): string {
  return `chunks:${chunkerVersion} ${parserVersions()}`.trim();
}

/** Where the index of a root lies or would be made: in the user's cache folder, never in the root. */
export function indexFolder(workspace: Workspace): string {
  const folders = cacheFolders(workspace);
  // One that can only be read is better than none.
  return folders.find(hasManifest) ?? at(folders, 0);
}

/** The lock of the process that writes to an index. */
export function indexLock(folder: string): string {
  return join(folder, "index.lock");
}
