import { join } from "node:path";
import type { Workspace } from "../../workspace/paths/root.ts";
import { cacheFolders } from "../../workspace/state/cache-folders.ts";
import { parserVersions } from "../languages/registry.ts";
import { hasManifest } from "../store/manifest.ts";

/** Raised whenever chunks, terms or roles come out differently for the same text. */
const chunkerVersion = 3;

/** What an index was made by; one made by something else is built anew. */
export function analysisVersion(): string {
  return `chunks:${chunkerVersion} ${parserVersions()}`.trim();
}

/** Where the index of a root lies or would be made: in the user's cache folder, never in the root. */
export function indexFolder(workspace: Workspace): string {
  const folders = cacheFolders(workspace);
  // One that can only be read is better than none.
  return folders.find(hasManifest) ?? folders[0] ?? "";
}

/** Held by whoever writes to the index in a folder. */
export function indexLock(folder: string): string {
  return join(folder, "index.lock");
}
